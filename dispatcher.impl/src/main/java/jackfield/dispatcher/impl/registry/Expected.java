package jackfield.dispatcher.impl.registry;

import jackfield.dispatcher.impl.table.KernelRegistration;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorName;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The kernels that bundles will register again when their updates end.
 *
 * <p><em>Threads</em>: safe for all.
 */
final class Expected {
  private final List<Awaited> all = new CopyOnWriteArrayList<>();

  /** The operator and key of an expected kernel. */
  private record Place(OperatorName operator, DispatchKey key) {}

  /** The kernels that one bundle will register again, and how long calls wait for them. */
  private record Awaited(Set<Place> places, Duration limit) {}

  /** Expects kernels at the operators and keys of {@code gone} until the handle is closed. */
  Expectation expect(List<KernelRegistration> gone, Duration limit) {
    if (limit.isZero()) {
      return () -> {};
    }
    Set<Place> places = new HashSet<>();
    for (KernelRegistration kernel : gone) {
      kernel.key().runtimeKeys().forEach(key -> places.add(new Place(kernel.operator(), key)));
    }
    Awaited awaited = new Awaited(places, limit);
    all.add(awaited);
    return () -> all.remove(awaited);
  }

  /** Returns how long a call may wait; empty if no kernel is expected there. */
  Optional<Duration> limit(OperatorName operator, DispatchKey key) {
    Place place = new Place(operator, key);
    return all.stream()
        .filter(awaited -> awaited.places().contains(place))
        .map(Awaited::limit)
        .findFirst();
  }
}
