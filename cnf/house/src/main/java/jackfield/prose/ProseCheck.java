package jackfield.prose;

import jackfield.prose.Passage.Sentence;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks the prose of one file. A sentence has at most {@value #LONGEST} words, the sentences of a
 * file {@value #AVERAGE} words on average, and no banned word occurs outside of code.
 *
 * <p>Headings and cells of tables do not count for the average: most are shorter than a sentence.
 */
final class ProseCheck {
  static final int LONGEST = 60;
  static final int AVERAGE = 30;

  private final BannedWords banned;

  ProseCheck(BannedWords banned) {
    this.banned = banned;
  }

  /** Returns what is wrong in the text of {@code file}: Java if its name says so, or Markdown. */
  List<Finding> check(Path file, String text) {
    List<Passage> passages =
        file.toString().endsWith(".java")
            ? JavadocProse.passages(file, text)
            : MarkdownProse.passages(file, text);
    List<Finding> findings = new ArrayList<>();
    int words = 0;
    int sentences = 0;
    for (Passage passage : passages) {
      for (Sentence sentence : passage.sentences()) {
        checkLength(file, sentence, findings);
        words += passage.isRunning() ? sentence.words() : 0;
        sentences += passage.isRunning() ? 1 : 0;
      }
      checkWords(passage, findings);
    }
    if (words > sentences * AVERAGE) {
      findings.add(
          new Finding(
              file,
              1,
              "the sentences are too long",
              "%d words in %d sentences".formatted(words, sentences),
              "at most %d words a sentence on average".formatted(AVERAGE)));
    }
    return findings;
  }

  private static void checkLength(Path file, Sentence sentence, List<Finding> findings) {
    if (sentence.words() > LONGEST) {
      findings.add(
          new Finding(
              file,
              sentence.line(),
              "a sentence of %d words".formatted(sentence.words()),
              sentence.text(),
              "several sentences, of at most 25 words each"));
    }
  }

  private void checkWords(Passage passage, List<Finding> findings) {
    for (BannedWords.Hit hit : banned.find(passage)) {
      findings.add(
          new Finding(
              passage.file(),
              hit.line(),
              "a word that prose does not use here",
              hit.word(),
              hit.instead() + "; docs/glossary.md has the list"));
    }
  }
}
