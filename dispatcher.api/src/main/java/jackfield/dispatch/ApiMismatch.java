package jackfield.dispatch;

import jackfield.error.ErrorText;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reports that a bundle was built against another version of the API than the platform has. */
public final class ApiMismatch extends PlugFailure {
  private static final long serialVersionUID = 1;
  private final transient List<Difference> differences;

  /**
   * A package whose versions do not match.
   *
   * @param name the package, such as {@code jackfield.spi}
   * @param asked the versions that the bundle was built for, such as {@code [9.0.0,10.0.0)}
   * @param available the version that the platform has
   * @param isOlder whether the platform's version is below the requested versions
   */
  public record Difference(String name, String asked, String available, boolean isOlder) {}

  /**
   * Creates the error.
   *
   * @param file the bundle that was to be plugged
   * @param differences the packages whose versions do not match; at least one
   */
  public ApiMismatch(Path file, List<Difference> differences, Throwable cause) {
    super(
        text(file, differences),
        "plug",
        file.toString(),
        "start",
        "it was built for another version of the API: "
            + lines(differences, each -> each.name() + " " + each.asked(), ", "),
        remedy(differences),
        cause);
    this.differences = List.copyOf(differences);
  }

  private static ErrorText text(Path file, List<Difference> differences) {
    return new ErrorText("plug " + file + ": failed; nothing has changed")
        .part("asked", lines(differences, each -> each.name() + " " + each.asked(), "\n"))
        .part("found", "a bundle that was built for another version of the API")
        .part("available", lines(differences, each -> each.name() + " " + each.available(), "\n"))
        .part("try", remedy(differences));
  }

  private static String remedy(List<Difference> differences) {
    Difference first = differences.getFirst();
    String update =
        first.isOlder()
            ? "update the platform to one that has %s %s".formatted(first.name(), first.asked())
            : "update the bundle to one for %s %s".formatted(first.name(), first.available());
    return "%s, or build the bundle against %s %s"
        .formatted(update, first.name(), first.available());
  }

  private static String lines(
      List<Difference> differences, Function<Difference, String> line, String between) {
    return differences.stream().map(line).collect(Collectors.joining(between));
  }

  /** Returns the packages whose versions do not match. */
  public List<Difference> differences() {
    return differences;
  }
}
