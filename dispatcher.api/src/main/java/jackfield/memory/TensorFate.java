package jackfield.memory;

/** What happens to the tensors in a backend's memory when the backend is unplugged. */
public enum TensorFate {
  /**
   * They are copied to the host. Views stay views, saved values of graphs are copied too, and
   * versions and gradients are kept. A tensor that exceeds the host's budget or cannot be copied is
   * orphaned.
   */
  EVACUATE,
  /**
   * They are orphaned. Shape and type stay readable; using the elements fails with {@link
   * jackfield.memory.BackendGone}.
   */
  ORPHAN,
  /**
   * The platform refuses to unplug the backend while there are any tensors, {@link
   * jackfield.memory.MemoryInUse}. If the platform is not asked, as when the framework stops a
   * bundle, they are orphaned.
   */
  VETO
}
