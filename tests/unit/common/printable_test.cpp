// A user's text in a message: readable, on one line, without command of the terminal.

#include "model/common/printable.h"

#include <gtest/gtest.h>

namespace turnpike::test {
namespace {

using model::excerpt;
using model::printable;
using std::string_literals::operator""s;

TEST(PrintableTest, TextStaysAsItIs) {
  for (const char* text :
       {"", "0 1 2 3", "a\\b \"c\"", "Gr\u00fc\u00dfe, \u4f60\u597d", "\U0001f680"}) {
    EXPECT_EQ(printable(text), text);
  }
}

TEST(PrintableTest, ControlCharactersAreWrittenOut) {
  EXPECT_EQ(printable("a\0b"s), "a\\x00b");
  EXPECT_EQ(printable("one\ntwo\r\tthree"), "one\\ntwo\\r\\tthree");
  EXPECT_EQ(printable("\x1b[2J\x7f"), "\\x1b[2J\\x7f");
  EXPECT_EQ(printable("\u009b2J"), "\\u009b2J");  // a terminal takes it for the same
}

TEST(PrintableTest, MarksThatChangeDirectionOrLineAreWrittenOut) {
  EXPECT_EQ(printable("a\u202eb\u2066c\u2028d\u200be"), "a\\u202eb\\u2066c\\u2028d\\u200be");
  EXPECT_EQ(printable("\ufeffx"), "\\ufeffx");
}

TEST(PrintableTest, BytesThatAreNoUtf8AreWrittenOut) {
  EXPECT_EQ(printable("\xff\xfe"), "\\xff\\xfe");
  EXPECT_EQ(printable("a\xc3"), "a\\xc3");                           // ends in a character
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");                    // too long a form of '/'
  EXPECT_EQ(printable("\xe0\x80\xaf"), "\\xe0\\x80\\xaf");           // the same in three bytes
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // half of a pair of UTF-16
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // beyond the last
  EXPECT_EQ(printable("\xc3\x28"), "\\xc3(");
}

TEST(PrintableTest, LinesKeepTheirBreaks) {
  EXPECT_EQ(model::printable_lines("a\x1b\n\nb\r\n"), "a\\x1b\n\nb\\r\n");
  EXPECT_EQ(model::printable_lines(""), "");
}

TEST(ExcerptTest, LongTextIsCutBetweenCharacters) {
  EXPECT_EQ(excerpt(std::string(60, 'x')), std::string(60, 'x'));
  EXPECT_EQ(excerpt(std::string(61, 'x')), std::string(60, 'x') + " ...");
  EXPECT_EQ(excerpt("ab\u00fc", 3), "ab ...");
  EXPECT_EQ(excerpt("a\U0001f680", 3), "a ...");
  EXPECT_EQ(excerpt(std::string(9, '\x80'), 6), "\\x80\\x80\\x80 ...");
}

TEST(ByteOrderMarkTest, IsSeenAtTheStartOnly) {
  EXPECT_TRUE(model::has_byte_order_mark("\xef\xbb\xbf"));
  EXPECT_TRUE(model::has_byte_order_mark("\xef\xbb\xbf[network]"));
  EXPECT_FALSE(model::has_byte_order_mark("\xef\xbb"));
  EXPECT_FALSE(model::has_byte_order_mark("x\xef\xbb\xbf"));
}

}  // namespace
}  // namespace turnpike::test
