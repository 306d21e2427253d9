package jackfield.kernel;

import jackfield.context.DispatchContext;
import jackfield.error.InvalidArgument;
import jackfield.internal.TableAccess;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.schema.OperatorSchema;

/**
 * The dispatch table of one operator in one generation. It is immutable except for the link to its
 * predecessor and the arrays of boxed calls. Two threads may make the same array; either will do.
 *
 * <p>Slots hold the kernels in the interface of the operator's type. The highest functionality bit
 * of a key set selects its slot. If that functionality has a slot for each backend, the highest
 * backend bit selects among them. In nearly all sets CPU, the lowest backend bit, is the highest
 * one set, and CPU has the first of those slots. One array indexed by the highest bit is enough for
 * them. The array therefore holds the kernels by bit first and then those of the other backends.
 *
 * <p><em>Threads</em>: safe for all; see {@link jackfield.context.Epochs}.
 */
public final class DispatchTable {
  private static final long BACKENDS_ABOVE_FIRST = DispatchKeySet.BACKEND_BITS & ~1L;
  // Of the full length, so that a boxed call needs one check only: that of the element.
  private static final KernelFunction[] NOT_PLACED = new KernelFunction[KernelPlaces.count()];

  static {
    TableAccess.offer(DispatchTable.class, new OperatorTables());
  }

  private final long nonFallthrough;
  private final long[] nonFallthroughByBackend; // null while all backends agree
  private final Object[] kernels; // first by bit, then by slot; of the interface of the type
  private final Object[] redispatchKernels; // the same array as kernels while not observed
  private final OperatorSchema schema; // null while not defined
  private final long tensorArguments; // bit i: argument i has tensors; there are at most 64
  private final int argumentCount;
  private final TableSource source;
  private final CallWatch watch;
  // The kernels of boxed calls, by the same index; arrays without elements until the first one.
  // Written by any thread, without a fence: a thread that finds no element computes the array.
  private KernelFunction[] functions;
  private KernelFunction[] redispatchFunctions; // the same array as functions while not observed
  private long epoch; // written before the table is published, not afterwards
  private DispatchTable previous; // likewise; cut when no thread is inside an older epoch

  /**
   * Creates a table that no call uses: only the dispatcher publishes tables.
   *
   * @param source the kernels and which of them each slot uses
   * @param operator the operator; its schema and type determine the arguments of calls
   * @param watch returns the kernels that replace others while calls are observed, and receives
   *     failures
   */
  public DispatchTable(TableSource source, Operator operator, CallWatch watch) {
    TableShape shape = source.shape();
    this.source = source;
    this.watch = watch;
    this.nonFallthrough = shape.nonFallthrough();
    this.nonFallthroughByBackend = shape.nonFallthroughByBackend();
    this.schema = operator.nextSchema();
    KernelFunction[] distinct = source.kernels();
    this.redispatchKernels = adapted(distinct, operator);
    this.redispatchFunctions = placedAlready(redispatchKernels);
    if (schema != null && watch.isObserving()) {
      KernelFunction[] observed = observed(distinct);
      this.kernels = adapted(observed, operator);
      this.functions = placed(observed, new KernelFunction[KernelPlaces.count()]);
    } else {
      this.kernels = redispatchKernels;
      this.functions = redispatchFunctions;
    }
    this.tensorArguments = schema == null ? 0 : bits(schema.dispatchArguments());
    this.argumentCount = schema == null ? 0 : schema.arguments().size();
  }

  private static long bits(int[] indices) {
    long bits = 0;
    for (int index : indices) {
      bits |= 1L << index;
    }
    return bits;
  }

  /** Returns the observing kernels: one per kernel, even if it is in the list several times. */
  private KernelFunction[] observed(KernelFunction[] distinct) {
    KernelFunction[] observed = new KernelFunction[distinct.length];
    for (int number = 0; number < observed.length; number++) {
      int first = firstOf(distinct, number);
      observed[number] = first < number ? observed[first] : observed(number, distinct[number]);
    }
    return observed;
  }

  private KernelFunction observed(int number, KernelFunction kernel) {
    Resolution resolution = source.resolution(source.shape().firstSlotOf(number));
    KernelFunction observed = watch.observed(resolution);
    return observed == resolution.kernel() ? kernel : observed;
  }

  /** Returns the lowest number of the kernel with this number. */
  private static int firstOf(KernelFunction[] functions, int number) {
    int first = 0;
    while (functions[first] != functions[number]) {
      first++;
    }
    return first;
  }

  /** Returns the functions in the operator's interface, by place. */
  private Object[] adapted(KernelFunction[] functions, Operator operator) {
    Object[] adapted = new Object[functions.length];
    for (int number = 0; number < adapted.length; number++) {
      int first = firstOf(functions, number);
      adapted[number] = first < number ? adapted[first] : operator.kernelOf(functions[number]);
    }
    return placed(adapted, operator.newKernels(KernelPlaces.count()));
  }

  /** Fills {@code places} with the elements of {@code distinct} and returns it. */
  private <T> T[] placed(T[] distinct, T[] places) {
    byte[] numbers = source.shape().byPlace();
    for (int place = 0; place < places.length; place++) {
      places[place] = distinct[numbers[place] & 0xff];
    }
    return places;
  }

  /** Returns the kernels if boxed calls can use the same array, as those of an untyped operator. */
  private static KernelFunction[] placedAlready(Object[] kernels) {
    return kernels instanceof KernelFunction[] functions ? functions : NOT_PLACED;
  }

  /**
   * Succeeds {@code before} (null for none) in the epochs from {@code first} on; only stores
   * fields.
   */
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
   * Returns the operator's schema.
   *
   * @throws NoSuchOperator while it is not defined
   */
  OperatorSchema requireSchema(Operator operator) {
    if (schema == null) {
      source.undefined().callBoxed(operator, 0, new Stack());
    }
    return schema;
  }

  /**
   * Returns the newest table that is valid in the epoch {@code wanted}, searching back from this
   * one. The calling thread is inside that epoch, so the table it needs is not cut. The first table
   * of an operator is valid for all earlier epochs too.
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

  /** Releases the predecessor; called when no thread is inside an older epoch. */
  void cutPrevious() {
    previous = null;
  }

  /**
   * Returns the raw key set of a call: the tensors' keys with the thread's included and excluded
   * keys applied, without transparent keys.
   */
  public long keys(DispatchContext context, long ofTensors) {
    long keys = context.apply(ofTensors);
    return nonFallthroughByBackend == null
        ? keys & nonFallthrough
        : keys & nonFallthroughByBackend[new DispatchKeySet(keys).backendIndex()];
  }

  /**
   * Returns the kernels of calls, indexed by {@link #index}. The array has the operator type's
   * kernel interface as element type, so one cast of the array is enough. It must not be written.
   */
  public Object[] kernels() {
    return kernels;
  }

  /**
   * Returns the kernels of redispatches, indexed by {@link #index}. It is the array of {@link
   * #kernels} unless calls are observed: observers see calls only.
   */
  public Object[] redispatchKernels() {
    return redispatchKernels;
  }

  /** Returns the kernel that a call with {@code keys} runs, in the interface of the type. */
  public Object kernel(long keys) {
    return kernels[index(keys)];
  }

  /** Returns the kernel of a redispatch with {@code keys}, in the interface of the type. */
  public Object redispatchKernel(long keys) {
    return redispatchKernels[index(keys)];
  }

  /** Returns the index in {@link #kernels} of the kernel for {@code keys}. */
  public static int index(long keys) {
    return (keys & BACKENDS_ABOVE_FIRST) == 0
        ? (63 - Long.numberOfLeadingZeros(keys)) & 63
        : KernelPlaces.onBackend(keys);
  }

  /** Returns the kernel that a call with {@code keys} runs, for a boxed call. */
  public KernelFunction function(long keys) {
    int index = index(keys);
    KernelFunction function = functions[index];
    return function != null ? function : firstFunction(index);
  }

  /** Returns the kernel of a redispatch with {@code keys}, for a boxed call. */
  KernelFunction redispatchFunction(long keys) {
    int index = index(keys);
    KernelFunction function = redispatchFunctions[index];
    return function != null ? function : firstFunction(index);
  }

  /** Returns a kernel that is not observed, and stores the array of them. */
  private KernelFunction firstFunction(int index) {
    KernelFunction[] placed = placed(source.kernels(), new KernelFunction[KernelPlaces.count()]);
    redispatchFunctions = placed;
    if (kernels == redispatchKernels) { // else the observing ones are in place since the beginning
      functions = placed;
    }
    return placed[index];
  }

  /**
   * Returns the kernel registered for exactly {@code key}, which may be an alias, else the key's
   * fallback, else null.
   */
  Resolution registeredFor(DispatchKey key) {
    return source.registered(key);
  }

  /** Returns the fallback of {@code key}, which is no alias, or null. */
  KernelFunction fallback(DispatchKey key) {
    return source.fallback(key);
  }

  /**
   * Returns the union of the key sets of the tensors among a boxed call's arguments.
   *
   * @throws InvalidArgument if the stack has fewer values than the operator has arguments
   */
  public long keysOf(Stack stack) {
    int bottom = stack.fromTop(argumentCount, 0);
    if (bottom < 0) {
      throw tooFew(stack.size());
    }
    long keys = (tensorArguments & 1) != 0 ? stack.keys(bottom) : 0;
    if ((tensorArguments & 2) != 0) {
      keys |= stack.keys(bottom + 1); // no loop for the first two, as most operators have no more
    }
    for (long rest = tensorArguments >>> 2 << 2; rest != 0; rest &= rest - 1) {
      keys |= stack.keys(bottom + Long.numberOfTrailingZeros(rest));
    }
    return keys;
  }

  private InvalidArgument tooFew(int found) {
    return new InvalidArgument(
        schema.name().toString(),
        "stack",
        "has %d of %d values; push one for each argument of %s, also for those with a default"
            .formatted(found, argumentCount, schema));
  }

  /** Returns the resolution of a call with {@code keys}. */
  Resolution resolutionOf(long keys) {
    return source.resolution(DispatchKeySet.tableIndex(keys));
  }

  CallWatch watch() {
    return watch;
  }

  /** Returns the kernel of slot {@code index}, its provider and the reason. */
  public Resolution resolution(int index) {
    return source.resolution(index);
  }

  /** Returns the raw set of keys that are not transparent for the backend with this index. */
  public long nonFallthrough(int backendIndex) {
    return nonFallthroughByBackend == null ? nonFallthrough : nonFallthroughByBackend[backendIndex];
  }
}
