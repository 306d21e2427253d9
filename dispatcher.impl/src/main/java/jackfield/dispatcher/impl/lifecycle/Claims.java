package jackfield.dispatcher.impl.lifecycle;

import jackfield.dispatch.PlugFailure;
import jackfield.dispatcher.impl.content.JarTitle;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.framework.Bundle;

/**
 * The titles and bundles of the requests that run. A title is claimed so that only one of two
 * requests installs the same bundle. A bundle is claimed so that no other request removes it before
 * its kernels are committed.
 *
 * <p><em>Threads</em>: safe for use by several threads.
 */
final class Claims {
  private final Set<JarTitle> titles = ConcurrentHashMap.newKeySet();
  private final Set<String> locations = ConcurrentHashMap.newKeySet(); // of the bundles

  /**
   * Claims a title until it is released.
   *
   * @throws PlugFailure if another request has claimed it
   */
  void claim(String action, String subject, JarTitle title) {
    if (!titles.add(title)) {
      throw new PlugFailure(
          action,
          subject,
          "another request is plugging %s %s at this moment"
              .formatted(title.name(), title.version()),
          "wait until that request has ended",
          null);
    }
  }

  void release(JarTitle title) {
    titles.remove(title);
  }

  /** Claims the bundle of a location, installed or not. */
  void add(String location) {
    locations.add(location);
  }

  void remove(String location) {
    locations.remove(location);
  }

  /** Returns whether a bundle belongs to a request that still runs. */
  boolean isBeingPlugged(Bundle bundle) {
    return locations.contains(bundle.getLocation());
  }
}
