package jackfield.dispatcher.impl.registry;

import jackfield.boxing.RegistrationRefused;
import jackfield.dispatcher.impl.operator.OperatorEntry;
import jackfield.dispatcher.impl.table.Fallbacks;
import jackfield.dispatcher.impl.table.KernelRegistration;
import jackfield.kernel.HeldKernel;
import jackfield.kernel.Operator;
import jackfield.kernel.Resolution;
import jackfield.key.DispatchKey;
import java.util.function.BooleanSupplier;

/**
 * Finds the active kernel of a key, with a check of whether its registration is still valid.
 *
 * <p><em>Threads</em>: guarded by the dispatcher's lock.
 */
final class HeldKernels {
  private HeldKernels() {}

  /** Returns the active kernel of {@code operator} at {@code key}. */
  static HeldKernel of(Registry registry, OperatorEntry entry, Operator operator, DispatchKey key) {
    if (key.isAlias()) {
      throw refused(
          RegistrationRefused.Kind.ALIAS_KEY,
          entry,
          key,
          "an alias key has no kernel of its own in a table; ask for one of " + key.runtimeKeys());
    }
    Resolution found = registry.resolve(entry).resolution(key.tableIndex());
    if (!found.reason().isServed()) {
      throw refused(
          RegistrationRefused.Kind.NO_COMPUTED_KERNEL,
          entry,
          key,
          "expected a kernel that serves the key, found none; register one first");
    }
    return new HeldKernel(
        operator,
        key,
        found.kernel(),
        found.provenance(),
        isWithdrawn(entry, registry.fallbacks(), key, found));
  }

  private static BooleanSupplier isWithdrawn(
      OperatorEntry entry, Fallbacks fallbacks, DispatchKey key, Resolution found) {
    KernelRegistration own = entry.state().kernels().servingBy(found);
    if (own != null) {
      return own::isWithdrawn;
    }
    Fallbacks.Fallback general = fallbacks.at(key.tableIndex());
    return general == null ? () -> false : general::isWithdrawn;
  }

  private static RegistrationRefused refused(
      RegistrationRefused.Kind kind, OperatorEntry entry, DispatchKey key, String problem) {
    return new RegistrationRefused(kind, entry.name() + " at " + key, problem);
  }
}
