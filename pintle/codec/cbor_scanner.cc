#include "pintle/codec/cbor_scanner.h"

#include <fmt/format.h>

#include <algorithm>

#include "pintle/codec/token.h"

namespace pintle::codec::cbor {
namespace {

constexpr size_t kUsualDepth = 16;

std::unexpected<Error> UnexpectedBreak() { return BadRequest("cbor: unexpected \"break\" code"); }

Status CheckLimit(bool is_map, uint64_t count) {
  if (is_map && count > kMaxMapPairs) {
    return BadRequest(
        fmt::format("cbor: exceeded max number of key-value pairs {} for CBOR map", kMaxMapPairs));
  }
  if (!is_map && count > kMaxArrayElements) {
    return BadRequest(
        fmt::format("cbor: exceeded max number of elements {} for CBOR array", kMaxArrayElements));
  }
  return {};
}

Status CheckDepth(int depth) {
  if (depth <= kMaxDepth) return {};
  return BadRequest(fmt::format("cbor: exceeded max nested level {}", kMaxDepth));
}

}  // namespace

ItemScanner::ItemScanner() {
  open_.reserve(kUsualDepth);
  Restart();
}

void ItemScanner::Restart() {
  inside_ = false;
  open_.assign(1, Open{Kind::kList, false, Major::kArray, 0, 1});
}

Result<bool> ItemScanner::Scan(std::string_view input, size_t& at) {
  for (;;) {
    auto passed = static_cast<size_t>(std::min<uint64_t>(content_left_, input.size() - at));
    at += passed;
    content_left_ -= passed;
    if (content_left_ > 0) return false;
    if (tags_ == 0 && CloseFinished()) return true;
    if (at == input.size()) return false;
    inside_ = true;
    if (tags_ == 0 && open_.back().indefinite && IsBreakAt(input, at)) {
      PINTLE_RETURN_IF_ERROR(Close());
      ++at;
      continue;
    }
    PINTLE_RETURN_IF_ERROR(StartItem(input, at));
    PINTLE_TRY(bool whole, CheckHead(input, at));
    if (!whole) return false;
    PINTLE_RETURN_IF_ERROR(Enter(TakeHead(input, at)));
  }
}

// Closes definite containers that have all their elements. True when that was the item itself.
bool ItemScanner::CloseFinished() {
  while (!open_.back().indefinite && open_.back().count == 0) {
    open_.pop_back();
    if (!open_.empty()) continue;
    Restart();
    return true;
  }
  return false;
}

// The break code of an indefinite container.
Status ItemScanner::Close() {
  const Open& top = open_.back();
  if (top.kind == Kind::kMap && top.count % 2 == 1) return UnexpectedBreak();
  open_.pop_back();
  return {};
}

// What is wrong with an item here whatever its head says. May be called again for the same item.
Status ItemScanner::StartItem(std::string_view input, size_t at) {
  if (tags_ > 0 && (last_tag_ == kTagPositiveBignum || last_tag_ == kTagNegativeBignum)) {
    return BadRequest("cbor: data item of cbor type tag is not accepted by protocol: bignum");
  }
  const Open& top = open_.back();
  if (top.kind == Kind::kChunks) {
    Major major = MajorAt(input, at);
    if (major == top.chunk_major) return {};
    return BadRequest(fmt::format("cbor: wrong element type {} for indefinite-length {}",
                                  MajorName(major), MajorName(top.chunk_major)));
  }
  if (!top.indefinite || tags_ > 0) return {};
  bool is_map = top.kind == Kind::kMap;
  return CheckLimit(is_map, is_map ? top.count / 2 + 1 : uint64_t{top.count} + 1);
}

Status ItemScanner::Enter(const Head& head) {
  Open& top = open_.back();
  if (top.kind == Kind::kChunks) return EnterChunk(head);
  if (tags_ == 0) top.count += top.indefinite ? 1 : -1;
  // Each tag around a tag is a level.
  int depth = top.depth + std::max(tags_ - 1, 0);
  if (head.major == Major::kTag) {
    last_tag_ = head.argument;
    return ++tags_ > 1 ? CheckDepth(depth + 1) : Status();
  }
  tags_ = 0;
  switch (head.major) {
    case Major::kBytes:
    case Major::kText:
      if (!head.indefinite()) return EnterContent(head);
      open_.push_back(Open{Kind::kChunks, true, head.major, static_cast<uint16_t>(depth), 0});
      return {};
    case Major::kArray:
    case Major::kMap:
      return EnterContainer(head, depth + 1);
    default:
      return {};
  }
}

Status ItemScanner::EnterContainer(const Head& head, int depth) {
  bool is_map = head.major == Major::kMap;
  PINTLE_RETURN_IF_ERROR(CheckDepth(depth));
  Open open{is_map ? Kind::kMap : Kind::kList, head.indefinite(), head.major,
            static_cast<uint16_t>(depth), 0};
  if (!open.indefinite) {
    if (head.argument > INT64_MAX) {
      return BadRequest(
          fmt::format("cbor: {} length {} is too large, it would cause integer overflow",
                      MajorName(head.major), head.argument));
    }
    PINTLE_RETURN_IF_ERROR(CheckLimit(is_map, head.argument));
    open.count = static_cast<uint32_t>(is_map ? 2 * head.argument : head.argument);
  }
  // The lowest one is the input.
  deepest_ = std::max(deepest_, open_.size());
  open_.push_back(open);
  return {};
}

Status ItemScanner::EnterChunk(const Head& head) {
  if (!head.indefinite()) return EnterContent(head);
  return BadRequest(fmt::format("cbor: indefinite-length {} chunk is not definite-length",
                                MajorName(head.major)));
}

Status ItemScanner::EnterContent(const Head& head) {
  if (head.argument > INT64_MAX) {
    return BadRequest(fmt::format("cbor: {} length {} is too large, causing integer overflow",
                                  MajorName(head.major), head.argument));
  }
  content_left_ = head.argument;
  return {};
}

Status SkipItem(std::string_view input, size_t& at) {
  ItemScanner scanner;
  PINTLE_TRY(bool complete, scanner.Scan(input, at));
  if (!complete) return BadRequest("unexpected EOF");
  return {};
}

}  // namespace pintle::codec::cbor
