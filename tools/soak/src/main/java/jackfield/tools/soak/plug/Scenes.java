package jackfield.tools.soak.plug;

import jackfield.tools.soak.bundles.Scene;
import java.util.function.Predicate;

/** The chain of scenes; one thread adds to it, all read. */
final class Scenes {
  private volatile Scene latest = Scene.empty();
  private volatile Scene earliest = latest;

  /** Expects a change that may begin from here on. */
  void announce(Scene scene) {
    latest.follow(scene);
    latest = scene;
  }

  /** The changes that were announced are done: what starts from here on meets the last of them. */
  void confirm() {
    earliest = latest;
  }

  /** Returns the scene that a call which starts from here on may meet at the earliest. */
  Scene earliest() {
    return earliest;
  }

  /** Returns the scene that a call which has ended may have met at the latest. */
  Scene latest() {
    return latest;
  }

  /** Returns whether one of the scenes from {@code first} to {@code last} passes. */
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
