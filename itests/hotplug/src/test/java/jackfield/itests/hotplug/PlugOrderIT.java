package jackfield.itests.hotplug;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.itests.hotplug.bundle.BundleJar;
import jackfield.itests.hotplug.bundle.MarkingBackend;
import jackfield.itests.hotplug.platform.Distribution;
import jackfield.itests.hotplug.platform.InsideFramework;
import jackfield.itests.hotplug.platform.KnownSums;
import jackfield.itests.hotplug.platform.Panel;
import jackfield.itests.hotplug.platform.Quiet;
import jackfield.itests.hotplug.platform.TestFolder;
import jackfield.report.TableReport;
import jackfield.spi.Backend;
import jackfield.spi.Feature;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import javax.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;

/** The tables depend on the plugged bundles, not on the order in which they were plugged. */
@Tag("thorough")
@InsideFramework
class PlugOrderIT {
  @Inject private BundleContext context;
  private Panel panel; // set before each test, as are the fields below
  private Path folder;
  private String shadowed;

  @BeforeEach
  void open() throws IOException {
    panel = new Panel(context);
    folder = TestFolder.named("order");
    shadowed = panel.title("backend.cpu.reference");
  }

  @AfterEach
  void close() throws BundleException {
    panel.close();
  }

  @Test
  void startsInDifferentOrdersEndInTheSameTables() throws Exception {
    context.installBundle(Distribution.backend("backend.cpu")).start();
    Map<String, List<TableReport.Row>> tables = panel.tables();
    List<String> bundles =
        List.of("dispatcher.impl", "operators.aten", "backend.cpu.reference", "backend.cpu");
    for (List<String> order : sample(permutations(bundles))) {
      for (String bundle : order.reversed()) {
        panel.bundle(bundle).stop();
      }
      for (String bundle : order) {
        panel.bundle(bundle).start();
      }
      assertThat(panel.tables()).as("started in the order %s", order).isEqualTo(tables);
      new KnownSums(panel.aten()).check();
    }
  }

  @Test
  void threeBackendsAndAFeatureInDifferentOrdersEndInTheSameTables() throws Exception {
    Map<String, Path> jars = new TreeMap<>();
    for (int ranking : List.of(5, 50, 500)) {
      String name = "test.backend" + ranking;
      BundleJar jar = BundleJar.named(name).component(Backend.class, MarkingBackend.class, ranking);
      jars.put(name, jar.write(folder));
    }
    jars.put(
        "test.quiet",
        BundleJar.named("test.quiet").component(Feature.class, Quiet.class, 0).write(folder));
    Map<String, List<TableReport.Row>> before = panel.tables();
    Map<String, List<TableReport.Row>> tables = null;
    for (List<String> order : sample(permutations(List.copyOf(jars.keySet())))) {
      for (String bundle : order) {
        panel.platform().plug(jars.get(bundle));
      }
      tables = tables == null ? panel.tables() : tables;
      assertThat(panel.tables()).as("plugged in the order %s", order).isEqualTo(tables);
      for (String bundle : order) {
        panel.platform().unplug(bundle);
      }
      assertThat(panel.tables()).as("pulled in the order %s", order).isEqualTo(before);
    }
  }

  /**
   * Returns every order with {@code -Dorders=all}, else every fifth, which begin with each name.
   */
  private static List<List<String>> sample(List<List<String>> orders) {
    int step = "all".equals(System.getProperty("orders")) ? 1 : 5;
    return IntStream.range(0, orders.size())
        .filter(i -> i % step == 0)
        .mapToObj(orders::get)
        .toList();
  }

  private static List<List<String>> permutations(List<String> of) {
    if (of.isEmpty()) {
      return List.of(List.of());
    }
    List<List<String>> all = new ArrayList<>();
    for (String first : of) {
      List<String> others = of.stream().filter(other -> !other.equals(first)).toList();
      for (List<String> rest : permutations(others)) {
        List<String> permutation = new ArrayList<>(List.of(first));
        permutation.addAll(rest);
        all.add(permutation);
      }
    }
    return all;
  }

  @Test
  void aRestartedDispatcherHasTheSameTables() throws Exception {
    context.installBundle(Distribution.backend("backend.cpu")).start();
    Map<String, List<TableReport.Row>> tables = panel.tables();
    Bundle dispatcher = panel.bundle("dispatcher.impl");
    dispatcher.stop();
    dispatcher.start();
    assertThat(panel.tables()).isEqualTo(tables);
    new KnownSums(panel.aten()).check();
  }

  private void plug(String name, int ranking) throws Exception {
    panel
        .platform()
        .plug(
            BundleJar.named(name)
                .component(Backend.class, MarkingBackend.class, ranking)
                .write(folder));
  }

  private void assertServing(String bundle, String... waiting) throws InterruptedException {
    TableReport.Row row = panel.row(Aten.ADD_TENSOR);
    assertThat(row.servedBy()).isEqualTo(bundle);
    assertThat(row.shadowed()).containsExactly(waiting);
  }

  @Test
  void theHigherRankedBackendServesAndWhenItIsPulledTheNextIsBack() throws Exception {
    plug("test.high", 50);
    plug("test.low", 5);
    assertServing("test.high 1.0.0", "test.low 1.0.0", shadowed);
    panel.platform().unplug("test.high");
    assertServing("test.low 1.0.0", shadowed);
    panel.platform().unplug("test.low");
    assertServing(shadowed);
    new KnownSums(panel.aten()).check();
  }

  @Test
  void amongEqualsTheNewerServesAndTheOlderIsBackAfterwards() throws Exception {
    plug("test.older", 5);
    plug("test.newer", 5);
    assertServing("test.newer 1.0.0", "test.older 1.0.0", shadowed);
    panel.platform().unplug("test.newer");
    assertServing("test.older 1.0.0", shadowed);
  }

  @Test
  void pullingABackendThatIsShadowedChangesNothing() throws Exception {
    plug("test.older", 5);
    plug("test.newer", 5);
    panel.platform().unplug("test.older");
    assertServing("test.newer 1.0.0", shadowed);
  }
}
