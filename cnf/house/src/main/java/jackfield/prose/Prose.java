package jackfield.prose;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Checks every Markdown file and every Javadoc comment of {@code src/main}, and fails the build if
 * it finds something. Generated sources are left out: their text is that of the generator's data.
 *
 * <p>Arguments: the root of the repository, then the files and folders to check, relative to it;
 * all if none is given. With {@code --count} before the root it prints only the number of findings
 * of each module and succeeds.
 */
public final class Prose {
  private static final String GLOSSARY = "docs/glossary.md";
  private static final Pattern LEFT_OUT =
      Pattern.compile(".*/(?:target|\\.git|src/generated)/.*|.*/archetype-resources/.*\\.java");
  private static final Pattern READ = Pattern.compile(".*\\.md|.*/src/main/.*\\.java");

  private Prose() {}

  /**
   * Runs the check.
   *
   * @throws IOException if a file cannot be read
   */
  public static void main(String[] arguments) throws IOException {
    List<String> words = new ArrayList<>(List.of(arguments));
    boolean counts = words.remove("--count");
    Path root = Path.of(words.removeFirst()).toAbsolutePath().normalize();
    List<Finding> findings = findings(root, words.isEmpty() ? List.of("") : words);
    if (counts) {
      count(findings).forEach((module, count) -> System.out.println(count + "\t" + module));
    } else if (!findings.isEmpty()) {
      findings.forEach(System.err::println);
      System.err.println(findings.size() + " findings in prose · see HOUSE-STYLE.md, Prose");
      System.exit(1);
    }
  }

  /** Returns what is wrong in the files below {@code parts} of the repository at {@code root}. */
  static List<Finding> findings(Path root, List<String> parts) throws IOException {
    ProseCheck check = new ProseCheck(BannedWords.in(Files.readString(root.resolve(GLOSSARY))));
    List<Finding> findings = new ArrayList<>();
    for (String part : parts) {
      for (Path file : files(root.resolve(part))) {
        findings.addAll(check.check(root.relativize(file), Files.readString(file)));
      }
    }
    return findings;
  }

  private static List<Path> files(Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    // Not Files.walk: other modules are being built, and a file that vanishes would end it.
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path at, BasicFileAttributes attributes) {
            return LEFT_OUT.matcher(at + "/").matches()
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (READ.matcher(file.toString()).matches()
                && !LEFT_OUT.matcher(file.toString()).matches()) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    Collections.sort(files);
    return files;
  }

  /** Returns the number of findings of each module, which is the path before {@code src}. */
  private static Map<String, Long> count(List<Finding> findings) {
    return findings.stream()
        .collect(Collectors.groupingBy(Prose::module, TreeMap::new, Collectors.counting()));
  }

  private static String module(Finding finding) {
    return finding.file().toString().replaceFirst("/(?:src/.*|[^/]*)$", "");
  }
}
