// history.cpp - two tables, and what is asked of them.

#include "sim/studies/regress/history.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "model/common/printable.h"
#include "sim/base/config_error.h"

namespace turnpike::sim {

namespace {

constexpr int kVersion = 1;  // PRAGMA user_version

constexpr const char* kTables =
    "CREATE TABLE night (night TEXT PRIMARY KEY, suite TEXT NOT NULL, reseed INTEGER NOT NULL,"
    "  program TEXT NOT NULL, points INTEGER NOT NULL, failed INTEGER NOT NULL,"
    "  missing INTEGER NOT NULL, cpu_seconds REAL NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE result (night TEXT NOT NULL, point TEXT NOT NULL, in_case TEXT NOT NULL,"
    "  verdict TEXT NOT NULL, signature TEXT NOT NULL, seed INTEGER NOT NULL, latency REAL,"
    "  latency_ci95 REAL, accepted REAL, cpu_seconds REAL NOT NULL, processor TEXT NOT NULL,"
    "  PRIMARY KEY (night, point)) WITHOUT ROWID;"
    "CREATE INDEX result_of_point ON result (point, night);"
    "CREATE INDEX result_of_signature ON result (signature, night) WHERE signature <> '';"
    "PRAGMA user_version = 1;";

// The nights of this suite that began before, the latest first.
constexpr const char* kBefore =
    "SELECT night FROM night WHERE suite = ?1 AND night < ?2 ORDER BY night DESC LIMIT ?3";

constexpr double kSlower = 1.25;      // times the median of the nights before
constexpr double kSlowerSeconds = 1;  // and so much at least

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

const Json* figure(const JudgedPoint& point, const char* name) {
  if (!point.record || !point.record->figures.is_object()) return nullptr;
  const auto found = point.record->figures.find(name);
  return found == point.record->figures.end() || !found->is_number() ? nullptr : &*found;
}

// One that may be too narrow would accuse by chance.
const Json* reliable_interval(const JudgedPoint& point) {
  const Json* half_width = figure(point, "latency_ci95");
  if (half_width == nullptr) return nullptr;
  return point.record->figures.value("latency_ci95_reliable", true) ? half_width : nullptr;
}

}  // namespace

// One statement of SQL with its parameters.
class Statement {
 public:
  Statement(const History& history, const std::string& sql) : history_(history) {
    if (sqlite3_prepare_v2(history.database_.get(), sql.c_str(), -1, &statement_, nullptr) !=
        SQLITE_OK) {
      history_.fail();
    }
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& bind(int at, const std::string& text) {
    sqlite3_bind_text(statement_, at, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
    return *this;
  }
  Statement& bind(int at, double number) {
    sqlite3_bind_double(statement_, at, number);
    return *this;
  }
  Statement& bind(int at, std::uint64_t number) {
    sqlite3_bind_int64(statement_, at, static_cast<sqlite3_int64>(number));
    return *this;
  }
  Statement& bind(int at, const Json* number) {
    if (number == nullptr) {
      sqlite3_bind_null(statement_, at);
    } else {
      sqlite3_bind_double(statement_, at, number->get<double>());
    }
    return *this;
  }

  // The next row, if there is one.
  bool step() {
    const int status = sqlite3_step(statement_);
    if (status != SQLITE_ROW && status != SQLITE_DONE) history_.fail();
    return status == SQLITE_ROW;
  }
  void reset() { sqlite3_reset(statement_); }

  std::string text(int column) const {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    return bytes == nullptr ? "" : bytes;
  }
  double number(int column) const { return sqlite3_column_double(statement_, column); }
  std::uint64_t count(int column) const {
    return static_cast<std::uint64_t>(sqlite3_column_int64(statement_, column));
  }

 private:
  const History& history_;
  sqlite3_stmt* statement_ = nullptr;
};

void History::Close::operator()(sqlite3* database) const { sqlite3_close(database); }

void History::fail() const {
  throw ConfigError(fmt::format(
      "{}: {}; allowed: a file that a collected night left, or a new one that can be written",
      model::printable(path_), sqlite3_errmsg(database_.get())));
}

void History::run(const std::string& sql) {
  if (sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

History::History(const std::string& path) : path_(path) {
  sqlite3* database = nullptr;
  const int status = sqlite3_open(path.c_str(), &database);
  database_.reset(database);
  if (status != SQLITE_OK) fail();
  sqlite3_busy_timeout(database, 60'000);  // ms: another night may be collected just now
  if (version() == kVersion) return;
  // Two nights that open a new file at once take turns: the second finds the tables of the first.
  run("BEGIN IMMEDIATE");
  const std::uint64_t found = version();
  if (found == 0 && is_empty()) {
    run(kTables);
  } else if (found != kVersion) {
    throw ConfigError(fmt::format("{}: found a database of version {}, allowed: version {}",
                                  model::printable(path_), found, kVersion));
  }
  run("COMMIT");
}

std::uint64_t History::version() {
  Statement version(*this, "PRAGMA user_version");
  version.step();
  return version.count(0);
}

bool History::is_empty() {
  Statement tables(*this, "SELECT count(*) FROM sqlite_master");
  tables.step();
  return tables.count(0) == 0;
}

void History::add(const Plan& plan, const Collected& collected) {
  run("BEGIN IMMEDIATE");
  for (const char* table : {"night", "result"}) {
    Statement(*this, fmt::format("DELETE FROM {} WHERE night = ?1", table))
        .bind(1, plan.night)
        .step();
  }
  Statement result(*this, "INSERT INTO result VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11)");
  double cpu_seconds = 0;
  for (const JudgedPoint& point : collected.points) {
    const RegressPoint& planned = plan.points[point.number];
    const bool has_run = point.record.has_value();
    result.bind(1, plan.night)
        .bind(2, planned.name)
        .bind(3, plan.suite.cases[planned.case_index].name)
        .bind(4, std::string(to_text(point.verdict())))
        .bind(5, point.failed() ? point.complaints.front().signature : std::string())
        .bind(6, planned.seed)
        .bind(7, figure(point, "latency"))
        .bind(8, reliable_interval(point))
        .bind(9, figure(point, "accepted"))
        .bind(10, has_run ? point.record->cost.cpu_seconds : 0.0)
        .bind(11, has_run ? point.record->cost.processor : std::string());
    result.step();
    result.reset();
    cpu_seconds += has_run ? point.record->cost.cpu_seconds : 0;
  }
  Statement(*this, "INSERT INTO night VALUES (?1,?2,?3,?4,?5,?6,?7,?8)")
      .bind(1, plan.night)
      .bind(2, plan.suite.name)
      .bind(3, plan.reseed)
      .bind(4, program_hash())
      .bind(5, std::uint64_t{plan.points.size()})
      .bind(6, std::uint64_t{collected.failed})
      .bind(7, std::uint64_t{collected.missing})
      .bind(8, cpu_seconds)
      .step();
  run("COMMIT");
}

namespace {

// What is asked of the nights before, about one night.
class Comparison {
 public:
  Comparison(const History& history, const Plan& plan, const Collected& collected)
      : history_(history), plan_(plan), collected_(collected) {}

  Trend trend() {
    add_nights();
    add_verdicts();
    add_signatures();
    add_slower();
    add_drifts();
    return std::move(trend_);
  }

 private:
  void add_nights() {
    Statement nights(history_,
                     "SELECT night, points, failed, missing, cpu_seconds FROM night"
                     " WHERE suite = ?1 AND night <= ?2 ORDER BY night DESC LIMIT ?3");
    nights.bind(1, plan_.suite.name).bind(2, plan_.night);
    nights.bind(3, std::uint64_t{History::kCompared + 1});
    while (nights.step()) {
      trend_.nights.push_back(
          {nights.text(0), nights.count(1), nights.count(2), nights.count(3), nights.number(4)});
    }
    std::reverse(trend_.nights.begin(), trend_.nights.end());
  }

  // What a point came to when it was last run; empty: never.
  void add_verdicts() {
    Statement last(history_, fmt::format("SELECT verdict FROM result WHERE point = ?4 AND verdict"
                                         " <> 'missing' AND night IN ({}) ORDER BY night DESC"
                                         " LIMIT 1",
                                         kBefore));
    for (const JudgedPoint& point : collected_.points) {
      if (!point.record || trend_.nights.size() < 2) continue;
      const std::string& name = plan_.points[point.number].name;
      bind_before(last, History::kCompared);
      last.bind(4, name);
      const std::string verdict = last.step() ? last.text(0) : "";
      last.reset();
      if (point.failed() && verdict == "passed") trend_.new_failures.push_back(name);
      if (!point.failed() && verdict == "failed") trend_.mended.push_back(name);
    }
  }

  void add_signatures() {
    Statement first(history_,
                    "SELECT min(r.night) FROM result r JOIN night n ON n.night = r.night WHERE"
                    " n.suite = ?1 AND r.night <= ?2 AND r.signature = ?3 AND r.signature <> ''");
    for (const FailureGroup& group : collected_.groups) {
      first.bind(1, plan_.suite.name).bind(2, plan_.night).bind(3, group.signature);
      trend_.since.push_back(first.step() ? first.text(0) : plan_.night);
      first.reset();
    }
  }

  void add_slower() {
    Statement sums(history_,
                   fmt::format("SELECT now.in_case, old.night, sum(now.cpu_seconds),"
                               " sum(old.cpu_seconds) FROM result now JOIN result old ON"
                               " old.point = now.point AND old.processor = now.processor WHERE"
                               " now.night = ?2 AND now.verdict = 'passed' AND old.verdict ="
                               " 'passed' AND old.night IN ({}) GROUP BY now.in_case, old.night",
                               kBefore));
    bind_before(sums, History::kComparedTimes);
    struct Times {
      std::vector<double> ratios;
      std::vector<double> before;
      double now = 0;
    };
    std::map<std::string, Times> cases;
    while (sums.step()) {
      if (!(sums.number(3) > 0)) continue;
      Times& times = cases[sums.text(0)];
      times.now = std::max(times.now, sums.number(2));
      times.before.push_back(sums.number(3));
      times.ratios.push_back(sums.number(2) / sums.number(3));
    }
    for (const auto& [name, times] : cases) {
      const double before = median(times.before);
      if (median(times.ratios) < kSlower || times.now - before < kSlowerSeconds) continue;
      trend_.slower.push_back({name, times.now, before});
    }
  }

  // Of a point: the latest latency for each seed that nights before had.
  struct Earlier {
    double mean = 0;
    double half_width = 0;  // of the 95 % interval of the mean
  };
  std::optional<Earlier> earlier(Statement& rows, const JudgedPoint& point) {
    bind_before(rows, History::kCompared);
    rows.bind(4, plan_.points[point.number].name);
    std::map<std::uint64_t, std::pair<double, double>> by_seed;
    while (rows.step()) by_seed.try_emplace(rows.count(0), rows.number(1), rows.number(2));
    rows.reset();
    if (by_seed.empty()) return std::nullopt;
    // The same seed and the same latency: nothing has changed.
    const auto same = by_seed.find(plan_.points[point.number].seed);
    if (same != by_seed.end() && same->second.first == figure(point, "latency")->get<double>()) {
      return std::nullopt;
    }
    Earlier found;
    double squares = 0;
    for (const auto& [seed, figures] : by_seed) {
      found.mean += figures.first;
      squares += figures.second * figures.second;
    }
    const auto count = static_cast<double>(by_seed.size());
    found.mean /= count;
    found.half_width = std::sqrt(squares) / count;
    return found;
  }

  void add_drifts() {
    Statement rows(history_,
                   fmt::format("SELECT seed, latency, latency_ci95 FROM result WHERE point = ?4"
                               " AND verdict = 'passed' AND latency_ci95 IS NOT NULL AND night IN"
                               " ({}) ORDER BY night DESC",
                               kBefore));
    std::vector<Drift> all;
    for (const JudgedPoint& point : collected_.points) {
      const Json* latency = figure(point, "latency");
      const Json* half_width = reliable_interval(point);
      if (point.failed() || latency == nullptr || half_width == nullptr) continue;
      const auto before = earlier(rows, point);
      if (!before) continue;
      const double width = std::hypot(half_width->get<double>(), before->half_width);
      all.push_back({plan_.points[point.number].name, latency->get<double>(), before->mean, width});
    }
    const double factor = rare_deviation(all.size()) / 1.96;
    for (Drift& drift : all) {
      drift.allowed *= factor;
      if (std::abs(drift.latency - drift.before) > drift.allowed) trend_.drifts.push_back(drift);
    }
  }

  void bind_before(Statement& statement, int nights) const {
    statement.bind(1, plan_.suite.name)
        .bind(2, plan_.night)
        .bind(3, static_cast<std::uint64_t>(nights));
  }

  const History& history_;
  const Plan& plan_;
  const Collected& collected_;
  Trend trend_;
};

}  // namespace

Trend History::trend(const Plan& plan, const Collected& collected) {
  return Comparison(*this, plan, collected).trend();
}

double rare_deviation(std::size_t tests) {
  const double wanted = 0.01 / static_cast<double>(std::max<std::size_t>(tests, 1));
  double low = 0;
  double high = 40;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (std::erfc(middle / std::sqrt(2.0)) > wanted ? low : high) = middle;
  }
  return high;
}

}  // namespace turnpike::sim
