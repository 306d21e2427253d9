package jackfield.kernel;

import jackfield.context.DispatchContext;
import jackfield.error.JackfieldException;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.tensor.Generator;
import jackfield.tensor.Tensor;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;

/**
 * A handle of an operator: its name and its dispatch table. It stays valid whatever bundles are
 * plugged and unplugged. While the operator is not defined, calls fail with {@link NoSuchOperator}.
 *
 * <p>Each typed operator is a small final subclass. Its call of a kernel thus has its own bytecode
 * and its own type profile.
 *
 * <p><em>Threads</em>: safe for all.
 */
public abstract class Operator {
  /** The key set of a call whose keys are not known yet; no valid set has all bits. */
  public static final long NO_KEYS = -1L;

  private static final VarHandle TABLE;

  private final int number;
  private final WeakReference<Operator> reference; // one object for all lists of operators
  private final OperatorName name;
  private final OperatorType<?, ?, ?> type; // null if the operator has no class of its own

  @SuppressWarnings("unused") // read and written through TABLE
  private DispatchTable table; // through TABLE; written by the dispatcher under its lock

  private OperatorSchema nextSchema; // of the table being built; under the dispatcher's lock

  static {
    try {
      TABLE = MethodHandles.lookup().findVarHandle(Operator.class, "table", DispatchTable.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Creates an operator of a known type. */
  protected Operator(OperatorType<?, ?, ?> type) {
    this(type.name(), type);
  }

  /** Creates an operator without a type, for boxed calls only. */
  protected Operator(OperatorName name) {
    this(name, null);
  }

  @SuppressWarnings("this-escape") // only stored in a weak reference, found by number
  private Operator(OperatorName name, OperatorType<?, ?, ?> type) {
    this.name = name;
    this.type = type;
    this.reference = new WeakReference<>(this);
    this.number = OperatorNumbers.next(reference);
  }

  /** Returns the operator's number, from 1; it is unique in the process. */
  public final int number() {
    return number;
  }

  /**
   * Returns the operator of the outermost call of the context's thread, or null. Outside a call it
   * may be that of the last call.
   */
  public static Operator of(DispatchContext context) {
    return OperatorNumbers.find(context.operator());
  }

  /** Returns the name. */
  public final OperatorName name() {
    return name;
  }

  /**
   * Returns the schema.
   *
   * @throws NoSuchOperator if the operator is not defined
   */
  public final OperatorSchema schema() {
    return tableNow().requireSchema(this);
  }

  /**
   * Returns the schema, or null if the operator is not defined. Inside a call it is the schema of
   * the call's generation.
   */
  public final OperatorSchema schemaOrNull() {
    return tableNow().schema();
  }

  /** Returns the table of the call that the thread is inside of, or else the newest. */
  private DispatchTable tableNow() {
    DispatchContext context = DispatchContext.current();
    return context.epoch() == 0 ? tableAcquire() : table(context);
  }

  /** Returns the weak reference to this. */
  final WeakReference<Operator> reference() {
    return reference;
  }

  /** Returns the schema of the table being built, or null; for the dispatcher under its lock. */
  final OperatorSchema nextSchema() {
    return nextSchema;
  }

  /** Returns the type, or null if the operator is known by name only. */
  public final OperatorType<?, ?, ?> type() {
    return type;
  }

  /**
   * Returns the table that a call in the context's epoch uses.
   *
   * @throws OutsideCall if the thread is in no call
   */
  public final DispatchTable table(DispatchContext context) {
    return table(context.epoch());
  }

  /**
   * Returns the table that a call in {@code epoch} uses; the thread must be inside that epoch.
   *
   * @throws OutsideCall if {@code epoch} is 0
   */
  public final DispatchTable table(long epoch) {
    DispatchTable newest = tableAcquire();
    return newest.epoch() <= epoch ? newest : tableBefore(newest, epoch);
  }

  private DispatchTable tableBefore(DispatchTable newest, long epoch) {
    if (epoch == 0) {
      throw new OutsideCall(name);
    }
    return newest.at(epoch);
  }

  /** Returns an empty array of the interface that this operator's calls use. */
  final Object[] newKernels(int length) {
    return type == null ? new KernelFunction[length] : type.newKernels(length);
  }

  /** Returns the newest table. */
  public final DispatchTable tableAcquire() {
    return (DispatchTable) TABLE.getAcquire(this);
  }

  /**
   * Sets the schema, or null, of the next table. The dispatcher calls it under its lock before it
   * builds each table. Callers see the schema when that table is published.
   */
  final void define(OperatorSchema newSchema) {
    nextSchema = newSchema;
  }

  /**
   * Publishes a new table, valid from {@code epoch} on. The dispatcher calls it under its lock. It
   * allocates nothing and cannot fail.
   *
   * @param newTable built for this operator and not published before
   */
  final void publishRelease(DispatchTable newTable, long epoch) {
    newTable.follow(tableAcquire(), epoch);
    TABLE.setRelease(this, newTable);
  }

  /** Returns {@code function} in the interface that this operator's calls use. */
  final Object kernelOf(KernelFunction function) {
    return type == null ? function : function.unboxed(type, this);
  }

  /**
   * Calls the operator with the arguments on top of {@code stack}, which the results replace.
   *
   * @throws jackfield.error.InvalidArgument if the stack has fewer values than the operator has
   *     arguments
   */
  public final void callBoxed(Stack stack) {
    DispatchContext context = DispatchContext.current();
    long inside = context.epoch();
    long epoch = inside != 0 ? inside : context.enterEpoch(number);
    long keys = NO_KEYS;
    try {
      DispatchTable current = table(epoch);
      keys = current.keys(context, current.keysOf(stack));
      current.function(keys).callBoxed(this, keys, stack);
      if (inside == 0) {
        context.exit();
      }
    } catch (Throwable failure) {
      try {
        failed(inside == 0, keys, failure);
      } finally {
        if (inside == 0) {
          context.epoch = 0;
        }
      }
      throw failure;
    }
  }

  /** Runs the next kernel, selected by {@code keys}; for kernels, inside a call. */
  public final void redispatchBoxed(long keys, Stack stack) {
    try {
      table(stack.context()).redispatchFunction(keys).callBoxed(this, keys, stack);
    } catch (Throwable failure) {
      failed(false, keys, failure);
      throw failure;
    }
  }

  /**
   * Returns the fallback of {@code key}, which is no alias, in the generation of the call that the
   * thread is inside of; null if there is none.
   *
   * @throws OutsideCall if the thread is in no call
   */
  public final KernelFunction fallback(DispatchKey key) {
    return table(DispatchContext.current()).fallback(key);
  }

  /**
   * Runs the kernel registered for exactly {@code key}, which may be an alias, or else the key's
   * fallback. The key set of the call does not matter.
   *
   * @throws NoKernel if there is neither
   */
  public final void callBoxedFor(DispatchKey key, Stack stack) {
    DispatchContext context = DispatchContext.current();
    boolean outermost = context.enter(number);
    Resolution running = null;
    try {
      DispatchTable current = table(context);
      long keys = current.keys(context, current.keysOf(stack));
      running = current.registeredFor(key);
      if (running == null) {
        throw NoKernel.exactly(name, key);
      }
      running.kernel().callBoxed(this, keys, stack);
      if (outermost) {
        context.exit();
      }
    } catch (Throwable failure) {
      try {
        Provenance by = running == null ? null : running.provenance();
        FailedCall.tell(outermost, failure, this, key, by);
      } finally {
        if (outermost) {
          context.epoch = 0;
        }
      }
      throw failure;
    }
  }

  /**
   * Adds the provider of the failed kernel to the exception of a call. Calls and redispatches use
   * it in their catch blocks, inside the epoch. The call is the edge of a bundle, so they catch
   * everything.
   *
   * @param isOutermost whether the call entered the epoch
   * @param keys the call's raw key set, {@link #NO_KEYS} if the failure came before it was known
   */
  public final void failed(boolean isOutermost, long keys, Throwable failure) {
    if (keys == NO_KEYS || failure instanceof JackfieldException) {
      return;
    }
    Provenance by;
    try {
      by = table(DispatchContext.current()).resolutionOf(keys).provenance();
    } catch (VirtualMachineError _) {
      return; // no stack or heap left for the note; the original exception propagates unchanged
    }
    FailedCall.tell(isOutermost, failure, this, DispatchKeySet.highestKey(keys), by);
  }

  /** Returns the raw key set of an optional generator: the dense one of its device. */
  public static long keysOf(Generator generator) {
    return generator == null ? 0 : generator.keyBits();
  }

  /** Returns the raw key set of an optional tensor. */
  public static long keysOf(Tensor tensor) {
    return tensor == null ? 0 : tensor.keyBits();
  }

  /** Returns the union of the raw key sets of a list of optional tensors. */
  public static long keysOf(Tensor[] tensors) {
    long keys = 0;
    for (Tensor tensor : tensors) {
      keys |= keysOf(tensor);
    }
    return keys;
  }

  /** Returns the name. */
  @Override
  public final String toString() {
    return name.toString();
  }
}
