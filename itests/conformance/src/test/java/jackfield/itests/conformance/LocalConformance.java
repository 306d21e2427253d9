package jackfield.itests.conformance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The verb without a framework, for those who write kernels: see the module's README. */
public final class LocalConformance {
  private LocalConformance() {}

  /** Runs {@code ops} with {@code arguments} and exits. */
  public static void main(String[] arguments) {
    List<String> line = new ArrayList<>(List.of("ops"));
    line.addAll(Arrays.asList(arguments));
    System.exit(ConformanceCommand.run(new LocalPlatform(), System.out, System.err, line));
  }
}
