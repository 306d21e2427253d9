package jackfield.kernel;

import jackfield.key.DispatchKeySet;
import jackfield.schema.KernelSignature;
import java.util.Objects;
import java.util.Optional;

/**
 * A registered kernel. It is a typed one of an operator's own interface, a boxed one for any
 * operator, or a fallthrough, which makes its key transparent. A {@linkplain #deferred deferred}
 * one is typed; its object is made when it is first needed.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class KernelFunction {
  private static final KernelFunction FALLTHROUGH =
      new KernelFunction(null, KernelFunction::refuseFallthrough, null);

  private final OperatorType<?, ?, ?> type; // null if boxed
  private final BoxedKernel boxed; // null if typed
  // The typed kernel, or the Deferred that makes it; the Signed of a boxed one, or null. One field,
  // since there are thousands of kernels. Changed under the lock of this.
  private volatile Object held;
  // The typed kernel in the form of OperatorType#callTyped; null until the first boxed call.
  private volatile Object[] callable;

  /** Makes a typed kernel. */
  private record Deferred(KernelSource source, int number) {}

  /** The signature of a boxed kernel, and where the kernel is from. */
  private record Signed(KernelSignature signature, Object origin) {}

  private KernelFunction(OperatorType<?, ?, ?> type, BoxedKernel boxed, Object held) {
    this.type = type;
    this.boxed = boxed;
    this.held = held;
  }

  /** Returns a kernel of the operator's own interface. */
  public static <K> KernelFunction typed(OperatorType<?, K, ?> type, K kernel) {
    requireKernel(type, Objects.requireNonNull(kernel, "kernel"));
    return new KernelFunction(type, null, kernel);
  }

  /**
   * Returns a kernel of the operator's own interface that is made when it is first needed.
   *
   * @param source makes it
   * @param number the number that the source gets
   */
  public static KernelFunction deferred(
      OperatorType<?, ?, ?> type, KernelSource source, int number) {
    Deferred making = new Deferred(Objects.requireNonNull(source, "source"), number);
    return new KernelFunction(type, null, making);
  }

  /** Returns the typed kernel, which a deferred one gets now. */
  private Object typed() {
    Object present = held;
    return present instanceof Deferred deferred ? made(deferred) : present;
  }

  private Object made(Deferred deferred) {
    // Without the lock: this runs a bundle's code, and the dispatcher may ask under its own lock.
    Object kernel = deferred.source().kernel(deferred.number());
    requireKernel(type, kernel);
    synchronized (this) {
      if (held == deferred) {
        held = kernel; // without the source, which may hold all kernels of a bundle
      }
      return held;
    }
  }

  private static void requireKernel(OperatorType<?, ?, ?> type, Object kernel) {
    Class<?> expected = type.newKernels(0).getClass().getComponentType();
    if (!expected.isInstance(kernel)) {
      throw new WrongKernel(type.name(), expected, kernel);
    }
  }

  /** Returns the typed kernel as boxed calls need it. */
  private Object[] callable() {
    Object[] present = callable;
    if (present == null) {
      present = type.newKernels(1);
      present[0] = typed();
      callable = present;
    }
    return present;
  }

  /** Returns a kernel for any operator. */
  public static KernelFunction boxed(BoxedKernel kernel) {
    return new KernelFunction(null, Objects.requireNonNull(kernel, "kernel"), null);
  }

  /**
   * Returns a kernel for operators of one signature.
   *
   * @param origin the source of the kernel, such as a method; see {@link #origin}
   */
  public static KernelFunction boxed(BoxedKernel kernel, KernelSignature signature, Object origin) {
    return new KernelFunction(null, kernel, new Signed(signature, origin));
  }

  /** Returns the fallthrough, which makes its key transparent. */
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

  /**
   * Returns the types of its parameters and results; empty for a boxed kernel, where they are
   * unknown.
   */
  public Optional<KernelSignature> signature() {
    if (type != null) {
      return Optional.of(KernelSignature.of(type.schema()));
    }
    return held instanceof Signed signed ? Optional.of(signed.signature()) : Optional.empty();
  }

  /** Returns the source of the kernel, such as a method, or null if not known. */
  public Object origin() {
    return held instanceof Signed signed ? signed.origin() : null;
  }

  /** Returns the object that runs, which identifies the kernel. */
  public Object target() {
    return boxed != null ? boxed : typed();
  }

  /** Runs the kernel boxed. */
  public void callBoxed(Operator operator, long keys, Stack stack) {
    if (boxed != null) {
      boxed.call(operator, keys, stack);
    } else {
      type.callBoxed(callable(), keys, stack);
    }
  }

  /** Returns the kernel as a boxed kernel. */
  public BoxedKernel boxed() {
    return boxed != null ? boxed : this::callBoxed;
  }

  /**
   * Returns the kernel in the interface of {@code wanted}, adapted if it has another type. For a
   * deferred kernel that cannot be made it returns an adapter whose calls try again, so that a
   * failing source affects no other kernel of the table.
   */
  public Object unboxed(OperatorType<?, ?, ?> wanted, Operator operator) {
    if (type != wanted) {
      return wanted.unboxed(this, operator);
    }
    try {
      return typed();
    } catch (RuntimeException | LinkageError unmade) { // the bundle's edge; its calls throw it
      return wanted.unboxed(this, operator);
    }
  }

  private static void refuseFallthrough(Operator operator, long keys, Stack stack) {
    throw new FallthroughCalled(operator.name(), DispatchKeySet.highestKey(keys));
  }
}
