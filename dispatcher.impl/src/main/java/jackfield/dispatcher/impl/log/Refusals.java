package jackfield.dispatcher.impl.log;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The typed errors of components whose bundle is being plugged. The request that plugs the bundle
 * reports them, so that the log need not.
 *
 * <p>It contains numbers and texts only, so it holds no bundle.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class Refusals {
  // by a bundle's number: texts by the class of the component
  private final Map<Long, Map<String, String>> noted = new ConcurrentHashMap<>();

  /** Begins to note the refusals of a bundle. */
  public void begin(long bundle) {
    noted.put(bundle, new ConcurrentHashMap<>());
  }

  /** Forgets the refusals of a bundle. */
  public void end(long bundle) {
    noted.remove(bundle);
  }

  /** Notes the first refusal of a component; returns whether a request will report it. */
  boolean note(long bundle, String component, String text) {
    Map<String, String> ofBundle = noted.get(bundle);
    if (ofBundle == null) {
      return false;
    }
    ofBundle.putIfAbsent(component, text);
    return true;
  }

  /** Returns why a component refused to be made: the text of its typed error. */
  public Optional<String> of(long bundle, String component) {
    return Optional.ofNullable(noted.get(bundle)).map(texts -> texts.get(component));
  }
}
