#include "pintle/storage/engine.h"

#include <gtest/gtest.h>

namespace pintle::storage {
namespace {

TEST(EngineTest, NamesThereAndBack) {
  for (Engine engine : {Engine::kEmbedded, Engine::kMemory, Engine::kEtcd}) {
    EXPECT_EQ(EngineNamed(TraitsOf(engine).name), engine);
  }
  EXPECT_FALSE(EngineNamed("")) << "what is meant by no name is up to the caller";
  EXPECT_FALSE(EngineNamed("lmdb"));
  EXPECT_EQ(EngineNames(), "embedded, memory, etcd");
}

TEST(EngineTest, WhatIsKeptWhere) {
  EXPECT_EQ(TraitsOf(Engine::kEmbedded).data_file, "data.mdb");
  EXPECT_EQ(TraitsOf(Engine::kMemory).data_file, "");
  EXPECT_EQ(TraitsOf(Engine::kEtcd).data_file, "");
  EXPECT_FALSE(TraitsOf(Engine::kEmbedded).shared);
  EXPECT_TRUE(TraitsOf(Engine::kEtcd).shared);
}

TEST(EngineTest, OpensWhatIsAskedFor) {
  EXPECT_TRUE(OpenStore({.engine = Engine::kMemory, .folder = {}, .etcd = {}}));
  EXPECT_FALSE(OpenStore({.engine = Engine::kEmbedded, .folder = "/dev/null/nowhere", .etcd = {}}));
  EXPECT_FALSE(OpenStore({.engine = Engine::kEtcd, .folder = {}, .etcd = {}})) << "no servers";
}

}  // namespace
}  // namespace pintle::storage
