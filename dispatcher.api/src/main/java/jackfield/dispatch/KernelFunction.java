package jackfield.dispatch;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.Optional;

/**
 * A kernel as it is registered: a typed one of an operator's own interface, a boxed one for any
 * operator, or a fallthrough, which makes its key transparent.
 *
 * <p><em>Threads</em>: immutable.
 */
public final class KernelFunction {
  private static final KernelFunction FALLTHROUGH =
      new KernelFunction(null, null, KernelFunction::refuseFallthrough, null);

  private final OperatorType<?, ?, ?> type; // null unless typed
  private final Object[] typed; // null unless typed; one kernel, see OperatorType#callTyped
  private final BoxedKernel boxed; // null if typed
  private final MethodKernel method; // null unless it calls one

  private KernelFunction(
      OperatorType<?, ?, ?> type, Object[] typed, BoxedKernel boxed, MethodKernel method) {
    this.type = type;
    this.typed = typed;
    this.boxed = boxed;
    this.method = method;
  }

  /** Returns a kernel of the operator's own interface. */
  public static <K> KernelFunction typed(OperatorType<?, K, ?> type, K kernel) {
    K[] held = type.newKernels(1);
    held[0] = Objects.requireNonNull(kernel, "kernel");
    return new KernelFunction(type, held, null, null);
  }

  /** Returns a kernel for any operator. */
  public static KernelFunction boxed(BoxedKernel kernel) {
    return new KernelFunction(null, null, Objects.requireNonNull(kernel, "kernel"), null);
  }

  /**
   * Returns a kernel that calls a method: its types are inferred from the method's, and a leading
   * {@link DispatchKeySet} parameter takes the key set of the call.
   *
   * <p>Understood are {@code Tensor}, {@code long} (int), {@link SymInt}, {@code double} (float),
   * {@code boolean}, {@code String}, {@code Scalar}, {@code Complex}, {@code DType} (ScalarType),
   * {@code Layout}, {@code MemoryFormat}, {@code Device}, {@code Generator}, {@code Storage},
   * {@code Object} (Any); classes with {@link CustomClass}; arrays of tensors, {@code long}, {@code
   * double} and {@code boolean}; {@code Optional} and {@code List} of any of these, {@code
   * OptionalLong}, {@code OptionalDouble}, {@code Map} from strings or numbers; and records, which
   * are tuples. A record that is returned stands for several results. A tensor may be null, which
   * is an undefined one; nothing else may.
   *
   * @param target the object whose method it is, or null for a static one
   * @throws RegistrationRefused if a type has no counterpart in schemas, or the method is not
   *     accessible to {@code lookup}
   */
  public static KernelFunction method(MethodHandles.Lookup lookup, Object target, Method method) {
    return of(MethodKernel.of(lookup, target, method));
  }

  /**
   * Returns a kernel that calls {@code kernel}, a lambda say; its types are inferred from the one
   * abstract method of {@code signature} as from a method's.
   *
   * @throws RegistrationRefused likewise, or if {@code signature} has no such method
   */
  public static <F> KernelFunction function(
      MethodHandles.Lookup lookup, Class<F> signature, F kernel) {
    Objects.requireNonNull(kernel, "kernel");
    return of(MethodKernel.of(lookup, kernel, FunctionalMethod.of(signature)));
  }

  private static KernelFunction of(MethodKernel method) {
    return new KernelFunction(null, null, BoxedAdapter.spin(method), method);
  }

  /** Returns the kernel that makes its key transparent. */
  public static KernelFunction fallthrough() {
    return FALLTHROUGH;
  }

  /** Returns whether this makes its key transparent. */
  public boolean isFallthrough() {
    return this == FALLTHROUGH;
  }

  /** Returns the type whose interface the kernel has, or null if it is boxed. */
  public OperatorType<?, ?, ?> type() {
    return type;
  }

  /** Returns the types it takes and returns, if they are known: those of a boxed one are not. */
  public Optional<KernelSignature> signature() {
    if (type != null) {
      return Optional.of(KernelSignature.of(type.schema()));
    }
    return method == null ? Optional.empty() : Optional.of(method.signature());
  }

  /** Returns the method that it calls, or null if it is another sort of kernel. */
  MethodKernel method() {
    return method;
  }

  /** Returns the object that runs, to tell kernels apart. */
  public Object target() {
    return typed != null ? typed[0] : boxed;
  }

  /** Runs the kernel boxed. */
  public void callBoxed(Operator operator, long keys, Stack stack) {
    if (boxed != null) {
      boxed.call(operator, keys, stack);
    } else {
      type.callBoxed(typed, keys, stack);
    }
  }

  /** Returns the kernel as one for any operator. */
  public BoxedKernel boxed() {
    return boxed != null ? boxed : this::callBoxed;
  }

  /** Returns the kernel in the interface of {@code wanted}, adapted if it is not of that type. */
  public Object unboxed(OperatorType<?, ?, ?> wanted, Operator operator) {
    return type == wanted ? typed[0] : wanted.unboxed(this, operator);
  }

  private static void refuseFallthrough(Operator operator, long keys, Stack stack) {
    throw new FallthroughCalled(operator.name(), DispatchKeySet.highestKey(keys));
  }
}
