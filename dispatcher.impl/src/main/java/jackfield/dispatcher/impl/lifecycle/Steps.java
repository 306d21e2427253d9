package jackfield.dispatcher.impl.lifecycle;

import jackfield.spi.PlugSteps;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The listeners to the steps of plugging; none in production, tests add them. */
final class Steps {
  private final List<PlugSteps> listeners = new CopyOnWriteArrayList<>();

  void add(PlugSteps listener) {
    listeners.add(listener);
  }

  void remove(PlugSteps listener) {
    listeners.remove(listener);
  }

  void before(PlugSteps.Step step, String bundle) {
    listeners.forEach(listener -> listener.before(step, bundle));
  }
}
