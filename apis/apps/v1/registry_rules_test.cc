#include "apis/apps/v1/registry_rules.h"

#include <gtest/gtest.h>

namespace pintle::apis::apps::v1 {
namespace {

TEST(AppsRegistryRules, NumbersInAnnotations) {
  EXPECT_EQ(ParseAnnotationNumber("12"), 12);
  EXPECT_EQ(ParseAnnotationNumber("+12"), 12);
  EXPECT_EQ(ParseAnnotationNumber("-012"), -12);
  EXPECT_EQ(ParseAnnotationNumber("9223372036854775807"), INT64_MAX);
  for (std::string_view text :
       {"", "+", "-", "+-1", "--1", " 1", "1 ", "1.0", "0x1", "1_0", "9223372036854775808"}) {
    EXPECT_FALSE(ParseAnnotationNumber(text)) << text;
  }
}

TEST(AppsRegistryRules, TemplateGenerationOfADaemonSet) {
  Arena arena;
  DaemonSet daemon_set;
  EXPECT_EQ(TemplateGeneration(daemon_set), 0);
  SetTemplateGenerationOnCreate(arena, daemon_set);
  EXPECT_EQ(TemplateGeneration(daemon_set), 1);
  daemon_set.metadata.annotations.Set(arena, kTemplateGenerationAnnotation, "7");
  SetTemplateGenerationOnCreate(arena, daemon_set);
  EXPECT_EQ(TemplateGeneration(daemon_set), 7) << "what is given counts";

  DaemonSet changed;
  changed.metadata.annotations.Set(arena, kTemplateGenerationAnnotation, "99");
  changed.spec.min_ready_seconds = 3;
  SetTemplateGenerationOnUpdate(arena, daemon_set, changed);
  EXPECT_EQ(TemplateGeneration(changed), 7) << "the template is the same";
  changed.spec.template_.spec.hostname = "h";
  SetTemplateGenerationOnUpdate(arena, daemon_set, changed);
  EXPECT_EQ(TemplateGeneration(changed), 8);
}

}  // namespace
}  // namespace pintle::apis::apps::v1
