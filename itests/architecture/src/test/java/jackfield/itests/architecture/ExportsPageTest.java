package jackfield.itests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code docs/exports.md} lists what the bundles export. */
class ExportsPageTest {
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `(jackfield[\\w.]*)` \\| `([\\w.]+)` \\|");

  @Test
  void thePageListsTheExportedPackagesOfEveryBundle() throws IOException {
    Map<String, String> exported = new TreeMap<>();
    for (ExportedApi bundle : ExportedApi.onClassPath()) {
      for (String name : bundle.packages().keySet()) {
        if (name.startsWith("jackfield.")) { // not those of a library that the bundle contains
          exported.put(name, bundle.folder());
        }
      }
    }
    Map<String, String> listed = new TreeMap<>();
    for (Matcher row = ROW.matcher(Document.read("docs/exports.md").text()); row.find(); ) {
      listed.put(row.group(1), row.group(2));
    }
    listed.values().removeIf("embed"::equals); // a library, not a bundle
    assertThat(listed).isEqualTo(exported);
  }
}
