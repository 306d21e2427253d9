package jackfield.tools.conformance.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.conformance.KitPlatform;
import jackfield.conformance.vectors.VectorFile;
import jackfield.tools.conformance.LocalPlatform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The ledger of the operators on the class path is the stored one, and so is the page. */
@Tag("slow") // plugs both backends and derives each operator
final class CoverageLedgerTest {
  private static final String REFRESH =
      "mvn -pl tools/conformance -am test -Dtest=CoverageLedgerTest -Dcoverage.refresh=true "
          + "-Dsurefire.failIfNoSpecifiedTests=false";
  private static final Path STORED =
      Path.of("src/test/resources/jackfield/tools/conformance/coverage/ledger.txt");
  private static final Path PAGE = Path.of("../../docs/coverage.md");

  private static Ledger ledger;
  private static GradientChecks gradients;

  @BeforeAll
  static void buildLedger() throws IOException {
    KitPlatform platform = new KitPlatform();
    List<String> backends = List.of("backend.cpu.reference", "backend.cpu");
    platform.plugClassPath(component -> backends.contains(component.bundle()));
    Recordings recordings = Recordings.of(VectorFile.in(LocalPlatform.inRepository("ops")));
    ledger = LedgerBuilder.build(platform.dispatcher(), platform.autograd(), recordings, backends);
    gradients = GradientChecks.of(platform.dispatcher(), platform.autograd(), recordings, ledger);
    if (Boolean.getBoolean("coverage.refresh")) {
      Files.createDirectories(STORED.getParent());
      Files.write(STORED, LedgerFile.of(ledger).text());
      Files.writeString(PAGE, new LedgerPage(ledger, gradients).text());
    }
  }

  private static List<LedgerFile.Change> changes() throws IOException {
    return LedgerFile.parse(Files.readAllLines(STORED)).changes(LedgerFile.of(ledger));
  }

  @Test
  void whatWasCoveredIsCovered() throws IOException {
    assertThat(changes())
        .as("covered before and not now; if that is meant: %s", REFRESH)
        .noneMatch(LedgerFile.Change::isLoss);
  }

  @Test
  void whatIsNewlyCoveredIsStored() throws IOException {
    assertThat(changes())
        .as("not in %s; to store it: %s", STORED, REFRESH)
        .allMatch(LedgerFile.Change::isLoss);
  }

  @Test
  void thePageShowsTheLedger() {
    assertThat(PAGE)
        .as("written by: %s", REFRESH)
        .content()
        .isEqualToNormalizingNewlines(new LedgerPage(ledger, gradients).text());
  }
}
