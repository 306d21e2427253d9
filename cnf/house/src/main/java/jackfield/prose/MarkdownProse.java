package jackfield.prose;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads the passages of a Markdown file. Fenced code blocks, targets of links and HTML tags are
 * left out; code between backticks becomes {@link Passage#CODE}.
 */
final class MarkdownProse {
  private static final Pattern CODE = Pattern.compile("(`+)(?!`)[\\s\\S]*?(?<!`)\\1(?!`)");
  private static final Pattern LINK = Pattern.compile("\\]\\([^()\\s]*(?:\\s+\"[^\"]*\")?\\)");
  private static final Pattern TAG = Pattern.compile("</?\\w[^>]*>");
  private static final Pattern ITEM = Pattern.compile("\\s*(?:[-*+]|\\d+\\.)\\s+.*");
  private static final Pattern RULE = Pattern.compile("[\\s|:-]+");

  private final Path file;
  private final List<Passage> passages = new ArrayList<>();
  private final StringBuilder running = new StringBuilder();
  private int begin;

  private MarkdownProse(Path file) {
    this.file = file;
  }

  /** Returns the passages of {@code text}, the content of {@code file}. */
  static List<Passage> passages(Path file, String text) {
    MarkdownProse reader = new MarkdownProse(file);
    String fence = null;
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      String start = line.strip();
      if (fence != null) {
        fence = start.equals(fence) ? null : fence;
      } else if (start.startsWith("```")) {
        reader.endPassage();
        fence = "```";
      } else {
        reader.read(number, line);
      }
    }
    reader.endPassage();
    return reader.passages;
  }

  private void read(int number, String line) {
    if (line.isBlank() || RULE.matcher(line).matches()) {
      endPassage();
    } else if (line.startsWith("#")) {
      endPassage();
      add(number, line.replaceFirst("^#+\\s*", ""), false);
    } else if (line.startsWith("|")) {
      endPassage();
      for (String cell : withoutCode(line).split("(?<!\\\\)\\|")) {
        add(number, cell, false);
      }
    } else {
      if (ITEM.matcher(line).matches()) {
        endPassage();
      }
      begin = running.isEmpty() ? number : begin;
      running.append(line.replaceFirst("^\\s*(?:[-*+]|\\d+\\.|>)\\s+", "")).append('\n');
    }
  }

  private void endPassage() {
    add(begin, running.toString(), true);
    running.setLength(0);
  }

  private void add(int line, String markdown, boolean isRunning) {
    String text = TAG.matcher(LINK.matcher(withoutCode(markdown)).replaceAll("]")).replaceAll(" ");
    text = text.replaceAll("[\\[\\]*]", "");
    if (!text.isBlank()) {
      passages.add(new Passage(file, line, text, isRunning));
    }
  }

  private static String withoutCode(String markdown) {
    return CODE.matcher(markdown)
        .replaceAll(code -> Passage.CODE + "\n".repeat((int) code.group().lines().count() - 1));
  }
}
