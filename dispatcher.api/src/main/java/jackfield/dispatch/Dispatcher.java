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
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Keeps operators, their kernels and their tables.
 *
 * <p><em>Threads</em>: safe for all; changes exclude each other, calls are never held up.
 *
 * <p><em>Source</em>: the C10 dispatcher of PyTorch 2.13.
 */
public interface Dispatcher {
  /**
   * Returns the typed operator of {@code type}, made on the first request, defined or not.
   *
   * @throws RegistrationRefused if kernels are registered that have another signature
   */
  <O extends Operator> O operator(OperatorType<O, ?, ?> type);

  /**
   * Returns an operator to be called boxed.
   *
   * @throws jackfield.kernel.NoSuchOperator if it is not defined
   */
  Operator operator(String name);

  /**
   * Returns a defined operator as a function, without code that a generator wrote.
   *
   * @param lookup may use the records that stand for tuples
   * @param function a public interface with one abstract method, whose types are the operator's
   * @throws jackfield.kernel.NoSuchOperator if it is not defined
   * @throws RegistrationRefused if its kernels have, or its schema has, other types
   */
  default <F> F function(String name, MethodHandles.Lookup lookup, Class<F> function) {
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
   * Registers all that {@code changes} asks for, as one: callers see all of it or nothing.
   *
   * @return the handle that takes all of it back, likewise as one
   * @throws jackfield.error.JackfieldException of the first change that is refused; nothing of the
   *     others is kept
   */
  Registration commit(Provenance provenance, Consumer<Changes> changes);

  /**
   * Makes all commits and withdrawals that {@code parts} asks for, as one generation.
   *
   * @return the wait for the calls that began before it
   * @throws jackfield.error.JackfieldException of the first change that is refused; all is as it
   *     was before then
   */
  Drain transaction(Consumer<Transaction> parts);

  /**
   * Returns the kernel that serves {@code key} of a defined operator, to be called later.
   *
   * @throws jackfield.kernel.NoSuchOperator if the operator is not defined
   * @throws RegistrationRefused if {@code key} is an alias key, or nobody serves it
   */
  HeldKernel hold(OperatorName operator, DispatchKey key);

  /**
   * Waits until anything is registered for an operator.
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

  /** Returns the private-use backends, under whose holders' names errors tell their keys. */
  PrivateBackends privateBackends();

  /**
   * Tells {@code listener} of every operator that is defined, in the order in which operators
   * became known, and then of each definition and override until the handle is closed.
   */
  Registration listen(OperatorListener listener);

  /**
   * Tells {@code observer} of calls until the handle is closed. All operators change over as one
   * generation when the first observer comes and when the last one has left; in between calls run
   * boxed, and without any observer they cost what they always do. Left out are the operators whose
   * tags say {@link jackfield.schema.OperatorTags#NOT_OBSERVED}, and those without a definition.
   */
  Registration observe(CallObserver observer);

  /** Returns the number of changes that were published so far. */
  long generation();

  /** Opens a region in which the calling thread sees one state of all operators. */
  default Pin pin() {
    return Pin.open();
  }

  /** Returns who came and who left, the newest first, as far as it is remembered. */
  List<PlugEvent> history();

  /** Returns what came to and left an operator, the newest first, as far as it is remembered. */
  List<OperatorEvent> history(OperatorName operator);

  /** Returns how often kernels failed, those that failed last first, as far as it is remembered. */
  List<FailureReport> failures();

  /** Returns what is registered by library, the oldest first. */
  List<LibraryReport> libraries();

  /** Returns the names of all operators that something is registered for, in order. */
  List<OperatorName> operators();

  /**
   * Returns the names of operators that have a kernel registered for exactly {@code key}, which may
   * be an alias, in order.
   */
  default List<OperatorName> operators(DispatchKey key) {
    return operators().stream()
        .filter(name -> report(name).filter(known -> known.hasKernel(key)).isPresent())
        .toList();
  }

  /** Returns the names of operators that have registrations and no definition. */
  List<OperatorName> dangling();

  /** Returns all that is known of an operator, if anything is registered for it. */
  Optional<OperatorReport> report(OperatorName name);

  /** Returns the kernels that serve a key for every operator, in the order of slots. */
  List<FallbackReport> fallbacks();

  /**
   * Returns who serves which key of an operator, and why.
   *
   * @throws jackfield.kernel.NoSuchOperator if nothing is registered for it
   */
  TableReport table(OperatorName name);
}
