package jackfield.tools.soak;

/**
 * Which parts are plugged, and in which version, from one change to the next; changes form a chain,
 * and a call must have met a link between its start and its end.
 */
final class Scene {
  private final int[] versions; // by part; 0 where it is not plugged
  private volatile Scene next; // written once, by the thread that plugs

  private Scene(int[] versions) {
    this.versions = versions;
  }

  /** Returns a scene without anything. */
  static Scene empty() {
    return new Scene(new int[Part.values().length]);
  }

  /** Returns this scene with another version of {@code part}, 0 for none. */
  Scene with(Part part, int version) {
    int[] changed = versions.clone();
    changed[part.ordinal()] = version;
    return new Scene(changed);
  }

  int version(Part part) {
    return versions[part.ordinal()];
  }

  boolean has(Part part) {
    return version(part) > 0;
  }

  /** Returns which of the parts are plugged that results depend on, as bits. */
  int presence() {
    int bits = 0;
    for (Part part : Part.values()) {
      bits |= has(part) ? part.bit() : 0;
    }
    return bits & Part.decisive();
  }

  void follow(Scene successor) {
    next = successor;
  }

  /** Returns the link after this one; null after the last. */
  Scene next() {
    return next;
  }
}
