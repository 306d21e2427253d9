package jackfield.dispatcher.impl.c10;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.error.JackfieldException;
import jackfield.library.LibraryBlock;
import jackfield.report.OperatorDump;
import jackfield.report.OperatorReport;
import jackfield.schema.OperatorName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Registers and drops in every order, each registration in a fragment of its own. After every step
 * it requires that the invariants hold, that the dump depends on the set of live registrations
 * only, and that a refused registration has changed nothing.
 *
 * <p>With up to four registrations it combines every order of registering with every order of
 * dropping. With more it tries every order of registering, and every order of dropping with some of
 * them.
 */
final class Commute {
  private static final OperatorName NAME = OperatorName.parse("t::foo");
  private static final int SMALL = 24; // the orders of four
  private static final int DROPS_OF_EACH = 2;

  /** Registers something in a library. */
  @FunctionalInterface
  interface Step {
    void in(LibraryBlock library);
  }

  private final List<Step> registrations;
  private final Map<TreeSet<Integer>, String> dumps = new HashMap<>(); // by the live registrations
  private final List<JackfieldException> refusals = new ArrayList<>();
  private OperatorReport whole;

  private Commute(List<Step> registrations) {
    this.registrations = registrations;
  }

  /** Returns the report of {@code t::foo} with all registrations, which no order changes. */
  static OperatorReport all(Step... registrations) {
    Commute commute = new Commute(List.of(registrations));
    commute.run(Orders.of(registrations.length));
    assertThat(commute.refusals).isEmpty();
    return commute.whole;
  }

  /** Returns the report after registering in the given order only; drops in every order. */
  static OperatorReport inOrder(Step... registrations) {
    List<Integer> given = IntStream.range(0, registrations.length).boxed().toList();
    Commute commute = new Commute(List.of(registrations));
    commute.run(List.of(given));
    assertThat(commute.refusals).isEmpty();
    return commute.whole;
  }

  /** Returns the refusals, one for each run, of registrations of which the last is refused. */
  static List<JackfieldException> refused(Step... registrations) {
    Commute commute = new Commute(List.of(registrations));
    int runs = commute.run(Orders.of(registrations.length));
    assertThat(commute.refusals).hasSize(runs);
    return commute.refusals;
  }

  private int run(List<List<Integer>> orders) {
    List<List<Integer>> drops = Orders.of(registrations.size());
    int each = orders.size() <= SMALL ? drops.size() : DROPS_OF_EACH;
    for (int i = 0; i < orders.size(); i++) {
      for (int j = 0; j < each; j++) {
        run(orders.get(i), drops.get((i * each + j) % drops.size()), j == 0);
      }
    }
    return orders.size() * each;
  }

  /** Registers and drops; checks the steps of registering only in an order that is new. */
  private void run(List<Integer> order, List<Integer> drops, boolean isNew) {
    LocalDispatcher dispatcher = FrameworkFallbacks.dispatcher();
    Map<Integer, LibraryBlock> live = new TreeMap<>();
    for (int registration : order) {
      register(dispatcher, registration, live);
      if (isNew) {
        check(dispatcher, live, order, drops);
      }
    }
    if (live.size() == registrations.size()) {
      whole = dispatcher.report(NAME).orElseThrow();
    }
    for (int registration : drops) {
      LibraryBlock library = live.remove(registration);
      if (library != null) {
        library.close();
        check(dispatcher, live, order, drops);
      }
    }
    assertThat(dispatcher.operators()).isEmpty();
  }

  private void register(
      LocalDispatcher dispatcher, int registration, Map<Integer, LibraryBlock> live) {
    LibraryBlock library = LibraryBlock.fragment(dispatcher, "t", "Test.java", registration);
    try {
      registrations.get(registration).in(library);
      live.put(registration, library);
    } catch (JackfieldException refusal) {
      refusals.add(refusal);
    }
  }

  private void check(
      LocalDispatcher dispatcher,
      Map<Integer, LibraryBlock> live,
      List<Integer> order,
      List<Integer> drops) {
    Invariants.check(dispatcher, NAME);
    String dump = dispatcher.report(NAME).map(Commute::text).orElse("nothing");
    String first = dumps.putIfAbsent(new TreeSet<>(live.keySet()), dump);
    if (first != null && !first.equals(dump)) {
      assertThat(dump)
          .as("live %s of those registered %s, dropped %s", live.keySet(), order, drops)
          .isEqualTo(first);
    }
  }

  private static String text(OperatorReport report) {
    OperatorDump dump = new OperatorDump(report);
    return dump.state() + dump.computedTable() + dump.extractor();
  }
}
