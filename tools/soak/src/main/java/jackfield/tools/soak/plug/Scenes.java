package jackfield.tools.soak.plug;

import jackfield.tools.soak.bundles.Scene;
import java.util.function.Predicate;

/** The chain of scenes; one thread appends to it, all threads read it. */
final class Scenes {
  private volatile Scene latest = Scene.empty();
  private volatile Scene earliest = latest;

  /** Announces a change that may begin from now on. */
  void announce(Scene scene) {
    latest.follow(scene);
    latest = scene;
  }

  /** Confirms the announced changes: calls that start from now on see the last of them. */
  void confirm() {
    earliest = latest;
  }

  /** Returns the earliest scene that a call starting now can meet. */
  Scene earliest() {
    return earliest;
  }

  /** Returns the latest scene that a call that has just ended can have met. */
  Scene latest() {
    return latest;
  }

  /**
   * Returns whether one of the scenes from {@code first} to {@code last} satisfies the predicate.
   */
  static boolean any(Scene first, Scene last, Predicate<Scene> test) {
    for (Scene scene = first; scene != null; scene = scene.next()) {
      if (test.test(scene)) {
        return true;
      }
      if (scene == last) {
        return false;
      }
    }
    return false;
  }
}
