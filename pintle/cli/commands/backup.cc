#include "pintle/cli/commands/backup.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "pintle/base/version.h"
#include "pintle/server/options.h"
#include "pintle/storage/lmdb/backup.h"

namespace pintle::cli {
namespace {

struct Flags {
  std::string file;
  std::string data_dir = server::Options().data_dir;
  // --help or --version was asked for: what to print.
  std::string answer;
};

Result<Flags> Parse(std::vector<std::string> arguments, const std::string& purpose,
                    const std::string& command, const std::string& about_file) {
  Flags flags;
  CLI::App app(purpose, command);
  app.set_version_flag("--version", fmt::format("{}\n", kVersion), "Print the version and end");
  app.add_option("FILE", flags.file, about_file)->required();
  app.add_option("--data-dir", flags.data_dir, "The --data-dir of the server")
      ->capture_default_str();
  try {
    std::ranges::reverse(arguments);  // CLI11 takes them from the back
    app.parse(arguments);
  } catch (const CLI::CallForHelp&) {
    flags.answer = app.help();
  } catch (const CLI::CallForVersion& version) {
    flags.answer = version.what();
  } catch (const CLI::ParseError& error) {
    return BadRequest(error.what());
  }
  return flags;
}

}  // namespace

Result<std::string> Backup(std::vector<std::string> arguments) {
  PINTLE_TRY(Flags flags,
             Parse(std::move(arguments), "Copies the embedded store, also of a running server.",
                   "pintle backup", "Where to write the copy; replaced when the copy is whole"));
  if (!flags.answer.empty()) return flags.answer;
  PINTLE_TRY(auto summary,
             storage::BackupLmdbStore(server::StoreFolder(flags.data_dir), flags.file));
  return fmt::format("revision {}: {} bytes in {}\n", summary.revision, summary.size_bytes,
                     flags.file);
}

Result<std::string> Restore(std::vector<std::string> arguments) {
  PINTLE_TRY(
      Flags flags,
      Parse(std::move(arguments),
            "Makes the embedded store of a data folder from a backup. The store must not be "
            "there yet. Its revisions continue far above those of the backup, so that clients "
            "of the lost store start over.",
            "pintle restore", "What `pintle backup` wrote"));
  if (!flags.answer.empty()) return flags.answer;
  PINTLE_TRY(auto summary,
             storage::RestoreLmdbStore(flags.file, server::StoreFolder(flags.data_dir)));
  return fmt::format("revision {} restored to {}; the next write gets {}\n", summary.revision,
                     flags.data_dir, summary.restored_revision + 1);
}

}  // namespace pintle::cli
