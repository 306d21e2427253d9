package jackfield.tensor;

import jackfield.internal.MemoryAccess;
import jackfield.memory.MemoryDomain;
import jackfield.memory.Storage;

/**
 * A tensor that a formula needs when it runs backwards, with its version when it was saved.
 *
 * <p><em>Threads</em>: immutable.
 *
 * @param tensor the tensor, or null for an absent optional one
 * @param version the number of in-place changes when it was saved
 */
public record SavedTensor(Tensor tensor, int version) {
  private static final MemoryAccess<MemoryDomain, Storage> MEMORY =
      MemoryAccess.of(MemoryDomain.class, Storage.class);

  /** Represents an absent optional tensor, or one that no gradient needs. */
  public static final SavedTensor NONE = new SavedTensor(null, 0);

  /**
   * Saves {@code tensor}, which may be null, in its current state.
   *
   * @throws AutogradMisuse if it is an inference tensor, whose changes are not counted
   */
  public static SavedTensor of(Tensor tensor) {
    if (tensor == null) {
      return NONE;
    }
    if (tensor.isInference()) {
      throw new AutogradMisuse(
          AutogradMisuse.Kind.INFERENCE,
          "inference tensors cannot be saved for gradients, found "
              + tensor.summary()
              + "; clone it outside inference mode, or compute inside of it");
    }
    return new SavedTensor(tensor, tensor.version());
  }

  /**
   * Saves a list of tensors, of which some may be null.
   *
   * @throws AutogradMisuse if one is an inference tensor
   */
  public static SavedTensor[] all(Tensor[] tensors) {
    SavedTensor[] all = new SavedTensor[tensors.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = of(tensors[i]);
    }
    return all;
  }

  /**
   * Returns the tensor after a check of its version.
   *
   * @param node the node that needs it, for the text
   * @throws AutogradMisuse if its content was changed in place since it was saved
   * @throws jackfield.memory.BackendGone if its memory was removed with its backend
   */
  public Tensor unpack(GradientNode node) {
    if (tensor != null && tensor.version() != version) {
      throw new AutogradMisuse(
          AutogradMisuse.Kind.MODIFIED_SAVED,
          "a value that the gradient of %s needs was changed in place: %s has version %d, and %d"
                  .formatted(node.name(), tensor, tensor.version(), version)
              + " was saved; change a clone instead");
    }
    if (tensor != null) {
      MEMORY.requireBackend(tensor.storage());
    }
    return tensor;
  }
}
