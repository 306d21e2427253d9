package jackfield.key;

/** The member keys of each alias key, and the backend keys behind each autograd key. */
final class AliasKeys {
  private static final DispatchKeySet AUTOGRAD = KeySets.AUTOGRAD.or(KeySets.BACKENDS);

  private static final DispatchKeySet NESTED_TENSOR =
      DispatchKeySet.of(DispatchKey.NESTED_TENSOR, DispatchKey.AUTOGRAD_NESTED_TENSOR)
          .or(KeySets.BACKENDS);

  private static final DispatchKeySet COMPOSITE_IMPLICIT =
      KeySets.BACKEND.or(AUTOGRAD).or(NESTED_TENSOR);

  private static final DispatchKeySet NON_FUNCTIONAL =
      KeySets.BACKEND
          .remove(DispatchKey.SPARSE)
          .removeBackend(BackendComponent.XLA)
          .removeBackend(BackendComponent.LAZY);

  private AliasKeys() {}

  static DispatchKeySet runtimeKeys(DispatchKey key) {
    return switch (key) {
      case UNDEFINED -> throw new IllegalArgumentException("Undefined represents no runtime key");
      case AUTOGRAD -> AUTOGRAD;
      case COMPOSITE_IMPLICIT_AUTOGRAD -> COMPOSITE_IMPLICIT;
      case COMPOSITE_IMPLICIT_AUTOGRAD_NESTED_TENSOR -> NESTED_TENSOR;
      case COMPOSITE_EXPLICIT_AUTOGRAD -> KeySets.BACKEND;
      case COMPOSITE_EXPLICIT_AUTOGRAD_NON_FUNCTIONAL -> NON_FUNCTIONAL;
      case FUNC_TORCH_BATCHED_DECOMPOSITION -> DispatchKeySet.of(DispatchKey.FUNC_TORCH_BATCHED);
      default -> DispatchKeySet.of(key);
    };
  }

  /**
   * Returns whether a kernel at {@code registered} is considered for {@code key}.
   *
   * <p>Membership is a cross product. This is correct because each alias has the same backends for
   * all its functionalities. Alias keys have no bits and are members of every alias, as in C10.
   */
  static boolean serves(DispatchKey registered, DispatchKey key) {
    if (key == DispatchKey.UNDEFINED) {
      return false;
    }
    return registered.isAlias() ? runtimeKeys(registered).has(key) : registered == key;
  }

  static DispatchKeySet behindAutograd(DispatchKey key) {
    return switch (key) {
      case AUTOGRAD_OTHER -> KeySets.AUTOGRAD_OTHER_BACKENDS;
      case AUTOGRAD_NESTED_TENSOR -> KeySets.BACKENDS.add(DispatchKey.NESTED_TENSOR);
      case AUTOGRAD_HIP, AUTOGRAD_VE, AUTOGRAD_MTIA -> DispatchKeySet.EMPTY;
      default ->
          key.functionality() == DispatchKey.AUTOGRAD_FUNCTIONALITY && key.isInstance()
              ? DispatchKeySet.of(DispatchKey.DENSE.on(key.backend()))
              : DispatchKeySet.EMPTY;
    };
  }
}
