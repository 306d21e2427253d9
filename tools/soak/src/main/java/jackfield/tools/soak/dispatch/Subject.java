package jackfield.tools.soak.dispatch;

import jackfield.dispatch.Changes;
import jackfield.dispatch.Dispatcher;
import jackfield.kernel.KernelFunction;
import jackfield.key.DispatchKey;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Two operators that every change affects in the same way, and the oracle's expectation of their
 * kernels.
 *
 * <p>A change holds the lock while it announces the next choice, commits, and confirms the choice.
 */
final class Subject {
  final ReentrantLock lock = new ReentrantLock();
  final StressOperator one;
  final StressOperator two;
  private final StressOperator.Type typeOfOne;
  private final StressOperator.Type typeOfTwo;
  private final Map<Layer, List<Placed>> placed = new EnumMap<>(Layer.class); // guarded by lock
  private long fallback; // number of the mode key's fallback, 0 if there is none; guarded by lock
  private volatile Choice confirmed = new Choice(0, 0, 0); // written under lock
  private volatile Choice last = confirmed; // written under lock

  /** The layers at which a kernel can be registered. */
  enum Layer {
    BACKEND(DispatchKey.CPU),
    DEFAULT(DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD),
    GRADIENT(DispatchKey.AUTOGRAD_CPU),
    ANY_GRADIENT(DispatchKey.AUTOGRAD),
    MODE(DispatchKey.TESTING_ONLY_GENERIC_MODE);

    private final DispatchKey key;

    Layer(DispatchKey key) {
      this.key = key;
    }
  }

  /** A kernel in the list of its layer. */
  record Placed(Layer layer, int ranking, SoakKernel kernel) {}

  Subject(Dispatcher dispatcher, String name) {
    typeOfOne = new StressOperator.Type(name + "_one");
    typeOfTwo = new StressOperator.Type(name + "_two");
    one = dispatcher.operator(typeOfOne);
    two = dispatcher.operator(typeOfTwo);
  }

  // ---- changes

  /** Adds the definition of both operators. */
  void define(Changes changes) {
    changes.define(typeOfOne.schema()).define(typeOfTwo.schema());
  }

  /** Adds a kernel for both operators. */
  void register(Placed kernel, Changes changes) {
    changes.ranking(kernel.ranking());
    register(kernel, changes, typeOfOne, one, two);
    register(kernel, changes, typeOfTwo, two, one);
  }

  private static void register(
      Placed placed,
      Changes changes,
      StressOperator.Type type,
      StressOperator own,
      StressOperator twin) {
    StressOperator.Keyed kernel =
        switch (placed.layer()) {
          case BACKEND, DEFAULT -> placed.kernel().backend(twin);
          case GRADIENT, ANY_GRADIENT -> placed.kernel().above(1, DispatchKey.AUTOGRAD_CPU, own);
          case MODE -> placed.kernel().above(2, placed.layer().key, own);
        };
    changes.kernel(type.name(), placed.layer().key, KernelFunction.typed(type, kernel));
  }

  // ---- the oracle; holds: lock

  /** Announces a kernel that the next change registers. */
  void announce(Placed arrival) {
    List<Placed> list = placed.computeIfAbsent(arrival.layer(), layer -> new ArrayList<>());
    int position = 0;
    while (position < list.size() && list.get(position).ranking() > arrival.ranking()) {
      position++;
    }
    list.add(position, arrival);
    announce();
  }

  /** Announces that the next change withdraws a kernel. */
  void announceLeaving(Placed leaving) {
    placed.get(leaving.layer()).remove(leaving);
    announce();
  }

  /** Announces another fallback at the mode key, 0 for none. */
  void announceFallback(long number) {
    fallback = number;
    announce();
  }

  private void announce() {
    long mode = first(Layer.MODE, Layer.MODE);
    Choice choice =
        new Choice(
            mode == 0 ? fallback : mode,
            first(Layer.GRADIENT, Layer.ANY_GRADIENT),
            first(Layer.BACKEND, Layer.DEFAULT));
    last.follow(choice);
    last = choice;
  }

  private long first(Layer layer, Layer otherwise) {
    List<Placed> list = placed.getOrDefault(layer, List.of());
    if (list.isEmpty()) {
      list = placed.getOrDefault(otherwise, List.of());
    }
    return list.isEmpty() ? 0 : list.getFirst().kernel().number;
  }

  /** Confirms the announced change: it is visible to calls that start from now on. */
  void confirm() {
    confirmed = last;
  }

  // ---- for callers

  /** Returns the earliest choice that a call starting now can see. */
  Choice earliest() {
    return confirmed;
  }

  /** Returns the latest choice that a call that has just ended can have seen. */
  Choice latest() {
    return last;
  }
}
