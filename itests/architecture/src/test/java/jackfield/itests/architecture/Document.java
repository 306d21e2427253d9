package jackfield.itests.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A Markdown file of the repository: its code blocks and its references. */
record Document(Path file, String text) {
  static final Path ROOT =
      Path.of("../..").toAbsolutePath().normalize(); // relative to the module's folder

  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)[^\\n]*\\n(.*?)^```");
  private static final Pattern LINK =
      Pattern.compile("\\]\\((?!\\w+:)([^()#\\s]+)(?:#L(\\d+)|#[^\\s)]*)?(?:\\s+\"([^\"]*)\")?\\)");
  private static final Pattern MENTION = Pattern.compile("([\\w./-]+\\.(?:java|yaml|xml)):(\\d+)");

  /**
   * A file or line to which the document refers.
   *
   * @param line counted from 1, or 0 for the whole file
   * @param quoted the text on that line; empty if the document quotes none
   */
  record Reference(Path target, int line, String quoted) {}

  /** A code block with its language. */
  record Block(String language, String text) {}

  static Document read(String name) throws IOException {
    Path file = ROOT.resolve(name);
    return new Document(file, Files.readString(file));
  }

  /** Returns the code blocks in order. */
  List<Block> blocks() {
    return BLOCK
        .matcher(text)
        .results()
        .map(block -> new Block(block.group(1), block.group(2)))
        .toList();
  }

  /** Returns every link to a file and every {@code file:line} outside of code blocks. */
  List<Reference> references() {
    String prose = BLOCK.matcher(text).replaceAll("");
    return Stream.concat(
            LINK.matcher(prose).results().map(this::link),
            MENTION.matcher(prose).results().map(this::mention))
        .toList();
  }

  private Reference link(MatchResult link) {
    int line = link.group(2) == null ? 0 : Integer.parseInt(link.group(2));
    String quoted = link.group(3) == null ? "" : link.group(3);
    return new Reference(file.resolveSibling(link.group(1)).normalize(), line, quoted);
  }

  private Reference mention(MatchResult mention) {
    return new Reference(ROOT.resolve(mention.group(1)), Integer.parseInt(mention.group(2)), "");
  }
}
