// Reads lines of `id <tab> package <tab> type <tab> operation <tab> subresource <tab> options <tab>
// new <tab> old` and writes, for each, a line of `id <tab> state` followed by the errors as `<tab>
// type | field | body | origin`, parts escaped as in JSON.
#include <cstdio>
#include <iostream>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "declarative/packages.h"  // written by check.py: kPackages, name -> Validations()
#include "pintle/typeinfo/decode.h"
#include "pintle/typeinfo/owned.h"

namespace {

std::vector<std::string> Split(const std::string& text, char by) {
  std::vector<std::string> parts(1);
  for (char c : text) {
    if (c == by) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

std::string Escaped(std::string_view text) {
  std::string out;
  for (unsigned char c : text) {
    char buffer[8];
    if (c < 0x20 || c == '"' || c == '\\' || c == '|') {
      std::snprintf(buffer, sizeof(buffer), "\\u%04x", c);
      out += buffer;
    } else {
      out += static_cast<char>(c);
    }
  }
  return out;
}

}  // namespace

int main() {
  namespace typeinfo = pintle::typeinfo;
  namespace validate = pintle::validate;
  std::map<std::string, const validate::Registration*> registered;
  for (const auto& [name, all] : kPackages) {
    for (const auto& one : all())
      registered[std::string(name) + " " + std::string(one.type->name)] = &one;
  }
  for (std::string line; std::getline(std::cin, line);) {
    std::vector<std::string> parts = Split(line, '\t');
    auto found = registered.find(parts[1] + " " + parts[2]);
    std::cout << parts[0];
    if (found == registered.end()) {
      std::cout << "\tunregistered\n";
      continue;
    }
    const validate::Registration& one = *found->second;
    validate::Operation operation;
    if (parts[3] == "update") operation.type = validate::Operation::Type::kUpdate;
    if (!parts[4].empty()) operation.subresource = parts[4].substr(parts[4][0] == '/' ? 1 : 0);
    if (!parts[5].empty()) operation.options = Split(parts[5], ',');
    auto object = typeinfo::OwnedStruct::New(*one.type);
    auto old = typeinfo::OwnedStruct::New(*one.type);
    auto status = typeinfo::DecodeJson(parts[6], *one.type, object.get(), object.arena(), nullptr);
    if (status && parts[7] != "null")
      status = typeinfo::DecodeJson(parts[7], *one.type, old.get(), old.arena(), nullptr);
    if (!status) {
      std::cout << "\tundecodable " << Escaped(status.error().message()) << "\n";
      continue;
    }
    std::cout << "\tok";
    for (const auto& error :
         one.validate(operation, object.get(), parts[7] == "null" ? nullptr : old.get())) {
      std::cout << "\t" << pintle::field::ErrorTypeText(error.type) << "|" << Escaped(error.field)
                << "|" << Escaped(error.body) << "|" << Escaped(error.origin);
    }
    std::cout << "\n";
  }
}
