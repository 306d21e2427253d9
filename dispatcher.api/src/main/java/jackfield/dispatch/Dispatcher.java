package jackfield.dispatch;

import jackfield.boxing.RegistrationRefused;
import jackfield.boxing.Signature;
import jackfield.boxing.SignedOperator;
import jackfield.kernel.HeldKernel;
import jackfield.kernel.Operator;
import jackfield.kernel.OperatorType;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.key.PrivateBackends;
import jackfield.report.CallObserver;
import jackfield.report.FailureReport;
import jackfield.report.FallbackReport;
import jackfield.report.LibraryReport;
import jackfield.report.OperatorEvent;
import jackfield.report.OperatorListener;
import jackfield.report.OperatorReport;
import jackfield.report.PlugEvent;
import jackfield.report.TableReport;
import jackfield.schema.KernelSignature;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Holds the operators, their kernels and their dispatch tables.
 *
 * <p><em>Threads</em>: safe for all; changes exclude each other, and calls never wait for a change.
 *
 * <p><em>Source</em>: the C10 dispatcher of PyTorch 2.13.
 */
public interface Dispatcher {
  /**
   * Returns the typed operator of {@code type}, created on the first request, defined or not.
   *
   * @throws RegistrationRefused if registered kernels have another signature
   */
  <O extends Operator> O operator(OperatorType<O, ?, ?> type);

  /**
   * Returns an operator for boxed calls.
   *
   * @throws jackfield.kernel.NoSuchOperator if it is not defined
   */
  Operator operator(String name);

  /**
   * Returns a defined operator as a function, without generated code.
   *
   * @param lookup has access to the records that represent tuples
   * @param function a public interface with one abstract method, whose types are the operator's
   * @throws jackfield.kernel.NoSuchOperator if it is not defined
   * @throws RegistrationRefused if its kernels or its schema have other types
   */
  default <F> F function(String name, MethodHandles.Lookup lookup, Class<F> function) {
    Objects.requireNonNull(lookup, "Dispatcher.function: lookup is null");
    Objects.requireNonNull(function, "Dispatcher.function: function is null");
    OperatorSchema schema = operator(name).schema();
    Signature<F> wanted = Signature.of(lookup, schema.name(), function);
    SignedOperator<F> operator = operator(wanted);
    boolean hasSymbols = KernelSignature.of(wanted.schema()).hasSymbols();
    schema
        .differenceFromKernel(wanted.schema(), hasSymbols)
        .ifPresent(difference -> {
          throw new RegistrationRefused(
              RegistrationRefused.Kind.WRONG_SIGNATURE,
              name,
              "asked as %s, but the operator is %s: %s; ask for it with these types"
                  .formatted(wanted.schema(), schema, difference));
        });
    return operator.function();
  }

  /** Returns an operator if anything is registered for it. */
  Optional<Operator> find(OperatorName name);

  /**
   * Publishes all registrations of {@code changes} in one generation: callers see all or none.
   *
   * @return the handle that withdraws all of them, again in one generation
   * @throws jackfield.error.JackfieldException of the first change that is refused; no other change
   *     is published
   */
  Registration commit(Provenance provenance, Consumer<Changes> changes);

  /**
   * Publishes all commits and withdrawals of {@code parts} in one generation.
   *
   * @return the drain of the calls that began before it
   * @throws jackfield.error.JackfieldException of the first change that is refused; nothing changes
   *     then
   */
  Drain transaction(Consumer<Transaction> parts);

  /**
   * Returns the active kernel for {@code key} of a defined operator, for later calls.
   *
   * @throws jackfield.kernel.NoSuchOperator if the operator is not defined
   * @throws RegistrationRefused if {@code key} is an alias key or has no kernel
   */
  HeldKernel hold(OperatorName operator, DispatchKey key);

  /**
   * Waits until an operator has any registration.
   *
   * @throws AwaitTimedOut if that does not happen within {@code deadline}
   */
  void awaitOperator(OperatorName operator, Duration deadline);

  /**
   * Waits until a kernel is registered for exactly {@code key} of an operator.
   *
   * @param key a runtime key or an alias key; {@code null} stands for CompositeImplicitAutograd
   * @throws AwaitTimedOut if that does not happen within {@code deadline}
   */
  void awaitKernel(OperatorName operator, DispatchKey key, Duration deadline);

  /** Returns the leases of the private-use backends; errors use the holders' names. */
  PrivateBackends privateBackends();

  /**
   * Notifies {@code listener} of every defined operator, in the order in which operators became
   * known. Then it notifies it of each definition and override until the handle is closed.
   */
  Registration listen(OperatorListener listener);

  /**
   * Notifies {@code observer} of calls until the handle is closed. All operators change over in one
   * generation when the first observer is added, and again when the last one is removed. In
   * between, calls run boxed; without observers, calls have no extra cost. Operators with the tag
   * {@link jackfield.schema.OperatorTags#NOT_OBSERVED} and operators without a definition are not
   * observed.
   */
  Registration observe(CallObserver observer);

  /** Returns the number of changes published so far. */
  long generation();

  /** Opens a region in which the calling thread sees one generation of all operators. */
  default Pin pin() {
    return Pin.open();
  }

  /** Returns the registrations and withdrawals, the newest first; old events are dropped. */
  List<PlugEvent> history();

  /** Returns the events of one operator, the newest first; old events are dropped. */
  List<OperatorEvent> history(OperatorName operator);

  /** Returns the counts of kernel failures, the latest failure first; old entries are dropped. */
  List<FailureReport> failures();

  /** Returns the registrations by library, the oldest first. */
  List<LibraryReport> libraries();

  /** Returns the names of all operators with a registration, in order. */
  List<OperatorName> operators();

  /**
   * Returns the names of the operators with a kernel registered for exactly {@code key}, which may
   * be an alias, in order.
   */
  default List<OperatorName> operators(DispatchKey key) {
    return operators().stream()
        .filter(name -> report(name).filter(known -> known.hasKernel(key)).isPresent())
        .toList();
  }

  /** Returns the names of operators with registrations but no definition. */
  List<OperatorName> dangling();

  /** Returns everything known about an operator; empty if it has no registration. */
  Optional<OperatorReport> report(OperatorName name);

  /** Returns the fallbacks, in the order of slots. */
  List<FallbackReport> fallbacks();

  /**
   * Returns the active provider of each key of an operator, with the reason.
   *
   * @throws jackfield.kernel.NoSuchOperator if it has no registration
   */
  TableReport table(OperatorName name);
}
