package jackfield.dispatcher.impl.registry;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.dispatch.Registration;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.report.TableReport;
import jackfield.schema.OperatorName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The table is a function of the live registrations, whatever order they came and went in. */
@Tag("thorough")
final class PlugOrderTest {
  private static final OperatorName NAME = OperatorName.parse("t::f");
  private static final List<DispatchKey> KEYS =
      List.of(
          DispatchKey.CPU,
          DispatchKey.CUDA,
          DispatchKey.FPGA,
          DispatchKey.AUTOGRAD,
          DispatchKey.AUTOGRAD_CPU,
          DispatchKey.NESTED_TENSOR_CPU,
          DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD,
          DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD,
          DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD_NON_FUNCTIONAL);

  @Test
  void everyOrderOfArrivalAndDepartureGivesOneTable() {
    for (long seed = 0; seed < 40; seed++) {
      List<DispatchKey> keys = new ArrayList<>(KEYS);
      Collections.shuffle(keys, new Random(seed));
      List<DispatchKey> set = keys.subList(0, 5); // one a key: the order within a list counts
      Map<Set<DispatchKey>, List<TableReport.Row>> tables = new HashMap<>();
      for (List<Integer> order : permutations(5)) {
        plugAndUnplug(set, order, tables, "seed " + seed);
      }
    }
  }

  private static void plugAndUnplug(
      List<DispatchKey> set,
      List<Integer> order,
      Map<Set<DispatchKey>, List<TableReport.Row>> tables,
      String seed) {
    LocalDispatcher dispatcher = new LocalDispatcher();
    Map<DispatchKey, Registration> live = new HashMap<>();
    for (int i : order) {
      live.put(set.get(i), register(dispatcher, set.get(i)));
      compare(dispatcher, live.keySet(), tables, seed);
    }
    for (int i : order.reversed().subList(0, order.size() - 1)) {
      live.remove(set.get((i + 1) % set.size())).withdraw();
      compare(dispatcher, live.keySet(), tables, seed);
    }
  }

  private static Registration register(LocalDispatcher dispatcher, DispatchKey key) {
    return dispatcher.commit(
        Provenance.of("at " + key),
        changes -> changes.kernel(NAME, key, KernelFunction.boxed((o, k, s) -> {})));
  }

  private static void compare(
      LocalDispatcher dispatcher,
      Set<DispatchKey> live,
      Map<Set<DispatchKey>, List<TableReport.Row>> tables,
      String seed) {
    List<TableReport.Row> rows = dispatcher.table(NAME).rows();
    List<TableReport.Row> first = tables.putIfAbsent(new TreeSet<>(live), rows);
    if (first != null) {
      assertThat(rows).as(seed + ", live " + live).isEqualTo(first);
    }
  }

  private static List<List<Integer>> permutations(int n) {
    if (n == 0) {
      return List.of(List.of());
    }
    List<List<Integer>> all = new ArrayList<>();
    for (List<Integer> shorter : permutations(n - 1)) {
      IntStream.rangeClosed(0, shorter.size())
          .forEach(place -> {
            List<Integer> longer = new ArrayList<>(shorter);
            longer.add(place, n - 1);
            all.add(longer);
          });
    }
    return all;
  }
}
