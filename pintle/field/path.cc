#include "pintle/field/path.h"

#include <vector>

namespace pintle::field {
namespace {

thread_local constinit size_t g_texts_written = 0;

}  // namespace

size_t Path::texts_written() { return g_texts_written; }

std::string Path::ToString() const {
  std::string out;
  AppendTo(out);
  return out;
}

void Path::AppendTo(std::string& out) const {
  ++g_texts_written;
  std::vector<const Path*> chain;
  for (const Path* at = this; at != nullptr; at = at->parent_) chain.push_back(at);
  size_t start = out.size();
  for (size_t i = chain.size(); i-- > 0;) {
    const Path& step = *chain[i];
    switch (step.kind_) {
      case Kind::kNone:
        break;
      case Kind::kName:
        if (step.text_.empty()) break;
        if (out.size() > start) out += '.';
        out += step.text_;
        break;
      case Kind::kIndex:
        out += '[';
        out += std::to_string(step.index_);
        out += ']';
        break;
      case Kind::kKey:
        out += '[';
        out += step.text_;
        out += ']';
        break;
    }
  }
}

}  // namespace pintle::field
