package jackfield.shell.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnclosedDelimiterTest {
  private static String open(String command) {
    return UnclosedDelimiter.text(UnclosedDelimiter.in(command, 1));
  }

  @Test
  void bracketsAreNamedInTheOrderOfOpening() {
    assertThat(open("x = (\n  twice [1, 2] ["))
        .isEqualTo("( of line 1, column 5, [ of line 2, column 16");
  }

  @Test
  void bracketsAndQuotesInCommentsOpenNothing() {
    assertThat(open("x = ( # it's [1\n  twice 4")).isEqualTo("( of line 1, column 5");
    assertThat(open("x = [1 // one (\n 2")).isEqualTo("[ of line 1, column 5");
    assertThat(open("/* a ( */ twice [")).isEqualTo("[ of line 1, column 17");
    assertThat(open("x = (twice 4)# it's\ny = {")).isEqualTo("{ of line 2, column 5");
  }

  @Test
  void aNumberSignInsideAWordIsNoComment() {
    assertThat(open("echo a# [")).isEqualTo("[ of line 1, column 9");
    assertThat(open("echo \\# [")).isEqualTo("[ of line 1, column 9");
    assertThat(open("echo '#' [")).isEqualTo("[ of line 1, column 10");
    assertThat(open("echo http://x [")).isEqualTo("[ of line 1, column 15");
  }

  @Test
  void quotesHideBracketsAndTheOtherQuote() {
    assertThat(open("echo 'it is \" (' [")).isEqualTo("[ of line 1, column 18");
    assertThat(open("echo \"it's \\\" (\" [")).isEqualTo("[ of line 1, column 18");
  }

  @Test
  void aBackslashEscapesNothingInSingleQuotes() {
    assertThat(open("echo 'a\\' [")).isEqualTo("[ of line 1, column 11");
  }

  @Test
  void anOpenQuoteIsNamedWithWhatIsAroundIt() {
    assertThat(open("(echo 'abc\n def")).isEqualTo("( of line 1, column 1, ' of line 1, column 7");
    assertThat(open("echo $(a [\n \"b"))
        .isEqualTo("( of line 1, column 7, [ of line 1, column 10, \" of line 2, column 2");
  }

  @Test
  void anOpenExpressionIsNamedWithWhatIsInIt() {
    assertThat(open("echo\n %(1 + (2")).isEqualTo("( of line 2, column 3, ( of line 2, column 8");
    assertThat(open("${a")).isEqualTo("{ of line 1, column 2");
  }

  @Test
  void anOpenCommentIsNamed() {
    assertThat(open("twice 1 /* 2 (")).isEqualTo("/* of line 1, column 9");
  }

  @Test
  void bracketsOfAHereDocumentOpenNothing() {
    assertThat(open("echo <<END\n( [\nEND\n{ echo")).isEqualTo("{ of line 4, column 1");
  }

  @Test
  void aClosedCommandHasNothingOpen() {
    assertThat(open("x = ([1 2] {echo '}'}) # (")).isEmpty();
    assertThat(open("echo \\")).isEmpty();
  }
}
