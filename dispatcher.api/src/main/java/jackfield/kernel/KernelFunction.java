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
      new KernelFunction(null, null, KernelFunction::refuseFallthrough, null, null);

  private final OperatorType<?, ?, ?> type; // null unless typed
  // Null unless typed, and while deferred; one kernel, see OperatorType#callTyped.
  private volatile Object[] typed;
  private KernelSource source; // null unless deferred; guarded by this
  private int number; // of the kernel in the source
  private final BoxedKernel boxed; // null if typed
  private final KernelSignature signature; // null unless boxed for one signature
  private final Object origin; // null likewise

  private KernelFunction(
      OperatorType<?, ?, ?> type,
      Object[] typed,
      BoxedKernel boxed,
      KernelSignature signature,
      Object origin) {
    this.type = type;
    this.typed = typed;
    this.boxed = boxed;
    this.signature = signature;
    this.origin = origin;
  }

  /** Returns a kernel of the operator's own interface. */
  public static <K> KernelFunction typed(OperatorType<?, K, ?> type, K kernel) {
    K[] held = type.newKernels(1);
    held[0] = Objects.requireNonNull(kernel, "kernel");
    return new KernelFunction(type, held, null, null, null);
  }

  /**
   * Returns a kernel of the operator's own interface that is made when it is first needed.
   *
   * @param source makes it
   * @param number the number that the source gets
   */
  public static KernelFunction deferred(
      OperatorType<?, ?, ?> type, KernelSource source, int number) {
    KernelFunction made = new KernelFunction(type, null, null, null, null);
    made.source = Objects.requireNonNull(source, "source");
    made.number = number;
    return made;
  }

  /** Returns the array of a typed kernel, which a deferred one gets now. */
  private Object[] typed() {
    Object[] held = typed;
    return held != null ? held : made();
  }

  private Object[] made() {
    KernelSource making;
    synchronized (this) {
      if (typed != null) {
        return typed;
      }
      making = source;
    }
    // Without the lock: this runs a bundle's code, and the dispatcher may ask under its own lock.
    Object[] held = held(type, making.kernel(number));
    synchronized (this) {
      if (typed == null) {
        typed = held;
        source = null; // it may hold all kernels of a bundle
      }
      return typed;
    }
  }

  private static Object[] held(OperatorType<?, ?, ?> type, Object kernel) {
    Object[] held = type.newKernels(1);
    Class<?> expected = held.getClass().getComponentType();
    if (!expected.isInstance(kernel)) {
      throw new WrongKernel(type.name(), expected, kernel);
    }
    held[0] = kernel;
    return held;
  }

  /** Returns a kernel for any operator. */
  public static KernelFunction boxed(BoxedKernel kernel) {
    return new KernelFunction(null, null, Objects.requireNonNull(kernel, "kernel"), null, null);
  }

  /**
   * Returns a kernel for operators of one signature.
   *
   * @param origin the source of the kernel, such as a method; see {@link #origin}
   */
  public static KernelFunction boxed(BoxedKernel kernel, KernelSignature signature, Object origin) {
    return new KernelFunction(null, null, kernel, signature, origin);
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
    return Optional.ofNullable(signature);
  }

  /** Returns the source of the kernel, such as a method, or null if not known. */
  public Object origin() {
    return origin;
  }

  /** Returns the object that runs, which identifies the kernel. */
  public Object target() {
    return boxed != null ? boxed : typed()[0];
  }

  /** Runs the kernel boxed. */
  public void callBoxed(Operator operator, long keys, Stack stack) {
    if (boxed != null) {
      boxed.call(operator, keys, stack);
    } else {
      type.callBoxed(typed(), keys, stack);
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
      return typed()[0];
    } catch (RuntimeException | LinkageError unmade) { // the bundle's edge; its calls throw it
      return wanted.unboxed(this, operator);
    }
  }

  private static void refuseFallthrough(Operator operator, long keys, Stack stack) {
    throw new FallthroughCalled(operator.name(), DispatchKeySet.highestKey(keys));
  }
}
