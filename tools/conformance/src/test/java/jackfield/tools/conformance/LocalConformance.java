package jackfield.tools.conformance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The verb without a framework, for authors of kernels: see the module's README. */
public final class LocalConformance {
  private LocalConformance() {}

  /**
   * Runs {@code c10} or {@code derived} if that is the first of {@code arguments}, else {@code
   * ops}, and exits.
   */
  public static void main(String[] arguments) {
    List<String> line = new ArrayList<>(Arrays.asList(arguments));
    if (line.isEmpty() || !List.of("c10", "derived").contains(line.getFirst())) {
      line.addFirst("ops");
    }
    LocalPlatform platform = new LocalPlatform();
    System.exit(ConformanceCommand.run(platform, platform, System.out, System.err, line));
  }
}
