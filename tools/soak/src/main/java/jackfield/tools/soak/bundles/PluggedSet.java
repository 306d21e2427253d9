package jackfield.tools.soak.bundles;

/**
 * The plugged parts and their versions between two changes. The sets form a chain, and a call must
 * have run in one of the sets between its start and its end.
 */
public final class PluggedSet {
  private final int[] versions; // by part; 0 where the part is not plugged
  private volatile PluggedSet next; // written once, by the plugging thread

  private PluggedSet(int[] versions) {
    this.versions = versions;
  }

  /** Returns a set without plugged parts. */
  public static PluggedSet empty() {
    return new PluggedSet(new int[Part.values().length]);
  }

  /** Returns this set with another version of {@code part}, 0 for none. */
  public PluggedSet with(Part part, int version) {
    int[] changed = versions.clone();
    changed[part.ordinal()] = version;
    return new PluggedSet(changed);
  }

  public int version(Part part) {
    return versions[part.ordinal()];
  }

  public boolean has(Part part) {
    return version(part) > 0;
  }

  /** Returns the plugged parts that influence results, as bits. */
  public int presence() {
    int bits = 0;
    for (Part part : Part.values()) {
      bits |= has(part) ? part.bit() : 0;
    }
    return bits & Part.decisive();
  }

  public void follow(PluggedSet successor) {
    next = successor;
  }

  /** Returns the next set; null after the last. */
  public PluggedSet next() {
    return next;
  }
}
