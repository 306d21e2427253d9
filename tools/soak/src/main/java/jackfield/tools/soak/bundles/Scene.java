package jackfield.tools.soak.bundles;

/**
 * Which parts are plugged, and in which version, from one change to the next; changes form a chain,
 * and a call must have met a link between its start and its end.
 */
public final class Scene {
  private final int[] versions; // by part; 0 where it is not plugged
  private volatile Scene next; // written once, by the thread that plugs

  private Scene(int[] versions) {
    this.versions = versions;
  }

  /** Returns a scene without anything. */
  public static Scene empty() {
    return new Scene(new int[Part.values().length]);
  }

  /** Returns this scene with another version of {@code part}, 0 for none. */
  public Scene with(Part part, int version) {
    int[] changed = versions.clone();
    changed[part.ordinal()] = version;
    return new Scene(changed);
  }

  public int version(Part part) {
    return versions[part.ordinal()];
  }

  public boolean has(Part part) {
    return version(part) > 0;
  }

  /** Returns which of the parts are plugged that results depend on, as bits. */
  public int presence() {
    int bits = 0;
    for (Part part : Part.values()) {
      bits |= has(part) ? part.bit() : 0;
    }
    return bits & Part.decisive();
  }

  public void follow(Scene successor) {
    next = successor;
  }

  /** Returns the link after this one; null after the last. */
  public Scene next() {
    return next;
  }
}
