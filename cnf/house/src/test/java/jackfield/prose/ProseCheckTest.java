package jackfield.prose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProseCheckTest {
  private static final String GLOSSARY =
      """
      # Glossary

      | term | means |
      | --- | --- |
      | `commit` | changes that are published together |

      ## Words not to use

      | not | but |
      | --- | --- |
      | `those who` | the threads, by name |
      | `Truth` | registry |

      ## Another section

      | not | but |
      | --- | --- |
      | `kernel` | is not in the list |
      """;

  private final ProseCheck check = new ProseCheck(BannedWords.in(GLOSSARY));

  private List<Finding> page(String text) {
    return check.check(Path.of("docs/page.md"), text);
  }

  private List<Finding> source(String text) {
    return check.check(Path.of("a/src/main/java/A.java"), text);
  }

  private static String sentence(int words) {
    return "Word" + " word".repeat(words - 1) + ".";
  }

  @Test
  void plainProsePasses() {
    assertThat(page("# A commit\n\nA kernel runs. The table holds it.\n")).isEmpty();
    assertThat(source("/** Returns the kernel of a key. */\nclass A {}\n")).isEmpty();
  }

  @Test
  void aBannedWordIsFoundWithItsLineAndTheWordToUse() {
    List<Finding> findings = page("# Title\n\nThe drain waits for\nthose who are inside.\n");
    assertThat(findings)
        .containsExactly(
            new Finding(
                Path.of("docs/page.md"),
                4,
                "a word that prose does not use here",
                "those who",
                "the threads, by name; docs/glossary.md has the list"));
    assertThat(findings.getFirst())
        .hasToString(
            """
            docs/page.md:4: a word that prose does not use here
              found      those who
              try        the threads, by name; docs/glossary.md has the list\
            """);
  }

  @Test
  void aBannedPhraseIsFoundAcrossTheLinesOfAComment() {
    String text =
        "class A {\n  /**\n   * Waits for those\n   * who are inside.\n   */\n  int a;\n}\n";
    assertThat(source(text)).extracting(Finding::line).containsExactly(3);
  }

  @Test
  void bannedWordsInTablesHeadingsAndTagsAreFound() {
    assertThat(page("## Those who wait\n\n| a |\n| --- |\n| those who |\n")).hasSize(2);
    assertThat(source("/**\n * Waits.\n *\n * @param a those who wait\n */\nclass A {}\n"))
        .extracting(Finding::line)
        .containsExactly(4);
  }

  @Test
  void aWordWithACapitalIsFoundAsItIsWritten() {
    assertThat(page("The Truth is a class.\n")).hasSize(1);
    assertThat(page("This is the truth.\n")).isEmpty();
  }

  @Test
  void bannedWordsInCodeAndInTargetsOfLinksPass() {
    assertThat(page("`those who` and [a link](Truth/those.md \"those who\").\n")).isEmpty();
    assertThat(page("```java\n// those who\n```\n\nText.\n")).isEmpty();
    assertThat(source("/** Takes {@code those who} and {@link A those who}. */\nclass A {}\n"))
        .isEmpty();
  }

  @Test
  void wordsInCommentsThatAreNotJavadocAndInStringsPass() {
    String text =
        """
        /* those who */
        class A {
          // those who /** those who */
          String b = "/** those who */";
          char c = '"'; /**/
        }
        """;
    assertThat(source(text)).isEmpty();
  }

  @Test
  void aSentenceOfSixtyWordsPassesAndALongerOneFails() {
    String others = " Short. Short. Short.\n";
    assertThat(page(sentence(60) + others)).isEmpty();
    List<Finding> findings = page("Short.\n" + sentence(61) + others);
    assertThat(findings)
        .extracting(Finding::line, Finding::problem)
        .containsExactly(tuple(2, "a sentence of 61 words"));
  }

  @Test
  void longSentencesOnAverageFail() {
    assertThat(page(sentence(30) + " " + sentence(30) + "\n")).isEmpty();
    assertThat(page(sentence(30) + " " + sentence(31) + "\n"))
        .extracting(Finding::problem, Finding::found)
        .containsExactly(tuple("the sentences are too long", "61 words in 2 sentences"));
  }

  @Test
  void headingsAndCellsDoNotCountForTheAverage() {
    String cells = "| a | b |\n| --- | --- |\n| c | d |\n".repeat(5);
    assertThat(page("# Title\n\n" + sentence(40) + "\n\n" + cells)).hasSize(1);
  }

  @Test
  void paragraphsListItemsAndTagsEndASentence() {
    String item = "- " + "word ".repeat(25) + "\n";
    assertThat(page(item.repeat(3))).isEmpty();
    String tag = " * @param a " + "word ".repeat(25) + "\n";
    assertThat(source("/**\n * A class.\n *\n" + tag.repeat(3) + " */\nclass A {}\n")).isEmpty();
  }

  @Test
  void numbersAreNoWordsAndTheirPointsEndNoSentence() {
    String figures = "It takes " + "3.5, ".repeat(80) + "and 4.5 ns.\n";
    assertThat(page(figures)).isEmpty();
  }

  @Test
  void codeCountsAsAWord() {
    assertThat(page("`a b c` ".repeat(61) + ".\n"))
        .extracting(Finding::problem)
        .contains("a sentence of 61 words");
  }
}
