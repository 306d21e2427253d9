package jackfield.dispatcher.impl.lifecycle;

import jackfield.dispatch.PlugFailure;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.framework.Bundle;

/**
 * What is being plugged at this moment: titles, so that of two requests for one bundle a single one
 * installs it, and the bundles that were installed for it, so that no other request takes one away
 * before it serves.
 *
 * <p><em>Threads</em>: safe for all.
 */
final class Claims {
  private final Set<JarTitle> titles = ConcurrentHashMap.newKeySet();
  private final Set<Long> bundles = ConcurrentHashMap.newKeySet(); // by their numbers

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
          "wait for that one to end",
          null);
    }
  }

  void release(JarTitle title) {
    titles.remove(title);
  }

  void add(Bundle bundle) {
    bundles.add(bundle.getBundleId());
  }

  void remove(Bundle bundle) {
    bundles.remove(bundle.getBundleId());
  }

  /** Returns whether a bundle is installed for a request that has not ended. */
  boolean isArriving(Bundle bundle) {
    return bundles.contains(bundle.getBundleId());
  }
}
