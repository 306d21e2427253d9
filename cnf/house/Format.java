import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions.Style;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Checks or applies google-java-format on every hand-written source. The build runs it from its
 * source; {@code --check} lists files that are not formatted, {@code --apply} formats them.
 *
 * <p>Generated sources are left out, since their generator determines their format.
 */
final class Format {
  private final Formatter formatter = new Formatter();
  private final boolean applies;

  private Format(boolean applies) {
    this.applies = applies;
  }

  public static void main(String[] arguments) throws IOException {
    Format format = new Format(arguments[0].equals("--apply"));
    Path root = Path.of(arguments[1]).normalize();
    int unformatted = 0;
    for (Path source : sources(root)) {
      unformatted += format.isFormatted(source) ? 0 : 1;
    }
    if (unformatted > 0) {
      System.err.println(unformatted + " files are not formatted · try  cnf/format");
      System.exit(1);
    }
  }

  private static List<Path> sources(Path root) throws IOException {
    List<Path> sources = new ArrayList<>();
    // Not Files.walk: other modules are being built, and what they delete would end it.
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return folder.toString().matches(".*/(target|\\.git|src/generated|archetype-resources)")
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".java")) {
              sources.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    Collections.sort(sources);
    return sources;
  }

  /** Checkstyle refuses unused imports there; to look for them, javac parses each source again. */
  private static boolean hasCheckstyle(Path source) {
    return source.toString().matches(".*/src/(main|test)/java/.*");
  }

  private boolean isFormatted(Path source) throws IOException {
    String written = Files.readString(source);
    String formatted;
    try {
      String pruned =
          applies || !hasCheckstyle(source)
              ? RemoveUnusedImports.removeUnusedImports(written)
              : written;
      formatted = formatter.formatSource(ImportOrderer.reorderImports(pruned, Style.GOOGLE));
    } catch (FormatterException unreadable) {
      System.err.println(source + ": " + unreadable.getMessage());
      return false;
    }
    if (formatted.equals(written)) {
      return true;
    }
    System.err.println(source);
    if (applies) {
      Files.writeString(source, formatted);
    }
    return applies;
  }
}
