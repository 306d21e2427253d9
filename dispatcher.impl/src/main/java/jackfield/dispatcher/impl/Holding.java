package jackfield.dispatcher.impl;

import jackfield.dispatch.DispatchKey;
import jackfield.dispatch.HeldKernel;
import jackfield.dispatch.RegistrationRefused;
import jackfield.dispatch.Resolution;
import java.util.function.BooleanSupplier;

/**
 * Finds the kernel that serves a key, with what tells whether its registration stands.
 *
 * <p><em>Threads</em>: guarded by the dispatcher's lock.
 */
final class Holding {
  private Holding() {}

  static HeldKernel of(OperatorEntry entry, Fallbacks fallbacks, DispatchKey key) {
    if (key.isAlias()) {
      throw refused(
          RegistrationRefused.Kind.ALIAS_KEY,
          entry,
          key,
          "an alias key has no kernel of its own in a table; ask for one of " + key.runtimeKeys());
    }
    Resolution found = entry.resolve(fallbacks)[key.tableIndex()];
    if (!found.reason().isServed()) {
      throw refused(
          RegistrationRefused.Kind.NO_COMPUTED_KERNEL,
          entry,
          key,
          "expected a kernel that serves the key, found none; register one first");
    }
    return new HeldKernel(
        entry.named(),
        key,
        found.kernel(),
        found.provenance(),
        isWithdrawn(entry, fallbacks, key, found));
  }

  private static BooleanSupplier isWithdrawn(
      OperatorEntry entry, Fallbacks fallbacks, DispatchKey key, Resolution found) {
    KernelRegistration own = entry.kernels().servingBy(found);
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
