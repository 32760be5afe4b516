#pragma once

#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/evp.h>
#include <openssl/objects.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <memory>

namespace pintle::http {

template <auto Free>
struct OpenSslDeleter {
  template <typename T>
  void operator()(T* object) const {
    Free(object);
  }
};
template <typename T, auto Free>
using OpenSslHandle = std::unique_ptr<T, OpenSslDeleter<Free>>;

// Owners of OpenSSL objects; for the .cc files that talk to OpenSSL.
using BioHandle = OpenSslHandle<BIO, BIO_free_all>;
using X509Handle = OpenSslHandle<X509, X509_free>;
using KeyHandle = OpenSslHandle<EVP_PKEY, EVP_PKEY_free>;
using NumberHandle = OpenSslHandle<BIGNUM, BN_free>;
using ObjectHandle = OpenSslHandle<ASN1_OBJECT, ASN1_OBJECT_free>;
using NamesHandle = OpenSslHandle<GENERAL_NAMES, GENERAL_NAMES_free>;
using ExtensionHandle = OpenSslHandle<X509_EXTENSION, X509_EXTENSION_free>;
using StoreHandle = OpenSslHandle<X509_STORE, X509_STORE_free>;
using StoreContextHandle = OpenSslHandle<X509_STORE_CTX, X509_STORE_CTX_free>;

}  // namespace pintle::http
