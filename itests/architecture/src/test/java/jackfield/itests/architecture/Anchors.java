package jackfield.itests.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Resolves the links of a Markdown file to other files of the repository.
 *
 * <p>The anchor of a link depends on its target: a heading of a Markdown file, as GitHub derives
 * its anchor from it; a method or type that a Java file declares; or, in any file, {@code L12} for
 * a line.
 */
final class Anchors {
  private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```|`[^`\\n]*`");
  private static final Pattern LINK =
      Pattern.compile("\\]\\((?![a-z]+:)([^()#\\s]*)(?:#([^()\\s]+))?(?:\\s+\"[^\"]*\")?\\)");
  private static final Pattern LINE = Pattern.compile("L(\\d+)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.+?) *$");
  private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```");

  private Anchors() {}

  /**
   * A relative link.
   *
   * @param target the file or folder; the page itself if the link is only an anchor
   * @param anchor the text behind the {@code #}, or empty
   */
  record Link(Path target, String anchor) {
    /** Returns why the link leads nowhere, or nothing. */
    Optional<String> problem() throws IOException {
      if (!Files.exists(target)) {
        return Optional.of("no file " + target);
      }
      if (anchor.isEmpty() || isKnown()) {
        return Optional.empty();
      }
      return Optional.of("no " + anchor + " in " + target);
    }

    private boolean isKnown() throws IOException {
      if (Files.isDirectory(target)) {
        return false;
      }
      Matcher line = LINE.matcher(anchor);
      if (line.matches()) {
        return Files.readAllLines(target).size() >= Integer.parseInt(line.group(1));
      }
      String name = target.toString();
      return name.endsWith(".java")
          ? JavaNames.in(target).contains(anchor)
          : name.endsWith(".md") && headings(Files.readString(target)).contains(anchor);
    }
  }

  /** Returns the relative links of {@code text}, the content of the Markdown file {@code page}. */
  static List<Link> links(Path page, String text) {
    return LINK.matcher(CODE.matcher(text).replaceAll("`"))
        .results()
        .map(link -> {
          Path target =
              link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1)).normalize();
          return new Link(target, link.group(2) == null ? "" : link.group(2));
        })
        .toList();
  }

  private static Set<String> headings(String text) {
    Set<String> anchors = new HashSet<>();
    HEADING
        .matcher(FENCED.matcher(text).replaceAll(""))
        .results()
        .forEach(heading -> {
          String anchor = anchor(heading.group(1));
          for (int copy = 1; !anchors.add(anchor); copy++) {
            anchor = anchor(heading.group(1)) + "-" + copy;
          }
        });
    return anchors;
  }

  /** Returns what GitHub makes of a heading: letters, digits, hyphens and underscores. */
  private static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
  }
}
