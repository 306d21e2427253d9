package jackfield.key;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The key names that C10 2.13 can parse. It prints more names than it parses.
 *
 * <p>C10's list is hand-written and follows no rule, so this class lists the gaps by hand too.
 */
final class KeyNames {
  private static final Set<BackendComponent> PARSABLE_QUANTIZED =
      EnumSet.of(
          BackendComponent.CPU,
          BackendComponent.CUDA,
          BackendComponent.XPU,
          BackendComponent.PRIVATE_USE_1);

  private static final Set<BackendComponent> UNPARSABLE_SPARSE =
      EnumSet.of(
          BackendComponent.XLA,
          BackendComponent.IPU,
          BackendComponent.HPU,
          BackendComponent.LAZY,
          BackendComponent.MTIA,
          BackendComponent.MAIA,
          BackendComponent.PRIVATE_USE_2,
          BackendComponent.PRIVATE_USE_3);

  private static final Set<BackendComponent> PARSABLE_NESTED =
      EnumSet.of(
          BackendComponent.CPU,
          BackendComponent.CUDA,
          BackendComponent.XPU,
          BackendComponent.HPU,
          BackendComponent.PRIVATE_USE_1,
          BackendComponent.META);

  private static final Set<BackendComponent> UNPARSABLE_AUTOGRAD =
      EnumSet.of(
          BackendComponent.HIP, BackendComponent.VE, BackendComponent.MTIA, BackendComponent.MAIA);

  private static final Map<String, DispatchKey> BY_NAME =
      Arrays.stream(DispatchKey.values())
          .filter(KeyNames::isParsable)
          .collect(Collectors.toUnmodifiableMap(DispatchKey::toString, Function.identity()));

  private KeyNames() {}

  static Optional<DispatchKey> find(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  static Set<String> all() {
    return BY_NAME.keySet();
  }

  private static boolean isParsable(DispatchKey key) {
    BackendComponent backend = key.backend();
    if (backend == BackendComponent.INVALID) {
      return true;
    }
    return switch (key.functionality()) {
      case QUANTIZED -> PARSABLE_QUANTIZED.contains(backend);
      case SPARSE, SPARSE_CSR -> !UNPARSABLE_SPARSE.contains(backend);
      case NESTED_TENSOR -> PARSABLE_NESTED.contains(backend);
      case AUTOGRAD_FUNCTIONALITY -> !UNPARSABLE_AUTOGRAD.contains(backend);
      default -> true;
    };
  }
}
