package jackfield.dispatch;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Which kernel serves which key, for one operator at one time; immutable but for the link to its
 * predecessor.
 *
 * <p>Slots hold the kernels in the interface of the operator's type. A key set finds its slot by
 * its highest functionality bit and, where that has a slot for each backend, its highest backend
 * bit. Nearly all sets have no backend bit above the lowest (CPU), which is where the first of
 * those slots is; for them one array read by the highest bit is enough.
 *
 * <p><em>Threads</em>: safe for all; see {@link Epochs}.
 */
public final class DispatchTable {
  private static final long BACKENDS_ABOVE_FIRST = DispatchKeySet.BACKEND_BITS & ~1L;

  private final long epoch;
  private final long nonFallthrough;
  private final long[] nonFallthroughByBackend; // null while all backends agree
  private final Object[] byBit = new Object[Long.SIZE];
  private final Object[] kernels;
  private final KernelFunction[] functions;
  private final OperatorSchema schema; // null while not defined
  private final int[] tensorArguments;
  private final int argumentCount;
  private final Resolution[] resolutions;
  private final Function<DispatchKey, KernelFunction> registered;
  private DispatchTable previous; // cut when nobody can be inside an older epoch

  /**
   * Creates a table.
   *
   * @param epoch the first epoch in which it is valid
   * @param previous the table before it, for calls that entered earlier; may be null
   * @param resolutions for each slot, who serves it and why
   * @param registered for a key, aliases included, the kernel registered for exactly it, else its
   *     fallback, else null
   * @param masks the keys that are not transparent, for each backend
   * @param operator the operator, whose schema and type say what the calls look like
   */
  public DispatchTable(
      long epoch,
      DispatchTable previous,
      Resolution[] resolutions,
      Function<DispatchKey, KernelFunction> registered,
      long[] masks,
      Operator operator) {
    this.epoch = epoch;
    this.previous = previous;
    this.resolutions = resolutions;
    this.registered = registered;
    boolean agree = Arrays.stream(masks).allMatch(mask -> mask == masks[0]);
    this.nonFallthrough = masks[0];
    this.nonFallthroughByBackend = agree ? null : masks;
    this.functions = new KernelFunction[resolutions.length];
    this.kernels = new Object[resolutions.length];
    fillKernels(operator);
    this.schema = operator.nextSchema();
    this.tensorArguments = schema == null ? new int[0] : schema.dispatchArguments();
    this.argumentCount = schema == null ? 0 : schema.arguments().size();
    fillByBit();
  }

  private void fillKernels(Operator operator) {
    Map<KernelFunction, Object> adapted = new IdentityHashMap<>();
    for (int slot = 0; slot < kernels.length; slot++) {
      functions[slot] = resolutions[slot].kernel();
      kernels[slot] = adapted.computeIfAbsent(functions[slot], operator::kernelOf);
    }
  }

  private void fillByBit() {
    Arrays.fill(byBit, kernels[0]);
    for (int bit = BackendComponent.COUNT; bit < Long.SIZE - 1; bit++) {
      byBit[bit] = kernels[DispatchKeySet.tableIndex(1L << bit)];
    }
  }

  /** Returns the first epoch in which this table is valid. */
  public long epoch() {
    return epoch;
  }

  /** Returns the operator's schema, or null while it is not defined. */
  OperatorSchema schema() {
    return schema;
  }

  /** Returns the newest table, from this one back, that is valid in {@code epoch}. */
  public DispatchTable at(long wanted) {
    DispatchTable table = this;
    while (table.epoch > wanted && table.previous != null) {
      table = table.previous;
    }
    return table;
  }

  /** Lets the predecessor go; called when nobody can be inside an older epoch. */
  public void cutPrevious() {
    previous = null;
  }

  /**
   * Returns the raw key set of a call: what its tensors have, what the thread includes and
   * excludes, without the keys that are transparent.
   */
  public long keys(DispatchContext context, long ofTensors) {
    long keys = context.apply(ofTensors);
    return nonFallthroughByBackend == null
        ? keys & nonFallthrough
        : keys & nonFallthroughByBackend[new DispatchKeySet(keys).backendIndex()];
  }

  /** Returns the kernel that serves {@code keys}, in the interface of the operator's type. */
  public Object kernel(long keys) {
    return (keys & BACKENDS_ABOVE_FIRST) == 0
        ? byBit[(63 - Long.numberOfLeadingZeros(keys)) & 63]
        : kernels[DispatchKeySet.tableIndex(keys)];
  }

  /** Returns the kernel that serves {@code keys}, to be called boxed. */
  public KernelFunction function(long keys) {
    return functions[DispatchKeySet.tableIndex(keys)];
  }

  /**
   * Returns the kernel registered for exactly {@code key}, which may be an alias; without one, what
   * serves the key for every operator; null if nothing does.
   */
  public KernelFunction functionRegisteredFor(DispatchKey key) {
    return registered.apply(key);
  }

  /** Returns the union of the key sets of the tensors among a boxed call's arguments. */
  public long keysOf(Stack stack) {
    long keys = 0;
    for (int argument : tensorArguments) {
      keys |= stack.keys(stack.fromTop(argumentCount, argument));
    }
    return keys;
  }

  /** Returns who serves slot {@code index} and why. */
  public Resolution resolution(int index) {
    return resolutions[index];
  }

  /** Returns the raw set of keys that are not transparent for the backend of this number. */
  public long nonFallthrough(int backendIndex) {
    return nonFallthroughByBackend == null ? nonFallthrough : nonFallthroughByBackend[backendIndex];
  }
}
