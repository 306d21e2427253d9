package jackfield.dispatcher.impl.registry;

import jackfield.dispatcher.impl.operator.NamedOperator;
import jackfield.dispatcher.impl.operator.OperatorEntry;
import jackfield.kernel.HeldKernel;
import jackfield.kernel.NoSuchOperator;
import jackfield.kernel.Operator;
import jackfield.kernel.OperatorType;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorName;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Finds the handles through which callers call operators. An operator has one boxed handle and one
 * for each type that callers ask for; a handle is created at the first request.
 *
 * <p><em>Threads</em>: the caller of each method holds the dispatcher's lock.
 */
final class OperatorHandles {
  private final Registry registry;
  private final Publication publication;
  private final RegistryReports reports;

  OperatorHandles(Registry registry, Publication publication, RegistryReports reports) {
    this.registry = registry;
    this.publication = publication;
    this.reports = reports;
  }

  /** Returns the typed handle of an operator, which need not be defined. */
  <O extends Operator> O typed(OperatorType<O, ?, ?> type) {
    OperatorEntry entry = registry.entry(type.name());
    entry.state().signatures().requireCallable(type);
    @SuppressWarnings("unchecked") // made by this type
    O typed = (O) handle(entry, type, type::create);
    return typed;
  }

  /**
   * Returns the boxed handle of an operator.
   *
   * @throws NoSuchOperator if it is not defined
   */
  Operator boxed(OperatorName name) {
    return boxed(defined(name));
  }

  /** Returns the boxed handle of an operator; empty if it has no registration. */
  Optional<Operator> find(OperatorName name) {
    return Optional.ofNullable(registry.find(name))
        .filter(entry -> entry.state().isRegistered())
        .map(this::boxed);
  }

  /**
   * Holds the kernel of an operator at a key.
   *
   * @throws NoSuchOperator if the operator is not defined
   */
  HeldKernel hold(OperatorName name, DispatchKey key) {
    OperatorEntry entry = defined(name);
    return HeldKernels.of(registry, entry, boxed(entry), key);
  }

  private Operator boxed(OperatorEntry entry) {
    return handle(entry, null, () -> new NamedOperator(entry.name()));
  }

  private Operator handle(
      OperatorEntry entry, OperatorType<?, ?, ?> type, Supplier<? extends Operator> making) {
    Operator present = entry.handle(type);
    return present != null ? present : publication.addHandle(entry, making);
  }

  private OperatorEntry defined(OperatorName name) {
    OperatorEntry entry = registry.find(name);
    if (entry == null || entry.state().definition() == null) {
      throw reports.missing(name);
    }
    return entry;
  }
}
