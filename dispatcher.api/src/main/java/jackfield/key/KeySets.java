package jackfield.key;

/**
 * The named sets of C10 2.13, and the initial key sets of tensors.
 *
 * <p>The bits of these constants are folded into compiled code, since the JVM trusts fields of
 * records.
 */
public final class KeySets {
  /** All sixteen backend bits without functionalities. */
  public static final DispatchKeySet BACKENDS = new DispatchKeySet(DispatchKeySet.BACKEND_BITS);

  /** The three autograd functionalities, without backends. */
  public static final DispatchKeySet AUTOGRAD =
      DispatchKeySet.of(
          DispatchKey.AUTOGRAD_FUNCTIONALITY,
          DispatchKey.AUTOGRAD_OTHER,
          DispatchKey.AUTOGRAD_NESTED_TENSOR);

  /** {@link #AUTOGRAD} and the key below it that tracks views and versions. */
  public static final DispatchKeySet AUTOGRAD_WITH_VIEWS =
      AUTOGRAD.add(DispatchKey.AD_INPLACE_OR_VIEW);

  /** Every autocast key. */
  public static final DispatchKeySet AUTOCAST =
      DispatchKeySet.of(
          DispatchKey.AUTOCAST_CPU,
          DispatchKey.AUTOCAST_MTIA,
          DispatchKey.AUTOCAST_MAIA,
          DispatchKey.AUTOCAST_XPU,
          DispatchKey.AUTOCAST_IPU,
          DispatchKey.AUTOCAST_HPU,
          DispatchKey.AUTOCAST_XLA,
          DispatchKey.AUTOCAST_MPS,
          DispatchKey.AUTOCAST_CUDA,
          DispatchKey.AUTOCAST_PRIVATE_USE_1);

  /** The keys that a new thread adds to each call. */
  public static final DispatchKeySet DEFAULT_INCLUDED =
      DispatchKeySet.of(DispatchKey.BACKEND_SELECT, DispatchKey.AD_INPLACE_OR_VIEW);

  /** The keys that a new thread removes from each call. */
  public static final DispatchKeySet DEFAULT_EXCLUDED = AUTOCAST;

  /** The keys of tensors that intercept their operators. */
  public static final DispatchKeySet PYTHON =
      DispatchKeySet.of(DispatchKey.PYTHON, DispatchKey.PYTHON_TLS_SNAPSHOT);

  /** The backend keys whose autograd is {@link DispatchKey#AUTOGRAD_OTHER}. */
  public static final DispatchKeySet AUTOGRAD_OTHER_BACKENDS =
      DispatchKeySet.of(
              DispatchKey.FPGA,
              DispatchKey.VULKAN,
              DispatchKey.METAL,
              DispatchKey.QUANTIZED,
              DispatchKey.CUSTOM_RNG_KEY_ID,
              DispatchKey.MKLDNN_CPU,
              DispatchKey.SPARSE,
              DispatchKey.SPARSE_CSR)
          .or(BACKENDS);

  /** Every key whose kernels compute on a backend, without nested tensors. */
  public static final DispatchKeySet BACKEND = AUTOGRAD_OTHER_BACKENDS.add(DispatchKey.DENSE);

  /** The building blocks of dense, quantized and sparse tensors on every backend. */
  public static final DispatchKeySet BACKEND_FUNCTIONALITIES =
      DispatchKeySet.of(
              DispatchKey.DENSE, DispatchKey.QUANTIZED, DispatchKey.SPARSE, DispatchKey.SPARSE_CSR)
          .or(BACKENDS);

  /** The keys that remain for a redispatch after autograd. */
  public static final DispatchKeySet AFTER_AUTOGRAD =
      DispatchKeySet.fullAfter(DispatchKey.AUTOGRAD_OTHER);

  /** The keys that remain for a redispatch after tracking views and versions. */
  public static final DispatchKeySet AFTER_AD_INPLACE_OR_VIEW =
      DispatchKeySet.fullAfter(DispatchKey.AD_INPLACE_OR_VIEW);

  /** The keys that remain for a redispatch after functionalization. */
  public static final DispatchKeySet AFTER_FUNCTIONALIZE =
      DispatchKeySet.fullAfter(DispatchKey.FUNCTIONALIZE).remove(DispatchKey.AD_INPLACE_OR_VIEW);

  /** The keys that function transforms add to tensors and threads. */
  public static final DispatchKeySet FUNCTION_TRANSFORMS =
      DispatchKeySet.of(
          DispatchKey.FUNC_TORCH_BATCHED,
          DispatchKey.FUNC_TORCH_VMAP_MODE,
          DispatchKey.BATCHED,
          DispatchKey.VMAP_MODE,
          DispatchKey.FUNC_TORCH_GRAD_WRAPPER);

  /** The keys that features add to tensors, above the key that identifies the tensor. */
  static final DispatchKeySet NOT_IDENTIFYING =
      AUTOGRAD_WITH_VIEWS
          .or(AUTOCAST)
          .or(
              DispatchKeySet.of(
                  DispatchKey.FUNCTIONALIZE,
                  DispatchKey.PYTHON_TLS_SNAPSHOT,
                  DispatchKey.FUNC_TORCH_GRAD_WRAPPER,
                  DispatchKey.FUNC_TORCH_VMAP_MODE,
                  DispatchKey.FUNC_TORCH_BATCHED,
                  DispatchKey.PYTHON));

  private static final long[] AUTOGRAD_OF_BACKEND = new long[BackendComponent.COUNT + 1];
  private static final long[] AUTOCAST_OF_BACKEND = new long[BackendComponent.COUNT + 1];

  static {
    for (BackendComponent backend : BackendComponent.values()) {
      AUTOGRAD_OF_BACKEND[backend.ordinal()] = backend.autogradRelatedKeys().bits();
      AUTOCAST_OF_BACKEND[backend.ordinal()] = backend.autocastRelatedKeys().bits();
    }
  }

  private KeySets() {}

  /**
   * Returns the raw set of a tensor with the given keys. For their highest backend it adds
   * autograd, view tracking and autocast.
   *
   * <p>Every such tensor has its autograd key, whether or not it requires a gradient. For the empty
   * set it returns the set of the undefined tensor, which is not empty.
   */
  public static long ofTensor(long given) {
    int backend = DispatchKeySet.highestBackendValue(given);
    return given | AUTOGRAD_OF_BACKEND[backend] | AUTOCAST_OF_BACKEND[backend];
  }

  /** Returns the raw set of a tensor created in inference mode, which autograd never tracks. */
  public static long ofInferenceTensor(long given) {
    return given | AUTOCAST_OF_BACKEND[DispatchKeySet.highestBackendValue(given)];
  }

  /**
   * Returns the raw set of a tensor after a move to another backend. Its autograd and autocast
   * keys, if present, change with it, and its other keys stay.
   */
  public static long onBackend(long keys, BackendComponent to) {
    int from = DispatchKeySet.highestBackendValue(keys);
    long autograd = AUTOGRAD_OF_BACKEND[from] & AUTOGRAD.bits();
    long autocast = AUTOCAST_OF_BACKEND[from];
    long moved =
        (keys & ~(BackendComponent.ofValue(from).bits() | autograd | autocast)) | to.bits();
    if ((keys & autograd) != 0) {
      moved |= AUTOGRAD_OF_BACKEND[to.ordinal()];
    }
    if (autocast == 0 || (keys & autocast) != 0) {
      moved |= AUTOCAST_OF_BACKEND[to.ordinal()];
    }
    return moved;
  }
}
