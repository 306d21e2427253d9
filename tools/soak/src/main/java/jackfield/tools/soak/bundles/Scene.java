package jackfield.tools.soak.bundles;

/**
 * The plugged parts and their versions between two changes. Scenes form a chain, and a call must
 * have run in one of the scenes between its start and its end.
 */
public final class Scene {
  private final int[] versions; // by part; 0 where the part is not plugged
  private volatile Scene next; // written once, by the plugging thread

  private Scene(int[] versions) {
    this.versions = versions;
  }

  /** Returns a scene without plugged parts. */
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

  /** Returns the plugged parts that influence results, as bits. */
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

  /** Returns the next scene; null after the last. */
  public Scene next() {
    return next;
  }
}
