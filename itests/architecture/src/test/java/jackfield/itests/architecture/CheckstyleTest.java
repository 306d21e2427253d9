package jackfield.itests.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.contentOf;

import com.puppycrawl.tools.checkstyle.Checker;
import com.puppycrawl.tools.checkstyle.ConfigurationLoader;
import com.puppycrawl.tools.checkstyle.PropertiesExpander;
import com.puppycrawl.tools.checkstyle.api.AuditEvent;
import com.puppycrawl.tools.checkstyle.api.AuditListener;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checkstyle applies its rules to all modules. The tests check a class that breaks rules, as if it
 * were in each package of the repository: a suppression that matches too much would pass unnoticed.
 */
class CheckstyleTest {
  private static final String PROBE =
      """
      package probe;

      public class Probe {
        public void getNothing() {}

        public void run() {
          while (true) {}
        }
      }
      """;

  @TempDir private Path folder;

  /** Returns the rules that the probe breaks, by the package that it would be in. */
  private Map<Path, Set<String>> broken(List<Path> packages) throws Exception {
    List<File> probes = new ArrayList<>();
    for (Path each : packages) {
      Path place = folder.resolve(Document.ROOT.relativize(each));
      Files.createDirectories(place);
      probes.add(Files.writeString(place.resolve("Probe.java"), PROBE).toFile());
    }
    Violations violations = new Violations();
    Checker checker = new Checker();
    checker.setModuleClassLoader(Checker.class.getClassLoader());
    checker.configure(
        ConfigurationLoader.loadConfiguration(
            Document.ROOT.resolve("cnf/checkstyle.xml").toString(),
            new PropertiesExpander(new Properties())));
    checker.addListener(violations);
    checker.process(probes);
    checker.destroy();
    return violations.rules;
  }

  /** Collects the names of broken rules by folder. */
  private static final class Violations implements AuditListener {
    private final Map<Path, Set<String>> rules = new TreeMap<>();

    @Override
    public void addError(AuditEvent event) {
      String rule = event.getSourceName().replaceAll(".*\\.|Check$", "");
      rules.computeIfAbsent(Path.of(event.getFileName()), _ -> new TreeSet<>()).add(rule);
    }

    @Override
    public void addException(AuditEvent event, Throwable failure) {
      throw new AssertionError(event.getFileName(), failure);
    }

    @Override
    public void auditStarted(AuditEvent event) {}

    @Override
    public void auditFinished(AuditEvent event) {}

    @Override
    public void fileStarted(AuditEvent event) {}

    @Override
    public void fileFinished(AuditEvent event) {}
  }

  private static boolean isExported(Path packageFolder) {
    Path info = packageFolder.resolve("package-info.java");
    return Files.exists(info) && contentOf(info.toFile()).contains("@Export");
  }

  @Test
  void theRulesApplyToEveryPackageOfEveryModule() throws Exception {
    List<Path> packages = SourceFolders.packages();
    assertThat(packages).hasSizeGreaterThan(200);
    assertThat(broken(packages))
        .hasSameSizeAs(packages)
        .allSatisfy((_, rules) -> assertThat(rules).contains("MethodName", "EmptyBlock"));
  }

  @Test
  void everyExportedPackageNeedsJavadoc() throws Exception {
    List<Path> packages =
        SourceFolders.packages().stream().filter(CheckstyleTest::isExported).toList();
    assertThat(packages).hasSizeGreaterThan(30);
    assertThat(broken(packages))
        .hasSameSizeAs(packages)
        .allSatisfy((_, rules) -> assertThat(rules).contains("MissingJavadocType"));
  }

  @Test
  void noModuleConfiguresCheckstyleForItself() throws IOException {
    Path house = Document.ROOT.resolve("cnf/house"); // a profile for cnf/format skips all checks
    for (Path module : SourceFolders.modules()) {
      if (module.equals(house)) {
        continue;
      }
      assertThat(module.resolve("pom.xml")).content().doesNotContain("checkstyle.", "-checkstyle");
    }
  }
}
