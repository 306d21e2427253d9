package jackfield.prose;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the passages of the Javadoc comments of a Java file: paragraphs, list items and tags.
 * Inline tags such as {@code @link} become {@link Passage#CODE}, preformatted text is left out.
 */
final class JavadocProse {
  // Whatever may contain the sign of a comment comes first: text blocks, strings, characters.
  private static final Pattern TOKEN =
      Pattern.compile(
          "\"\"\"[\\s\\S]*?(?<!\\\\)\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\\n])+'"
              + "|//[^\n]*|/\\*\\*/|/\\*(?!\\*)[\\s\\S]*?\\*/|(?<javadoc>/\\*\\*[\\s\\S]*?\\*/)");
  private static final Pattern MARGIN = Pattern.compile("(?m)^[ \t]*\\*(?!/) ?");
  private static final Pattern PRE =
      Pattern.compile("<pre>[\\s\\S]*?</pre>|<table[\\s\\S]*?</table>");
  private static final Pattern BREAK =
      Pattern.compile("</?(?:p|ul|ol|li|h\\d|dl|dt|dd|blockquote)\\b[^>]*>|(?m:^)\\s*(?=@\\w)");
  private static final Pattern BLOCK_TAG =
      Pattern.compile("^\\s*@(?:param\\s+\\S+|throws\\s+\\S+|exception\\s+\\S+|see[\\s\\S]*|\\w+)");
  private static final Pattern TAG = Pattern.compile("</?\\w[^>]*>");

  private final Path file;
  private final List<Passage> passages = new ArrayList<>();

  private JavadocProse(Path file) {
    this.file = file;
  }

  /** Returns the passages of {@code source}, the content of {@code file}. */
  static List<Passage> passages(Path file, String source) {
    JavadocProse reader = new JavadocProse(file);
    Matcher token = TOKEN.matcher(source);
    while (token.find()) {
      if (token.group("javadoc") != null) {
        reader.read(lines(source.substring(0, token.start())) + 1, token.group());
      }
    }
    return reader.passages;
  }

  private void read(int line, String comment) {
    String body = "   " + comment.substring(3, comment.length() - 2);
    String text = withoutInlineTags(MARGIN.matcher(body).replaceAll(""));
    text = PRE.matcher(text).replaceAll(JavadocProse::blank);
    Matcher end = BREAK.matcher(text);
    int from = 0;
    while (end.find()) {
      add(line + lines(text.substring(0, from)), text.substring(from, end.start()));
      from = end.end();
    }
    add(line + lines(text.substring(0, from)), text.substring(from));
  }

  private void add(int line, String html) {
    String text = BLOCK_TAG.matcher(html).replaceFirst(JavadocProse::blank);
    text = TAG.matcher(text).replaceAll(JavadocProse::blank);
    text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    if (!text.isBlank()) {
      passages.add(new Passage(file, line, text, true));
    }
  }

  /** Replaces inline tags; they may contain braces in pairs. */
  private static String withoutInlineTags(String text) {
    StringBuilder result = new StringBuilder();
    int from = 0;
    for (int tag = text.indexOf("{@"); tag >= 0; tag = text.indexOf("{@", from)) {
      int end = endOfTag(text, tag);
      result.append(text, from, tag).append(Passage.CODE);
      result.repeat("\n", lines(text.substring(tag, end)));
      from = end;
    }
    return result.append(text.substring(from)).toString();
  }

  private static int endOfTag(String text, int tag) {
    int depth = 0;
    for (int i = tag; i < text.length(); i++) {
      depth += text.charAt(i) == '{' ? 1 : text.charAt(i) == '}' ? -1 : 0;
      if (depth == 0) {
        return i + 1;
      }
    }
    return text.length();
  }

  /** Keeps the line breaks of what is left out. */
  private static String blank(MatchResult match) {
    return " " + "\n".repeat(lines(match.group()));
  }

  private static int lines(String text) {
    return (int) text.chars().filter(c -> c == '\n').count();
  }
}
