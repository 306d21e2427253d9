package jackfield.kernel;

import jackfield.context.DispatchContext;
import jackfield.key.BackendComponent;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.schema.OperatorSchema;
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
 * those slots is; for them one array read by the highest bit is enough, so the array has the
 * kernels by bit first, then those by slot.
 *
 * <p><em>Threads</em>: safe for all; see {@link jackfield.context.Epochs}.
 */
public final class DispatchTable {
  private static final long BACKENDS_ABOVE_FIRST = DispatchKeySet.BACKEND_BITS & ~1L;

  private final long nonFallthrough;
  private final long[] nonFallthroughByBackend; // null while all backends agree
  private final Object[] kernels; // first by bit, then by slot; of the interface of the type
  private final KernelFunction[] functions;
  private final Object[] redispatchKernels; // the same array as kernels while nobody observes
  private final KernelFunction[] redispatchFunctions; // likewise
  private final OperatorSchema schema; // null while not defined
  private final long tensorArguments; // bit i: argument i has tensors; there are at most 64
  private final int argumentCount;
  private final Resolution[] resolutions;
  private final Function<DispatchKey, KernelFunction> registered;
  private final CallWatch watch;
  private long epoch; // written before the table is published, not afterwards
  private DispatchTable previous; // likewise; cut when no thread can be inside an older epoch

  /**
   * Creates a table that is not published yet: see {@link Operator#publishRelease}.
   *
   * @param resolutions for each slot, who serves it and why
   * @param registered for a key, aliases included, the kernel registered for exactly it, else its
   *     fallback, else null
   * @param masks the keys that are not transparent, for each backend
   * @param operator the operator, whose schema and type say what the calls look like
   * @param watch says which kernels run in place of others while calls are observed, and hears of
   *     failures
   */
  public DispatchTable(
      Resolution[] resolutions,
      Function<DispatchKey, KernelFunction> registered,
      long[] masks,
      Operator operator,
      CallWatch watch) {
    this.resolutions = resolutions;
    this.registered = registered;
    this.watch = watch;
    boolean agree = Arrays.stream(masks).allMatch(mask -> mask == masks[0]);
    this.nonFallthrough = masks[0];
    this.nonFallthroughByBackend = agree ? null : masks;
    this.schema = operator.nextSchema();
    this.redispatchFunctions = byPlace(Resolution::kernel);
    this.redispatchKernels = adapted(redispatchFunctions, operator);
    boolean isObserved = schema != null && watch.isObserving();
    this.functions = isObserved ? byPlace(observing(watch)) : redispatchFunctions;
    this.kernels = isObserved ? adapted(functions, operator) : redispatchKernels;
    this.tensorArguments = schema == null ? 0 : bits(schema.dispatchArguments());
    this.argumentCount = schema == null ? 0 : schema.arguments().size();
  }

  private static long bits(int[] places) {
    return Arrays.stream(places).mapToLong(place -> 1L << place).sum();
  }

  /** Returns what observes each kernel: one for a kernel, however many slots it serves. */
  private static Function<Resolution, KernelFunction> observing(CallWatch watch) {
    Map<KernelFunction, KernelFunction> observed = new IdentityHashMap<>();
    return resolution ->
        observed.computeIfAbsent(resolution.kernel(), _ -> watch.observed(resolution));
  }

  /** Returns a kernel of each resolution, by bit and by slot. */
  private KernelFunction[] byPlace(Function<Resolution, KernelFunction> kernel) {
    KernelFunction[] functions = new KernelFunction[Long.SIZE + resolutions.length];
    for (int slot = 0; slot < resolutions.length; slot++) {
      functions[Long.SIZE + slot] = kernel.apply(resolutions[slot]);
    }
    for (int bit = 0; bit < Long.SIZE; bit++) {
      boolean isFunctionality = bit >= BackendComponent.COUNT && bit < Long.SIZE - 1;
      int slot = isFunctionality ? DispatchKeySet.tableIndex(1L << bit) : 0;
      functions[bit] = functions[Long.SIZE + slot];
    }
    return functions;
  }

  private static Object[] adapted(KernelFunction[] functions, Operator operator) {
    Object[] kernels = operator.newKernels(functions.length);
    Map<KernelFunction, Object> adapted = new IdentityHashMap<>();
    for (int place = 0; place < functions.length; place++) {
      boolean isAsBefore = place > 0 && functions[place] == functions[place - 1]; // mostly
      kernels[place] =
          isAsBefore
              ? kernels[place - 1]
              : adapted.computeIfAbsent(functions[place], operator::kernelOf);
    }
    return kernels;
  }

  /** Takes the place of {@code before}, null for none, from {@code first} on; stores only. */
  void follow(DispatchTable before, long first) {
    epoch = first;
    previous = before;
  }

  /** Returns the first epoch in which this table is valid. */
  public long epoch() {
    return epoch;
  }

  /** Returns the operator's schema, or null while it is not defined. */
  OperatorSchema schema() {
    return schema;
  }

  /**
   * Returns the newest table, from this one back, that is valid in the epoch {@code wanted}, which
   * the calling thread is inside: what it needs is not cut. An operator that was made later has its
   * first table for all epochs before.
   */
  DispatchTable at(long wanted) {
    DispatchTable table = this;
    while (table.epoch > wanted) {
      DispatchTable before = table.previous;
      if (before == null) {
        return table;
      }
      table = before;
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

  /**
   * Returns the kernels of calls in the interface of the operator's type, to be read at {@link
   * #place}; the array is of that interface, so that one cast of it does for all, and must not be
   * written.
   */
  public Object[] kernels() {
    return kernels;
  }

  /**
   * Returns the kernels of those who go on below, likewise. They are those of calls, in the same
   * array, unless somebody observes: only calls are told to observers.
   */
  public Object[] redispatchKernels() {
    return redispatchKernels;
  }

  /** Returns the kernel that a call with {@code keys} runs, in the interface of the type. */
  public Object kernel(long keys) {
    return kernels[place(keys)];
  }

  /** Returns the kernel that goes on with {@code keys}, in the interface of the type. */
  public Object redispatchKernel(long keys) {
    return redispatchKernels[place(keys)];
  }

  /** Returns where in {@link #kernels} the one is that serves {@code keys}. */
  public static int place(long keys) {
    return (keys & BACKENDS_ABOVE_FIRST) == 0
        ? (63 - Long.numberOfLeadingZeros(keys)) & 63
        : Long.SIZE + DispatchKeySet.tableIndex(keys);
  }

  /** Returns the kernel that a call with {@code keys} runs, to be called boxed. */
  public KernelFunction function(long keys) {
    return functions[place(keys)];
  }

  /** Returns the kernel that goes on with {@code keys}, to be called boxed. */
  public KernelFunction redispatchFunction(long keys) {
    return redispatchFunctions[place(keys)];
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
    int bottom = stack.fromTop(argumentCount, 0);
    long keys = (tensorArguments & 1) != 0 ? stack.keys(bottom) : 0;
    if ((tensorArguments & 2) != 0) {
      keys |= stack.keys(bottom + 1); // no loop for the two that most operators have
    }
    for (long rest = tensorArguments >>> 2 << 2; rest != 0; rest &= rest - 1) {
      keys |= stack.keys(bottom + Long.numberOfTrailingZeros(rest));
    }
    return keys;
  }

  /** Returns who serves a call with {@code keys}. */
  Resolution resolutionOf(long keys) {
    return resolutions[DispatchKeySet.tableIndex(keys)];
  }

  CallWatch watch() {
    return watch;
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
