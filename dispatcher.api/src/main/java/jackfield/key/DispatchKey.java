package jackfield.key;

import java.util.List;

/**
 * The keys at which kernels can be registered, as in C10 2.13.
 *
 * <p>A <em>functionality key</em> is a bit of a {@link DispatchKeySet}; the later it is declared,
 * the higher its priority. Six of them are <em>building blocks</em>. A building block has no slot
 * of its own in a table, but one <em>instance</em> for each backend with a slot ({@code
 * AUTOGRAD_CPU} is {@code AUTOGRAD_FUNCTIONALITY} on {@code CPU}). An <em>alias key</em> represents
 * several keys at registration and is never in a set.
 *
 * <p>{@link #PROFILER} exists on this platform only: bits and slots above it are one higher than
 * C10's.
 */
// The name of an instance describes it fully, so only the other keys have a comment.
@SuppressWarnings("doclint:missing")
public enum DispatchKey {
  /** No key: slot 0, for calls without any tensor. */
  UNDEFINED("Undefined", Kind.UNDEFINED),
  /** Building block of the ordinary strided tensors of each backend. */
  DENSE("Dense", ""),
  /** Tensors on an FPGA. */
  FPGA("FPGA"),
  /** Tensors of the Vulkan backend. */
  VULKAN("Vulkan"),
  /** Tensors of the Metal backend. */
  METAL("Metal"),
  /** Building block of the quantized tensors of each backend. */
  QUANTIZED("Quantized", "Quantized"),
  /** Random number generators that a user supplies. */
  CUSTOM_RNG_KEY_ID("CustomRNGKeyId"),
  /** CPU tensors in the opaque layout of oneDNN. */
  MKLDNN_CPU("MkldnnCPU"),
  /** Building block of the sparse tensors in coordinate format of each backend. */
  SPARSE("Sparse", "Sparse"),
  /** Building block of the compressed sparse tensors of each backend. */
  SPARSE_CSR("SparseCsr", "SparseCsr"),
  /** Building block of the ragged (nested) tensors of each backend. */
  NESTED_TENSOR("NestedTensor", "NestedTensor"),
  /** Observes calls just before a backend's kernel runs; C10 has no such key. */
  PROFILER("Profiler"),
  /** Selects the backend of factory calls, which have no tensor argument. */
  BACKEND_SELECT("BackendSelect"),
  /** Computes shapes only. */
  FAKE("Fake"),
  /** Tensor subclasses that intercept their operators. */
  PYTHON("Python"),
  /** Leaves the innermost function transform and calls the next outer one. */
  FUNC_TORCH_DYNAMIC_LAYER_BACK_MODE("FuncTorchDynamicLayerBackMode"),
  /** Turns mutation and views into pure operators. */
  FUNCTIONALIZE("Functionalize"),
  /** Materialises the lazy complex conjugate. */
  CONJUGATE("Conjugate"),
  /** Materialises the lazy negation. */
  NEGATIVE("Negative"),
  /** Materialises zero tensors without storage. */
  ZERO_TENSOR("ZeroTensor"),
  /** Counts versions and tracks views below autograd. */
  AD_INPLACE_OR_VIEW("ADInplaceOrView"),
  /** Autograd of every backend without an autograd key of its own. */
  AUTOGRAD_OTHER("AutogradOther"),
  /** Building block of each backend's autograd. */
  AUTOGRAD_FUNCTIONALITY("AutogradFunctionality", "Autograd"),
  /** Autograd of nested tensors. */
  AUTOGRAD_NESTED_TENSOR("AutogradNestedTensor"),
  /** Records a graph of the calls. */
  TRACER("Tracer"),
  /** Selects the precision of calls on CPU. */
  AUTOCAST_CPU("AutocastCPU"),
  /** Selects the precision of calls on MTIA. */
  AUTOCAST_MTIA("AutocastMTIA"),
  /** Selects the precision of calls on MAIA. */
  AUTOCAST_MAIA("AutocastMAIA"),
  /** Selects the precision of calls on XPU. */
  AUTOCAST_XPU("AutocastXPU"),
  /** Selects the precision of calls on IPU. */
  AUTOCAST_IPU("AutocastIPU"),
  /** Selects the precision of calls on HPU. */
  AUTOCAST_HPU("AutocastHPU"),
  /** Selects the precision of calls on XLA. */
  AUTOCAST_XLA("AutocastXLA"),
  /** Selects the precision of calls on MPS. */
  AUTOCAST_MPS("AutocastMPS"),
  /** Selects the precision of calls on CUDA. */
  AUTOCAST_CUDA("AutocastCUDA"),
  /** Selects the precision of calls on PrivateUse1. */
  AUTOCAST_PRIVATE_USE_1("AutocastPrivateUse1"),
  /** Batching rules of the function transform vmap. */
  FUNC_TORCH_BATCHED("FuncTorchBatched"),
  /** Batching rules for nested tensors. */
  BATCHED_NESTED_TENSOR("BatchedNestedTensor"),
  /** Catches random and factory calls inside vmap. */
  FUNC_TORCH_VMAP_MODE("FuncTorchVmapMode"),
  /** Batching rules of the older vmap. */
  BATCHED("Batched"),
  /** Catches random and factory calls inside the older vmap. */
  VMAP_MODE("VmapMode"),
  /** Unwraps the tensors of nested gradient transforms. */
  FUNC_TORCH_GRAD_WRAPPER("FuncTorchGradWrapper"),
  /** Defers the construction of tensors. */
  DEFERRED_INIT("DeferredInit"),
  /** Stores the state of the thread on entry to the dispatcher. */
  PYTHON_TLS_SNAPSHOT("PythonTLSSnapshot"),
  /** Passes the call to the innermost function transform. */
  FUNC_TORCH_DYNAMIC_LAYER_FRONT_MODE("FuncTorchDynamicLayerFrontMode"),
  /** A wrapper key for tests. */
  TESTING_ONLY_GENERIC_WRAPPER("TESTING_ONLY_GenericWrapper"),
  /** A mode key for tests. */
  TESTING_ONLY_GENERIC_MODE("TESTING_ONLY_GenericMode"),
  /** Sees calls before every other functionality, for tracing. */
  PRE_DISPATCH("PreDispatch"),
  /** Replaces the whole dispatch; the highest priority of all. */
  PYTHON_DISPATCHER("PythonDispatcher"),

  CPU(DENSE, BackendComponent.CPU),
  CUDA(DENSE, BackendComponent.CUDA),
  HIP(DENSE, BackendComponent.HIP),
  XLA(DENSE, BackendComponent.XLA),
  MPS(DENSE, BackendComponent.MPS),
  IPU(DENSE, BackendComponent.IPU),
  XPU(DENSE, BackendComponent.XPU),
  HPU(DENSE, BackendComponent.HPU),
  VE(DENSE, BackendComponent.VE),
  LAZY(DENSE, BackendComponent.LAZY),
  MTIA(DENSE, BackendComponent.MTIA),
  MAIA(DENSE, BackendComponent.MAIA),
  PRIVATE_USE_1(DENSE, BackendComponent.PRIVATE_USE_1),
  PRIVATE_USE_2(DENSE, BackendComponent.PRIVATE_USE_2),
  PRIVATE_USE_3(DENSE, BackendComponent.PRIVATE_USE_3),
  META(DENSE, BackendComponent.META),

  QUANTIZED_CPU(QUANTIZED, BackendComponent.CPU),
  QUANTIZED_CUDA(QUANTIZED, BackendComponent.CUDA),
  QUANTIZED_HIP(QUANTIZED, BackendComponent.HIP),
  QUANTIZED_XLA(QUANTIZED, BackendComponent.XLA),
  QUANTIZED_MPS(QUANTIZED, BackendComponent.MPS),
  QUANTIZED_IPU(QUANTIZED, BackendComponent.IPU),
  QUANTIZED_XPU(QUANTIZED, BackendComponent.XPU),
  QUANTIZED_HPU(QUANTIZED, BackendComponent.HPU),
  QUANTIZED_VE(QUANTIZED, BackendComponent.VE),
  QUANTIZED_LAZY(QUANTIZED, BackendComponent.LAZY),
  QUANTIZED_MTIA(QUANTIZED, BackendComponent.MTIA),
  QUANTIZED_MAIA(QUANTIZED, BackendComponent.MAIA),
  QUANTIZED_PRIVATE_USE_1(QUANTIZED, BackendComponent.PRIVATE_USE_1),
  QUANTIZED_PRIVATE_USE_2(QUANTIZED, BackendComponent.PRIVATE_USE_2),
  QUANTIZED_PRIVATE_USE_3(QUANTIZED, BackendComponent.PRIVATE_USE_3),
  QUANTIZED_META(QUANTIZED, BackendComponent.META),

  SPARSE_CPU(SPARSE, BackendComponent.CPU),
  SPARSE_CUDA(SPARSE, BackendComponent.CUDA),
  SPARSE_HIP(SPARSE, BackendComponent.HIP),
  SPARSE_XLA(SPARSE, BackendComponent.XLA),
  SPARSE_MPS(SPARSE, BackendComponent.MPS),
  SPARSE_IPU(SPARSE, BackendComponent.IPU),
  SPARSE_XPU(SPARSE, BackendComponent.XPU),
  SPARSE_HPU(SPARSE, BackendComponent.HPU),
  SPARSE_VE(SPARSE, BackendComponent.VE),
  SPARSE_LAZY(SPARSE, BackendComponent.LAZY),
  SPARSE_MTIA(SPARSE, BackendComponent.MTIA),
  SPARSE_MAIA(SPARSE, BackendComponent.MAIA),
  SPARSE_PRIVATE_USE_1(SPARSE, BackendComponent.PRIVATE_USE_1),
  SPARSE_PRIVATE_USE_2(SPARSE, BackendComponent.PRIVATE_USE_2),
  SPARSE_PRIVATE_USE_3(SPARSE, BackendComponent.PRIVATE_USE_3),
  SPARSE_META(SPARSE, BackendComponent.META),

  SPARSE_CSR_CPU(SPARSE_CSR, BackendComponent.CPU),
  SPARSE_CSR_CUDA(SPARSE_CSR, BackendComponent.CUDA),
  SPARSE_CSR_HIP(SPARSE_CSR, BackendComponent.HIP),
  SPARSE_CSR_XLA(SPARSE_CSR, BackendComponent.XLA),
  SPARSE_CSR_MPS(SPARSE_CSR, BackendComponent.MPS),
  SPARSE_CSR_IPU(SPARSE_CSR, BackendComponent.IPU),
  SPARSE_CSR_XPU(SPARSE_CSR, BackendComponent.XPU),
  SPARSE_CSR_HPU(SPARSE_CSR, BackendComponent.HPU),
  SPARSE_CSR_VE(SPARSE_CSR, BackendComponent.VE),
  SPARSE_CSR_LAZY(SPARSE_CSR, BackendComponent.LAZY),
  SPARSE_CSR_MTIA(SPARSE_CSR, BackendComponent.MTIA),
  SPARSE_CSR_MAIA(SPARSE_CSR, BackendComponent.MAIA),
  SPARSE_CSR_PRIVATE_USE_1(SPARSE_CSR, BackendComponent.PRIVATE_USE_1),
  SPARSE_CSR_PRIVATE_USE_2(SPARSE_CSR, BackendComponent.PRIVATE_USE_2),
  SPARSE_CSR_PRIVATE_USE_3(SPARSE_CSR, BackendComponent.PRIVATE_USE_3),
  SPARSE_CSR_META(SPARSE_CSR, BackendComponent.META),

  NESTED_TENSOR_CPU(NESTED_TENSOR, BackendComponent.CPU),
  NESTED_TENSOR_CUDA(NESTED_TENSOR, BackendComponent.CUDA),
  NESTED_TENSOR_HIP(NESTED_TENSOR, BackendComponent.HIP),
  NESTED_TENSOR_XLA(NESTED_TENSOR, BackendComponent.XLA),
  NESTED_TENSOR_MPS(NESTED_TENSOR, BackendComponent.MPS),
  NESTED_TENSOR_IPU(NESTED_TENSOR, BackendComponent.IPU),
  NESTED_TENSOR_XPU(NESTED_TENSOR, BackendComponent.XPU),
  NESTED_TENSOR_HPU(NESTED_TENSOR, BackendComponent.HPU),
  NESTED_TENSOR_VE(NESTED_TENSOR, BackendComponent.VE),
  NESTED_TENSOR_LAZY(NESTED_TENSOR, BackendComponent.LAZY),
  NESTED_TENSOR_MTIA(NESTED_TENSOR, BackendComponent.MTIA),
  NESTED_TENSOR_MAIA(NESTED_TENSOR, BackendComponent.MAIA),
  NESTED_TENSOR_PRIVATE_USE_1(NESTED_TENSOR, BackendComponent.PRIVATE_USE_1),
  NESTED_TENSOR_PRIVATE_USE_2(NESTED_TENSOR, BackendComponent.PRIVATE_USE_2),
  NESTED_TENSOR_PRIVATE_USE_3(NESTED_TENSOR, BackendComponent.PRIVATE_USE_3),
  NESTED_TENSOR_META(NESTED_TENSOR, BackendComponent.META),

  AUTOGRAD_CPU(AUTOGRAD_FUNCTIONALITY, BackendComponent.CPU),
  AUTOGRAD_CUDA(AUTOGRAD_FUNCTIONALITY, BackendComponent.CUDA),
  AUTOGRAD_HIP(AUTOGRAD_FUNCTIONALITY, BackendComponent.HIP),
  AUTOGRAD_XLA(AUTOGRAD_FUNCTIONALITY, BackendComponent.XLA),
  AUTOGRAD_MPS(AUTOGRAD_FUNCTIONALITY, BackendComponent.MPS),
  AUTOGRAD_IPU(AUTOGRAD_FUNCTIONALITY, BackendComponent.IPU),
  AUTOGRAD_XPU(AUTOGRAD_FUNCTIONALITY, BackendComponent.XPU),
  AUTOGRAD_HPU(AUTOGRAD_FUNCTIONALITY, BackendComponent.HPU),
  AUTOGRAD_VE(AUTOGRAD_FUNCTIONALITY, BackendComponent.VE),
  AUTOGRAD_LAZY(AUTOGRAD_FUNCTIONALITY, BackendComponent.LAZY),
  AUTOGRAD_MTIA(AUTOGRAD_FUNCTIONALITY, BackendComponent.MTIA),
  AUTOGRAD_MAIA(AUTOGRAD_FUNCTIONALITY, BackendComponent.MAIA),
  AUTOGRAD_PRIVATE_USE_1(AUTOGRAD_FUNCTIONALITY, BackendComponent.PRIVATE_USE_1),
  AUTOGRAD_PRIVATE_USE_2(AUTOGRAD_FUNCTIONALITY, BackendComponent.PRIVATE_USE_2),
  AUTOGRAD_PRIVATE_USE_3(AUTOGRAD_FUNCTIONALITY, BackendComponent.PRIVATE_USE_3),
  AUTOGRAD_META(AUTOGRAD_FUNCTIONALITY, BackendComponent.META),

  /** Alias: every autograd key. */
  AUTOGRAD("Autograd", Kind.ALIAS),
  /** Alias: composite kernels; autograd differentiates the operators that they call. */
  COMPOSITE_IMPLICIT_AUTOGRAD("CompositeImplicitAutograd", Kind.ALIAS),
  /** Alias: decompositions that are used as batching rules. */
  FUNC_TORCH_BATCHED_DECOMPOSITION("FuncTorchBatchedDecomposition", Kind.ALIAS),
  /** Alias: composite kernels for nested tensors. */
  COMPOSITE_IMPLICIT_AUTOGRAD_NESTED_TENSOR("CompositeImplicitAutogradNestedTensor", Kind.ALIAS),
  /** Alias: one kernel for every backend, with autograd registered separately. */
  COMPOSITE_EXPLICIT_AUTOGRAD("CompositeExplicitAutograd", Kind.ALIAS),
  /**
   * Alias: as {@link #COMPOSITE_EXPLICIT_AUTOGRAD}, for backends that accept mutation and views.
   */
  COMPOSITE_EXPLICIT_AUTOGRAD_NON_FUNCTIONAL("CompositeExplicitAutogradNonFunctional", Kind.ALIAS);

  /** The number of functionality keys, including {@link #UNDEFINED}. */
  public static final int FUNCTIONALITY_COUNT = PYTHON_DISPATCHER.ordinal() + 1;

  private static final DispatchKey[] BY_ORDINAL = values();

  /** The value of {@link #PYTHON_DISPATCHER}, as a constant that constructors can use. */
  private static final int HIGHEST = 47;

  private final String label;
  private final Kind kind;
  private final String prefix;
  private final DispatchKey functionality;
  private final BackendComponent backend;
  private final long bits;
  private final long bitsBelow;

  private enum Kind {
    UNDEFINED,
    FUNCTIONALITY,
    BUILDING_BLOCK,
    INSTANCE,
    ALIAS
  }

  DispatchKey(String label) {
    this(label, Kind.FUNCTIONALITY, label);
  }

  DispatchKey(String label, String prefix) {
    this(label, Kind.BUILDING_BLOCK, prefix);
  }

  DispatchKey(String label, Kind kind) {
    this(label, kind, label);
  }

  DispatchKey(String label, Kind kind, String prefix) {
    this.label = label;
    this.kind = kind;
    this.prefix = prefix;
    this.functionality = this;
    this.backend = BackendComponent.INVALID;
    boolean hasBit = kind == Kind.FUNCTIONALITY || kind == Kind.BUILDING_BLOCK;
    this.bits = hasBit ? bit(ordinal()) : 0;
    this.bitsBelow = (bit(kind == Kind.ALIAS ? 0 : ordinal()) - 1) | bit(HIGHEST);
  }

  DispatchKey(DispatchKey functionality, BackendComponent backend) {
    this.label = functionality.prefix + backend.label();
    this.kind = Kind.INSTANCE;
    this.prefix = label;
    this.functionality = functionality;
    this.backend = backend;
    this.bits = functionality.bits | backend.bits();
    this.bitsBelow = functionality.bitsBelow;
  }

  private static long bit(int value) {
    return 1L << (BackendComponent.COUNT - 1 + value);
  }

  /**
   * Returns the key that C10 parses from this name.
   *
   * <p>Case matters, and 42 instances print a name that cannot be parsed, as in C10. {@link
   * PrivateBackends#parse} also accepts the names of leased backends.
   *
   * @throws UnknownKey if no key can be parsed from the name
   */
  public static DispatchKey parse(String name) {
    return KeyNames.find(name).orElseThrow(() -> new UnknownKey(name, KeyNames.all()));
  }

  /** Returns the keys that own a slot above 0, in the order of their slots. */
  public static List<DispatchKey> runtime() {
    return TableLayout.RUNTIME;
  }

  /** Returns the number of slots of a dispatch table, including slot 0 for {@link #UNDEFINED}. */
  public static int tableSize() {
    return TableLayout.SIZE;
  }

  /** Returns the key that owns a slot, {@link #UNDEFINED} for slot 0. */
  public static DispatchKey atTableIndex(int index) {
    return index == 0 ? UNDEFINED : TableLayout.RUNTIME.get(index - 1);
  }

  /** Returns the functionality key with this value, {@link #UNDEFINED} if there is none. */
  static DispatchKey functionality(int value) {
    return value < FUNCTIONALITY_COUNT ? BY_ORDINAL[value] : UNDEFINED;
  }

  /** Returns the key itself, an instance's building block, or {@link #UNDEFINED} for an alias. */
  public DispatchKey functionality() {
    return isAlias() ? UNDEFINED : functionality;
  }

  /** Returns an instance's backend, {@link BackendComponent#INVALID} for every other key. */
  public BackendComponent backend() {
    return backend;
  }

  /**
   * Returns the instance of this building block for a backend.
   *
   * <p>For {@link BackendComponent#INVALID} that is the building block itself. For a key that is
   * not a building block it is {@link #UNDEFINED}.
   */
  public DispatchKey on(BackendComponent backend) {
    if (!isBuildingBlock()) {
      return UNDEFINED;
    }
    return backend == BackendComponent.INVALID
        ? this
        : BY_ORDINAL[firstInstance() + backend.ordinal() - 1];
  }

  private int firstInstance() {
    DispatchKey first =
        switch (this) {
          case DENSE -> CPU;
          case QUANTIZED -> QUANTIZED_CPU;
          case SPARSE -> SPARSE_CPU;
          case SPARSE_CSR -> SPARSE_CSR_CPU;
          case NESTED_TENSOR -> NESTED_TENSOR_CPU;
          default -> AUTOGRAD_CPU;
        };
    return first.ordinal();
  }

  /** Returns the raw set that holds only this key; 0 for {@link #UNDEFINED} and alias keys. */
  public long bits() {
    return bits;
  }

  /** Returns the raw set of all keys of lower priority, see {@link DispatchKeySet#fullAfter}. */
  public long bitsBelow() {
    return bitsBelow;
  }

  /** Returns whether registration resolves this key to other keys. */
  public boolean isAlias() {
    return kind == Kind.ALIAS;
  }

  /** Returns whether this functionality has one instance per backend and no slot of its own. */
  public boolean isBuildingBlock() {
    return kind == Kind.BUILDING_BLOCK;
  }

  /** Returns whether this key is a building block on one backend. */
  public boolean isInstance() {
    return kind == Kind.INSTANCE;
  }

  /** Returns whether this key owns a slot of each table; {@link #UNDEFINED} owns slot 0. */
  public boolean hasSlot() {
    return kind != Kind.ALIAS && kind != Kind.BUILDING_BLOCK;
  }

  /**
   * Returns whether kernels of this key compute on a backend.
   *
   * <p>As in C10 this includes the building blocks of dense, quantized and sparse tensors, but not
   * {@link #NESTED_TENSOR} and its instances.
   */
  public boolean isBackendKey() {
    return bits != 0 && KeySets.BACKEND.has(this);
  }

  /** Returns the slot that a call with only this key uses. */
  public int tableIndex() {
    return DispatchKeySet.tableIndex(bits);
  }

  /**
   * Returns the runtime keys that this key represents: the members of an alias, else the key alone.
   *
   * @throws IllegalArgumentException for {@link #UNDEFINED}, which represents no key
   */
  public DispatchKeySet runtimeKeys() {
    return AliasKeys.runtimeKeys(this);
  }

  /** Returns whether a kernel registered at this key is considered for another key's slot. */
  public boolean serves(DispatchKey key) {
    return AliasKeys.serves(this, key);
  }

  /**
   * Returns the backend keys behind an autograd key, the empty set for every other key.
   *
   * <p>As in C10 there are none behind the autograd keys of HIP, VE and MTIA.
   */
  public DispatchKeySet keysBehindAutograd() {
    return AliasKeys.behindAutograd(this);
  }

  /** Returns the name that C10 prints, {@code AutogradCPU}. */
  @Override
  public String toString() {
    return label;
  }
}
