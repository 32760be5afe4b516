#include "pintle/auth/identity/signing_keys.h"

#include <fmt/format.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/sha.h>

#include <algorithm>
#include <array>

#include "pintle/base/strings.h"
#include "pintle/codec/document.h"
#include "pintle/http/openssl_handles.h"
#include "pintle/http/tls_pem.h"

namespace pintle::auth {
namespace {

using http::BioHandle;
using http::KeyHandle;
using http::NumberHandle;
using http::OpenSslHandle;
using http::X509Handle;

using DigestHandle = OpenSslHandle<EVP_MD_CTX, EVP_MD_CTX_free>;
using EcSignatureHandle = OpenSslHandle<ECDSA_SIG, ECDSA_SIG_free>;

constexpr std::string_view kRsaAlgorithm = "RS256";
constexpr unsigned kMinRsaBits = 2048;

// An algorithm, what it hashes with, and, of elliptic curves, the curve's names and how many bytes
// a coordinate and either half of a signature have.
struct Algorithm {
  std::string_view name;
  const EVP_MD* (*digest)();
  std::string_view openssl_curve;
  std::string_view curve;
  int number_bytes = 0;
};
constexpr std::array<Algorithm, 4> kAlgorithms = {{
    {kRsaAlgorithm, EVP_sha256, "", "", 0},
    {"ES256", EVP_sha256, "prime256v1", "P-256", 32},
    {"ES384", EVP_sha384, "secp384r1", "P-384", 48},
    {"ES512", EVP_sha512, "secp521r1", "P-521", 66},
}};

const Algorithm* FindAlgorithm(std::string_view name) {
  const auto* at = std::ranges::find(kAlgorithms, name, &Algorithm::name);
  return at != kAlgorithms.end() ? at : nullptr;
}

// Null for keys that no token may be signed with.
const Algorithm* AlgorithmOf(const EVP_PKEY* key) {
  if (EVP_PKEY_is_a(key, "RSA") == 1) {
    return EVP_PKEY_get_bits(key) >= static_cast<int>(kMinRsaBits) ? FindAlgorithm(kRsaAlgorithm)
                                                                   : nullptr;
  }
  std::array<char, 64> curve{};
  if (EVP_PKEY_is_a(key, "EC") != 1 ||
      EVP_PKEY_get_group_name(key, curve.data(), curve.size(), nullptr) != 1) {
    return nullptr;
  }
  for (const Algorithm& algorithm : kAlgorithms) {
    if (!algorithm.openssl_curve.empty() && algorithm.openssl_curve == curve.data()) {
      return &algorithm;
    }
  }
  return nullptr;
}

std::string IdOf(const EVP_PKEY* key) {
  unsigned char* der = nullptr;
  int size = i2d_PUBKEY(key, &der);
  if (size <= 0) return {};
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest;
  SHA256(der, static_cast<size_t>(size), digest.data());
  OPENSSL_free(der);
  return Base64UrlEncode({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

Result<TokenKey> MakeKey(KeyHandle key) {
  const Algorithm* algorithm = AlgorithmOf(key.get());
  if (algorithm == nullptr) {
    return BadRequest(fmt::format(
        "a key for tokens must be RSA with at least {} bits, or EC P-256, P-384 or P-521",
        kMinRsaBits));
  }
  TokenKey made;
  made.algorithm = algorithm->name;
  made.id = IdOf(key.get());
  made.key = std::shared_ptr<EVP_PKEY>(key.release(), EVP_PKEY_free);
  return made;
}

// One block of a PEM text.
struct PemBlock {
  std::string type;
  std::string der;
};

std::vector<PemBlock> ReadBlocks(const std::string& pem) {
  std::vector<PemBlock> blocks;
  BioHandle reader(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  char* name = nullptr;
  char* header = nullptr;
  unsigned char* data = nullptr;
  long size = 0;
  while (PEM_read_bio(reader.get(), &name, &header, &data, &size) == 1) {
    blocks.push_back({name, {reinterpret_cast<char*>(data), static_cast<size_t>(size)}});
    OPENSSL_free(name);
    OPENSSL_free(header);
    OPENSSL_free(data);
  }
  ERR_clear_error();
  return blocks;
}

KeyHandle PrivateKeyOf(const PemBlock& block) {
  const auto* at = reinterpret_cast<const unsigned char*>(block.der.data());
  KeyHandle key;
  if (block.type.ends_with("PRIVATE KEY")) {
    key.reset(d2i_AutoPrivateKey(nullptr, &at, static_cast<long>(block.der.size())));
  }
  ERR_clear_error();
  return key;
}

// Of private keys their public half; null if the block is something else.
KeyHandle PublicKeyOf(const PemBlock& block) {
  if (KeyHandle key = PrivateKeyOf(block)) return key;
  const auto* at = reinterpret_cast<const unsigned char*>(block.der.data());
  auto size = static_cast<long>(block.der.size());
  KeyHandle key;
  if (block.type == "PUBLIC KEY") {
    key.reset(d2i_PUBKEY(nullptr, &at, size));
  } else if (block.type == "RSA PUBLIC KEY") {
    key.reset(d2i_PublicKey(EVP_PKEY_RSA, nullptr, &at, size));
  } else if (block.type == "CERTIFICATE") {
    X509Handle certificate(d2i_X509(nullptr, &at, size));
    if (certificate) key.reset(X509_get_pubkey(certificate.get()));
  }
  ERR_clear_error();
  return key;
}

// Signatures of elliptic curves: tokens have two numbers of fixed length, OpenSSL a DER sequence.
std::optional<std::string> FromDer(std::string_view der, int number_bytes) {
  const auto* at = reinterpret_cast<const unsigned char*>(der.data());
  EcSignatureHandle signature(d2i_ECDSA_SIG(nullptr, &at, static_cast<long>(der.size())));
  if (!signature) return std::nullopt;
  std::string out(2 * static_cast<size_t>(number_bytes), '\0');
  auto* to = reinterpret_cast<unsigned char*>(out.data());
  if (BN_bn2binpad(ECDSA_SIG_get0_r(signature.get()), to, number_bytes) != number_bytes ||
      BN_bn2binpad(ECDSA_SIG_get0_s(signature.get()), to + number_bytes, number_bytes) !=
          number_bytes) {
    return std::nullopt;
  }
  return out;
}

std::optional<std::string> ToDer(std::string_view numbers, int number_bytes) {
  if (numbers.size() != 2 * static_cast<size_t>(number_bytes)) return std::nullopt;
  const auto* from = reinterpret_cast<const unsigned char*>(numbers.data());
  EcSignatureHandle signature(ECDSA_SIG_new());
  NumberHandle r(BN_bin2bn(from, number_bytes, nullptr));
  NumberHandle s(BN_bin2bn(from + number_bytes, number_bytes, nullptr));
  if (!signature || !r || !s) return std::nullopt;
  if (ECDSA_SIG_set0(signature.get(), r.release(), s.release()) != 1) return std::nullopt;
  unsigned char* der = nullptr;
  int size = i2d_ECDSA_SIG(signature.get(), &der);
  if (size <= 0) return std::nullopt;
  std::string out(reinterpret_cast<char*>(der), static_cast<size_t>(size));
  OPENSSL_free(der);
  return out;
}

std::optional<std::string> SignBytes(const TokenKey& key, const Algorithm& algorithm,
                                     std::string_view text) {
  DigestHandle digest(EVP_MD_CTX_new());
  const auto* data = reinterpret_cast<const unsigned char*>(text.data());
  size_t size = 0;
  if (!digest ||
      EVP_DigestSignInit(digest.get(), nullptr, algorithm.digest(), nullptr, key.key.get()) != 1 ||
      EVP_DigestSign(digest.get(), nullptr, &size, data, text.size()) != 1) {
    return std::nullopt;
  }
  std::string signature(size, '\0');
  if (EVP_DigestSign(digest.get(), reinterpret_cast<unsigned char*>(signature.data()), &size, data,
                     text.size()) != 1) {
    return std::nullopt;
  }
  signature.resize(size);
  return algorithm.number_bytes > 0 ? FromDer(signature, algorithm.number_bytes)
                                    : std::optional(std::move(signature));
}

bool IsSignedBy(const TokenKey& key, const Algorithm& algorithm, std::string_view text,
                std::string_view signature) {
  std::optional<std::string> bytes = algorithm.number_bytes > 0
                                         ? ToDer(signature, algorithm.number_bytes)
                                         : std::optional(std::string(signature));
  DigestHandle digest(EVP_MD_CTX_new());
  bool valid = bytes && digest &&
               EVP_DigestVerifyInit(digest.get(), nullptr, algorithm.digest(), nullptr,
                                    key.key.get()) == 1 &&
               EVP_DigestVerify(digest.get(), reinterpret_cast<const unsigned char*>(bytes->data()),
                                bytes->size(), reinterpret_cast<const unsigned char*>(text.data()),
                                text.size()) == 1;
  ERR_clear_error();
  return valid;
}

// A number of the key, highest byte first; `bytes` 0: as many as it needs.
Result<Value> KeyNumber(Arena& arena, const TokenKey& key, const char* name, int bytes) {
  BIGNUM* raw = nullptr;
  if (EVP_PKEY_get_bn_param(key.key.get(), name, &raw) != 1) {
    return InternalError(fmt::format("read {}: {}", name, http::TakeOpenSslError()));
  }
  NumberHandle number(raw);
  std::string out(static_cast<size_t>(bytes > 0 ? bytes : BN_num_bytes(raw)), '\0');
  BN_bn2binpad(raw, reinterpret_cast<unsigned char*>(out.data()), static_cast<int>(out.size()));
  return Value::String(arena, Base64UrlEncode(out));
}

Result<Value> WebKey(Arena& arena, const TokenKey& key) {
  const Algorithm& algorithm = *FindAlgorithm(key.algorithm);
  std::vector<Member> members = {{"use", Value("sig")},
                                 {"kid", Value(std::string_view(key.id))},
                                 {"alg", Value(key.algorithm)}};
  auto add = [&](std::string_view name, const char* parameter) -> Status {
    PINTLE_TRY(Value number, KeyNumber(arena, key, parameter, algorithm.number_bytes));
    members.emplace_back(name, number);
    return {};
  };
  if (algorithm.number_bytes == 0) {
    members.emplace_back("kty", Value("RSA"));
    PINTLE_RETURN_IF_ERROR(add("n", OSSL_PKEY_PARAM_RSA_N));
    PINTLE_RETURN_IF_ERROR(add("e", OSSL_PKEY_PARAM_RSA_E));
  } else {
    members.emplace_back("kty", Value("EC"));
    members.emplace_back("crv", Value(algorithm.curve));
    PINTLE_RETURN_IF_ERROR(add("x", OSSL_PKEY_PARAM_EC_PUB_X));
    PINTLE_RETURN_IF_ERROR(add("y", OSSL_PKEY_PARAM_EC_PUB_Y));
  }
  return Value::Object(arena, std::move(members));
}

}  // namespace

Result<SigningKey> SigningKey::FromPem(const std::string& pem) {
  for (const PemBlock& block : ReadBlocks(pem)) {
    KeyHandle key = PrivateKeyOf(block);
    if (!key) continue;
    PINTLE_TRY(TokenKey made, MakeKey(std::move(key)));
    return SigningKey(std::move(made));
  }
  return BadRequest("there is no private key in the file");
}

Result<std::string> SigningKey::GeneratePem() {
  KeyHandle key(EVP_EC_gen("P-256"));
  BioHandle out(BIO_new(BIO_s_mem()));
  if (!key || !out ||
      PEM_write_bio_PrivateKey(out.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr) != 1) {
    return InternalError(fmt::format("make a key: {}", http::TakeOpenSslError()));
  }
  char* data = nullptr;
  long size = BIO_get_mem_data(out.get(), &data);
  return std::string(data, static_cast<size_t>(size));
}

Result<std::string> SigningKey::Sign(std::string_view payload) const {
  std::string token =
      Base64UrlEncode(fmt::format(R"({{"alg":"{}","kid":"{}"}})", key_.algorithm, key_.id));
  token += '.';
  token += Base64UrlEncode(payload);
  auto signature = SignBytes(key_, *FindAlgorithm(key_.algorithm), token);
  if (!signature) return InternalError(fmt::format("sign: {}", http::TakeOpenSslError()));
  return token + '.' + Base64UrlEncode(*signature);
}

void VerificationKeys::Add(TokenKey key) {
  if (std::ranges::find(keys_, key.id, &TokenKey::id) == keys_.end()) {
    keys_.push_back(std::move(key));
  }
}

Status VerificationKeys::AddPem(const std::string& pem) {
  bool found = false;
  for (const PemBlock& block : ReadBlocks(pem)) {
    KeyHandle key = PublicKeyOf(block);
    if (!key) continue;
    PINTLE_TRY(TokenKey made, MakeKey(std::move(key)));
    Add(std::move(made));
    found = true;
  }
  if (!found) return BadRequest("there is neither a key nor a certificate in the file");
  return {};
}

std::optional<std::string> VerificationKeys::Verify(std::string_view token) const {
  const size_t first = token.find('.');
  const size_t last = token.rfind('.');
  if (first == std::string_view::npos || first == last) return std::nullopt;
  auto header = Base64UrlDecode(token.substr(0, first));
  auto payload = Base64UrlDecode(token.substr(first + 1, last - first - 1));
  auto signature = Base64UrlDecode(token.substr(last + 1));
  if (!header || !payload || !signature) return std::nullopt;
  Arena arena;
  auto parsed = codec::ParseJson(*header, arena);
  // A header that asks for extensions which must be understood asks for more than is known here.
  if (!parsed || parsed->Has("crit")) return std::nullopt;
  std::string_view name = parsed->FindString("alg");
  const Algorithm* algorithm = FindAlgorithm(name);
  if (algorithm == nullptr) return std::nullopt;
  for (const TokenKey& key : keys_) {
    // The key decides what it is used for, never the token.
    if (key.algorithm != name) continue;
    if (IsSignedBy(key, *algorithm, token.substr(0, last), *signature)) return payload;
  }
  return std::nullopt;
}

std::vector<std::string_view> VerificationKeys::Algorithms() const {
  std::vector<std::string_view> names;
  for (const TokenKey& key : keys_) {
    if (std::ranges::find(names, key.algorithm) == names.end()) names.push_back(key.algorithm);
  }
  return names;
}

Result<std::string> VerificationKeys::KeySet() const {
  Arena arena;
  std::vector<Value> keys;
  for (const TokenKey& key : keys_) {
    PINTLE_TRY(Value value, WebKey(arena, key));
    keys.push_back(value);
  }
  return codec::ToJson(Value::Object(arena, {{"keys", Value::List(arena, keys)}}));
}

}  // namespace pintle::auth
