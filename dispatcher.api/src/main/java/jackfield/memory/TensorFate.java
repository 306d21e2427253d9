package jackfield.memory;

/** What becomes of the tensors in a memory when the backend that it belongs to leaves. */
public enum TensorFate {
  /**
   * They move to the host: views stay views, saved values of graphs move along, versions and
   * gradients stay. What the host's budget does not allow, or cannot be copied, is orphaned.
   */
  EVACUATE,
  /**
   * They stay behind: shape and type can be asked for, and using the elements fails with {@link
   * jackfield.memory.BackendGone}.
   */
  ORPHAN,
  /**
   * The platform does not let the backend leave while there are any, {@link
   * jackfield.memory.MemoryInUse}; where it is not asked, as when the framework stops a bundle,
   * they are orphaned.
   */
  VETO
}
