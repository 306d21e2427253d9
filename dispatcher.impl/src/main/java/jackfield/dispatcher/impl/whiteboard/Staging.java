package jackfield.dispatcher.impl.whiteboard;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The services of each bundle; and the services of bundles that are being plugged, which are
 * collected until they become part of the tables in one generation.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class Staging {
  private final Map<Object, Long> owners = new IdentityHashMap<>(); // guarded by this
  private final Map<Long, List<Offer>> staged = new HashMap<>(); // guarded by this

  /** Begins to collect the services of a bundle. */
  public synchronized void begin(long bundle) {
    staged.put(bundle, new ArrayList<>());
  }

  /** Begins to collect unless it has begun; returns whether it began now. */
  public synchronized boolean beginUnlessBegun(long bundle) {
    return staged.putIfAbsent(bundle, new ArrayList<>()) == null;
  }

  /** Notes a service; returns whether it is collected and must not be plugged by itself. */
  synchronized boolean take(long bundle, Offer offer) {
    owners.put(offer.service(), bundle);
    List<Offer> collected = staged.get(bundle);
    return collected != null && collected.add(offer);
  }

  /** Removes a service that was unregistered. */
  synchronized void forget(long bundle, Object service) {
    owners.remove(service);
    List<Offer> collected = staged.get(bundle);
    if (collected != null) {
      collected.removeIf(offer -> offer.service() == service);
    }
  }

  /** Returns the services that a bundle publishes. */
  synchronized Collection<Object> services(long bundle) {
    return owners.entrySet().stream()
        .filter(owner -> owner.getValue() == bundle)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns the collected services of bundles. */
  public synchronized List<Offer> staged(Collection<Long> bundles) {
    return bundles.stream()
        .flatMap(bundle -> staged.getOrDefault(bundle, List.of()).stream())
        .toList();
  }

  /** Ends the collection and returns the collected services. */
  public synchronized List<Offer> end(Collection<Long> bundles) {
    List<Offer> collected = staged(bundles);
    bundles.forEach(staged::remove);
    return collected;
  }
}
