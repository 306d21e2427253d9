package jackfield.shell.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.jline.reader.CompletingParsedLine;
import org.jline.reader.Parser.ParseContext;
import org.junit.jupiter.api.Test;

final class QuotingParserTest {
  private static CompletingParsedLine parse(String line) {
    return (CompletingParsedLine)
        new QuotingParser().parse(line, line.length(), ParseContext.COMPLETE);
  }

  @Test
  void thePositionIsWithinAWordInQuotes() {
    assertThat(parse("keyset \"CPU|Auto").wordCursor()).isEqualTo("CPU|Auto".length());
    assertThat(parse("keyset \"CPU|Auto\"").wordCursor()).isEqualTo("CPU|Auto".length());
    assertThat(parse("keyset \"").wordCursor()).isZero();
    assertThat(parse("plug lau").wordCursor()).isEqualTo(3);
  }

  @Test
  void aCandidateKeepsTheQuotesOfTheWord() {
    assertThat(parse("keyset \"CPU|Auto").escape("CPU|AutogradCPU", true))
        .hasToString("\"CPU|AutogradCPU\"");
    assertThat(parse("plug 'a").escape("a folder/", false)).hasToString("'a folder/");
  }

  @Test
  void aCandidateWithoutQuotesIsEscaped() {
    assertThat(parse("plug a").escape("a b.jar", true)).hasToString("a\\ b.jar");
    assertThat(parse("plug a").escape("a.jar", true)).hasToString("a.jar");
  }
}
