package jackfield.dispatcher.impl.c10;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.dispatch.Changes;
import jackfield.dispatch.Registration;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.report.OperatorDump;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random sets of up to six registrations of every kind, registered and dropped in every order.
 *
 * <p>Kernels have different rankings, so those of one key have the same order at any time.
 */
@Tag("thorough")
final class RegistrationOrderTest {
  private static final OperatorName NAME = OperatorName.parse("t::foo");
  private static final OperatorSchema SCHEMA =
      OperatorSchema.parse("t::foo(Tensor x, int n, Tensor[] y) -> Tensor");
  private static final int LARGE_SETS = 2;
  private static final int SMALL_SETS = 25;

  private static final long SEED = 20_261_121;

  private final Random random = new Random(SEED);

  /** A set of registrations, and the dump of each live subset. */
  private record Trial(
      List<Provenance> who,
      List<Consumer<Changes>> registrations,
      List<String> texts,
      Map<Set<Integer>, String> dumps) {
    void add(String text, Consumer<Changes> registration) {
      who.add(Provenance.of("registration " + texts.size()));
      registrations.add(registration);
      texts.add(text);
    }
  }

  @Test
  void allOrdersOfRegisteringAndDroppingGiveOneDump() {
    for (int i = 0; i < SMALL_SETS + LARGE_SETS; i++) {
      Trial trial = trial(i < SMALL_SETS ? 1 + random.nextInt(5) : 6);
      List<List<Integer>> orders = Orders.of(trial.registrations().size());
      int shift = random.nextInt(orders.size());
      for (int j = 0; j < orders.size(); j++) {
        run(trial, orders.get(j), orders.get((j + shift) % orders.size()));
      }
      // every subset was live at some time, the empty one included
      assertThat(trial.dumps()).hasSize(1 << trial.registrations().size());
    }
  }

  private Trial trial(int size) {
    Trial trial =
        new Trial(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new HashMap<>());
    EnumSet<DispatchKey> fallbacks = EnumSet.noneOf(DispatchKey.class);
    List<DispatchKey> used = new ArrayList<>();
    if (random.nextInt(3) > 0) {
      trial.add("def", changes -> changes.define(SCHEMA, List.of(size)));
    }
    while (trial.registrations().size() < size) {
      boolean isFallthrough = random.nextInt(4) == 0;
      KernelFunction kernel =
          isFallthrough ? KernelFunction.fallthrough() : KernelFunction.boxed((o, k, s) -> {});
      if (random.nextInt(4) == 0) {
        addFallback(trial, fallbacks, kernel);
      } else {
        addKernel(trial, used, kernel);
      }
    }
    return trial;
  }

  private void addFallback(Trial trial, Set<DispatchKey> taken, KernelFunction kernel) {
    DispatchKey key = DispatchKey.runtime().get(random.nextInt(DispatchKey.runtime().size()));
    if (taken.add(key)) {
      trial.add("fallback " + key, changes -> changes.fallback(key, kernel));
    }
  }

  private void addKernel(Trial trial, List<DispatchKey> used, KernelFunction kernel) {
    DispatchKey key = kernelKey(used);
    used.add(key);
    int rank = trial.registrations().size();
    trial.add(
        "kernel " + key + (kernel.isFallthrough() ? "!" : ""),
        changes -> changes.ranking(rank).kernel(NAME, key, kernel));
  }

  /** Returns an alias, a runtime key, or a key that has a kernel already. */
  private DispatchKey kernelKey(List<DispatchKey> used) {
    List<DispatchKey> aliases =
        EnumSet.allOf(DispatchKey.class).stream().filter(DispatchKey::isAlias).toList();
    int kind = random.nextInt(5);
    List<DispatchKey> from =
        kind < 2 ? aliases : kind == 2 && !used.isEmpty() ? used : DispatchKey.runtime();
    return from.get(random.nextInt(from.size()));
  }

  private void run(Trial trial, List<Integer> order, List<Integer> drops) {
    LocalDispatcher dispatcher = new LocalDispatcher();
    // Kept to the end, so that there is a dump when only fallbacks are live.
    Registration name = dispatcher.commit(Provenance.of("name"), changes -> changes.name(NAME));
    Map<Integer, Registration> live = new TreeMap<>();
    check(trial, dispatcher, live.keySet(), order, drops);
    for (int i : order) {
      live.put(i, dispatcher.commit(trial.who().get(i), trial.registrations().get(i)));
      check(trial, dispatcher, live.keySet(), order, drops);
    }
    for (int i : drops) {
      live.remove(i).close();
      check(trial, dispatcher, live.keySet(), order, drops);
    }
    name.close();
    assertThat(dispatcher.operators()).isEmpty();
    assertThat(dispatcher.fallbacks()).isEmpty();
  }

  private void check(
      Trial trial,
      LocalDispatcher dispatcher,
      Set<Integer> live,
      List<Integer> order,
      List<Integer> drops) {
    OperatorDump dump = new OperatorDump(dispatcher.report(NAME).orElseThrow());
    String text =
        dump.state()
            + dump.computedTable()
            + dump.extractor()
            + (live.contains(0) ? dispatcher.report(NAME).orElseThrow().tags() : "");
    String first = trial.dumps().putIfAbsent(new TreeSet<>(live), text);
    if (first != null && !first.equals(text)) {
      assertThat(text)
          .as(
              "seed %d: %s registered %s, dropped %s, live %s",
              SEED, trial.texts(), order, drops, new HashSet<>(live))
          .isEqualTo(first);
    }
  }
}
