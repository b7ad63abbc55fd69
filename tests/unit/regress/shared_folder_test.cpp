// Who has which point: claims of several workers in one folder.

#include "sim/studies/regress/shared_folder.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "sim/base/config_error.h"
#include "sim/base/forked_task.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/waiting.h"

namespace turnpike::test {
namespace {

using sim::SharedFolder;
using sim::Worker;
using Claim = SharedFolder::Claim;
using std::chrono::milliseconds;

constexpr milliseconds kAnHour(3'600'000);

// On another machine, as far as anybody here can see.
Worker far_away(const std::string& name, const std::string& task = "", unsigned restarts = 0) {
  return {"machine-" + name, "1.1", task, restarts};
}

class SharedFolderTest : public testing::Test {
 protected:
  std::string path() const { return folder_.path().string(); }

  ScratchFolder folder_;
};

TEST_F(SharedFolderTest, APointIsOnePersons) {
  SharedFolder a(path(), far_away("1"), kAnHour);
  SharedFolder b(path(), far_away("2"), kAnHour);
  EXPECT_EQ(a.claim("k"), Claim::mine);
  EXPECT_EQ(a.claim("k"), Claim::mine);
  EXPECT_EQ(b.claim("k"), Claim::taken);
  EXPECT_EQ(b.claim("other"), Claim::mine);
}

TEST_F(SharedFolderTest, WhatIsGivenUpIsFree) {
  SharedFolder a(path(), far_away("1"), kAnHour);
  SharedFolder b(path(), far_away("2"), kAnHour);
  a.claim("k");
  b.release("k");  // not his
  EXPECT_EQ(b.claim("k"), Claim::taken);
  a.release("k");
  EXPECT_EQ(b.claim("k"), Claim::mine);
  EXPECT_EQ(a.claim("k"), Claim::taken);
}

TEST_F(SharedFolderTest, OfManyWhoWantItOneGetsIt) {
  constexpr int kWorkers = 8;
  constexpr int kClaims = 200;
  std::vector<int> mine(kWorkers);
  std::vector<std::thread> threads;
  SharedFolder lost(path(), far_away("lost", "7_0"), kAnHour);
  for (int point = 0; point < kClaims; point += 2) lost.claim(std::to_string(point));
  SharedFolder coordinator(path(), far_away("c"), kAnHour);
  for (int point = 0; point < kClaims; ++point) {
    coordinator.release_of_job(std::to_string(point), "7");
  }
  threads.reserve(kWorkers);
  for (int i = 0; i < kWorkers; ++i) {
    threads.emplace_back([this, i, &mine] {
      SharedFolder folder(path(), far_away(std::to_string(i)), kAnHour);
      for (int point = 0; point < kClaims; ++point) {
        if (folder.claim(std::to_string(point)) == Claim::mine) ++mine[static_cast<unsigned>(i)];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  int all = 0;
  for (const int count : mine) all += count;
  EXPECT_EQ(all, kClaims);
}

TEST_F(SharedFolderTest, AProcessOfThisMachineThatHasEndedIsLostAtOnce) {
  sim::ForkedTask other([this](const std::function<void()>& begin) {
    SharedFolder folder(path(), sim::this_worker(), kAnHour);
    folder.claim("k");
    folder.claim("l");
    begin();
    for (;;) ::pause();
    return 0;
  });
  ASSERT_TRUE(eventually([&] { return other.started(); }));
  SharedFolder me(path(), sim::this_worker(), kAnHour);
  SharedFolder far(path(), far_away("1"), kAnHour);
  EXPECT_EQ(me.claim("k"), Claim::taken);
  me.release_lost("l");  // he is alive
  EXPECT_EQ(far.claim("l"), Claim::taken);
  other.kill();
  EXPECT_EQ(me.claim("k"), Claim::mine);
  EXPECT_EQ(far.claim("l"), Claim::taken);  // who cannot see it waits
  me.release_lost("l");
  EXPECT_EQ(far.claim("l"), Claim::mine);
  me.release_lost("l");  // nobody of this machine
  EXPECT_EQ(me.claim("l"), Claim::taken);
}

TEST_F(SharedFolderTest, AHeartThatBeatsKeepsAClaimAndOneThatStandsStillLosesIt) {
  SharedFolder a(path(), far_away("1"), kAnHour);
  SharedFolder b(path(), sim::this_worker(), milliseconds(300));
  a.beat();
  a.claim("k");
  EXPECT_EQ(b.claim("k"), Claim::taken);  // it has not looked for long enough
  std::this_thread::sleep_for(milliseconds(310));
  // A new heart with the same name: the next beat.
  SharedFolder again(path(), far_away("1"), kAnHour);
  again.beat();
  again.release("none");
  EXPECT_TRUE(eventually([&] { return b.claim("k") == Claim::mine; }));
  EXPECT_EQ(a.claim("k"), Claim::taken);
}

TEST_F(SharedFolderTest, ATaskThatRunsAgainTakesWhatItHadBefore) {
  SharedFolder before(path(), far_away("1", "12_3", 0), kAnHour);
  SharedFolder other(path(), {"third", "5.1", "12_4", 1}, kAnHour);
  SharedFolder after(path(), {"third", "9.1", "12_3", 1}, kAnHour);
  before.claim("k");
  EXPECT_EQ(other.claim("k"), Claim::taken);
  EXPECT_EQ(after.claim("k"), Claim::mine);
}

TEST_F(SharedFolderTest, ClaimsOfAJobThatHasEndedAreFree) {
  SharedFolder task(path(), far_away("1", "12_3"), kAnHour);
  SharedFolder me(path(), sim::this_worker(), kAnHour);
  task.claim("k");
  me.release_of_job("k", "13");
  EXPECT_EQ(me.claim("k"), Claim::taken);
  me.release_of_job("k", "12");
  EXPECT_EQ(me.claim("k"), Claim::mine);
}

TEST_F(SharedFolderTest, ResultsAppearWhole) {
  SharedFolder folder(path(), sim::this_worker());
  EXPECT_TRUE(folder.finished().empty());
  folder.write_point("k", "text");
  EXPECT_EQ(folder.finished(), std::set<std::string>{"k"});
  EXPECT_TRUE(folder.is_finished("k"));
  folder.claim("k");
  folder.remove_point("k");
  EXPECT_FALSE(folder.is_finished("k"));
  SharedFolder other(path(), far_away("2"));
  EXPECT_EQ(other.claim("k"), Claim::mine);
}

TEST_F(SharedFolderTest, WhatCannotBeAFolderIsRefused) {
  std::filesystem::create_directories(folder_.path() / "points");
  std::filesystem::create_symlink("nowhere", folder_.path() / "claims");
  EXPECT_THROW(SharedFolder(path(), sim::this_worker()), sim::ConfigError);
}

TEST(WorkerTest, ATextIsReadBack) {
  const Worker worker{"a", "12.34", "5_6", 7};
  const auto read = Worker::from_text(worker.to_text());
  ASSERT_TRUE(read);
  EXPECT_EQ(read->to_text(), worker.to_text());
  EXPECT_FALSE(Worker::from_text("somebody@machine.12"));
}

}  // namespace
}  // namespace turnpike::test
