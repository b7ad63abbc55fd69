// other_words.h - names that other simulators give to keys, options and commands of this program.
//
// A search by spelling would not find router.virtual_channels for num_vcs; these lists do.

#pragma once

#include <string>
#include <vector>

namespace turnpike::sim {

struct OtherWord {
  std::string word;  // small letters, with _ for -
  std::string here;  // "router.virtual_channels", "--out", "run"
  std::string tool;  // "BookSim"; empty: several, or people's own
};

// Keys of configurations of BookSim 2, Noxim and garnet (gem5).
const std::vector<OtherWord>& other_words_for_keys();
const std::vector<OtherWord>& other_words_for_options();
const std::vector<OtherWord>& other_words_for_commands();

// The entry for a word, which may begin with dashes, have - for _ and capital letters; null: none.
const OtherWord* find_other_word(const std::vector<OtherWord>& words, const std::string& word);

// The end of a message about an unknown key "table.key": ", BookSim's num_vcs is
// 'router.virtual_channels'", ", nearest known key: 'network.radix'", or where no known key is near
// `otherwise`, which says where they are listed.
std::string key_hint(const std::string& key, const std::vector<std::string>& known,
                     const std::string& otherwise);

// The first of these ends alone, or nothing.
std::string other_word_hint(const std::string& key, const std::vector<std::string>& known);

// The known "table.key" whose last word this is, or that other programs call so; empty: none.
std::string key_meant(const std::string& word, const std::vector<std::string>& known);

}  // namespace turnpike::sim
