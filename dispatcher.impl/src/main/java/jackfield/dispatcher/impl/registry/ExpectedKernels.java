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
final class ExpectedKernels {
  private final List<Awaited> all = new CopyOnWriteArrayList<>();

  /** The operator and key of an expected kernel. */
  private record OperatorKey(OperatorName operator, DispatchKey key) {}

  /** The kernels that one bundle will register again, and how long calls wait for them. */
  private record Awaited(Set<OperatorKey> kernels, Duration limit) {}

  /** Expects kernels at the operators and keys of {@code gone} until the handle is closed. */
  Expectation expect(List<KernelRegistration> gone, Duration limit) {
    if (limit.isZero()) {
      return () -> {};
    }
    Set<OperatorKey> kernels = new HashSet<>();
    for (KernelRegistration kernel : gone) {
      for (DispatchKey key : kernel.key().runtimeKeys()) {
        kernels.add(new OperatorKey(kernel.operator(), key));
      }
    }
    Awaited awaited = new Awaited(kernels, limit);
    all.add(awaited);
    return () -> all.remove(awaited);
  }

  /** Returns how long a call may wait; empty if no kernel is expected there. */
  Optional<Duration> limit(OperatorName operator, DispatchKey key) {
    OperatorKey kernel = new OperatorKey(operator, key);
    return all.stream()
        .filter(awaited -> awaited.kernels().contains(kernel))
        .map(Awaited::limit)
        .findFirst();
  }
}
