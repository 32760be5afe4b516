#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

namespace pintle::patch {

// A list in pieces of bounded size: inserting into a long one, or removing from it, moves no more
// than a piece. References last until the next change.
template <typename T>
class PieceList {
 public:
  static constexpr size_t kMaxPiece = 512;

  size_t size() const { return size_; }

  T& operator[](size_t index) {
    Place place = Find(index);
    return pieces_[place.piece][place.offset];
  }

  void Append(T value) {
    if (pieces_.empty() || pieces_.back().size() >= kMaxPiece) pieces_.emplace_back();
    pieces_.back().push_back(std::move(value));
    ++size_;
  }

  // Before the element that is at `index` now; at the end if that is the size.
  void Insert(size_t index, T value) {
    if (index == size_) return Append(std::move(value));
    Place place = Find(index);
    std::vector<T>& piece = pieces_[place.piece];
    piece.insert(piece.begin() + static_cast<ptrdiff_t>(place.offset), std::move(value));
    ++size_;
    if (piece.size() > kMaxPiece) Split(place.piece);
  }

  void Erase(size_t index) {
    Place place = Find(index);
    std::vector<T>& piece = pieces_[place.piece];
    piece.erase(piece.begin() + static_cast<ptrdiff_t>(place.offset));
    --size_;
    if (piece.empty()) pieces_.erase(pieces_.begin() + static_cast<ptrdiff_t>(place.piece));
  }

  // Calls `visit(element)` in order until one returns false; returns whether none did.
  template <typename Visit>
  bool Each(const Visit& visit) const {
    return std::ranges::all_of(
        pieces_, [&](const std::vector<T>& piece) { return std::ranges::all_of(piece, visit); });
  }

 private:
  struct Place {
    size_t piece;
    size_t offset;
  };

  Place Find(size_t index) const {
    Place place{0, index};
    while (place.offset >= pieces_[place.piece].size()) {
      place.offset -= pieces_[place.piece].size();
      ++place.piece;
    }
    return place;
  }

  void Split(size_t at) {
    auto middle = pieces_[at].begin() + kMaxPiece / 2;
    std::vector<T> second(std::make_move_iterator(middle),
                          std::make_move_iterator(pieces_[at].end()));
    pieces_[at].erase(middle, pieces_[at].end());
    pieces_.insert(pieces_.begin() + static_cast<ptrdiff_t>(at) + 1, std::move(second));
  }

  std::vector<std::vector<T>> pieces_;  // none is empty
  size_t size_ = 0;
};

}  // namespace pintle::patch
