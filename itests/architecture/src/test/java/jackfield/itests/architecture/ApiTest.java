package jackfield.itests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The public and protected members of the exported packages are those of the file {@code api.txt}
 * in the bundle's folder, so that a change of the API is seen in review. The system property {@code
 * api.refresh} writes the files anew.
 */
class ApiTest {
  private static final Path ROOT = Path.of("../..");
  private static final String REFRESH = "cnf/api --refresh";

  @TestFactory
  Stream<DynamicTest> theApiIsTheOneInTheRepository() throws IOException {
    List<ExportedApi> bundles = ExportedApi.onClassPath();
    assertThat(bundles)
        .extracting(ExportedApi::folder)
        .contains("dispatcher.api", "operators.aten", "plugfolder");
    return bundles.stream()
        .map(bundle -> DynamicTest.dynamicTest(bundle.folder(), () -> check(bundle)));
  }

  private static void check(ExportedApi bundle) throws IOException {
    Path file = ROOT.resolve(bundle.folder()).resolve("api.txt");
    List<String> found = bundle.lines();
    if (Boolean.getBoolean("api.refresh")) {
      Files.write(file, found);
    }
    List<String> stored = Files.exists(file) ? Files.readAllLines(file) : List.of();
    List<String> differences = new ArrayList<>();
    differences.addAll(without(found, stored, "+ "));
    differences.addAll(without(stored, found, "- "));
    assertThat(differences)
        .as("the exported API of %s differs from %s · try  %s", bundle.folder(), file, REFRESH)
        .isEmpty();
  }

  /** Returns the lines that only the first has, each after the lines that it is nested in. */
  private static List<String> without(List<String> lines, List<String> others, String sign) {
    Set<String> rest = new LinkedHashSet<>(qualified(lines));
    qualified(others).forEach(rest::remove);
    return rest.stream().map(sign::concat).toList();
  }

  private static List<String> qualified(List<String> lines) {
    List<String> qualified = new ArrayList<>();
    String around = "";
    String type = "";
    for (String line : lines) {
      if (line.startsWith("    ")) {
        qualified.add(type + line);
      } else if (line.startsWith("  ")) {
        type = around + line;
        qualified.add(type);
      } else {
        around = line;
        qualified.add(around);
      }
    }
    return qualified;
  }
}
