package jackfield.dispatcher.impl.whiteboard;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which services a bundle has published; and those of bundles that are being plugged, collected
 * until all of them become part of the tables at once.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class Staging {
  private final Map<Object, Long> owners = new IdentityHashMap<>(); // guarded by this
  private final Map<Long, List<Offer>> staged = new HashMap<>(); // guarded by this

  /** Begins to collect what a bundle publishes. */
  public synchronized void begin(long bundle) {
    staged.put(bundle, new ArrayList<>());
  }

  /** Begins that unless it has begun, and returns whether it had not. */
  public synchronized boolean beginUnlessBegun(long bundle) {
    return staged.putIfAbsent(bundle, new ArrayList<>()) == null;
  }

  /** Notes a service, and returns whether it is collected and so not to be plugged by itself. */
  synchronized boolean take(long bundle, Offer offer) {
    owners.put(offer.service(), bundle);
    List<Offer> collected = staged.get(bundle);
    return collected != null && collected.add(offer);
  }

  /** Forgets a service that is not published any more. */
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

  /** Returns what was collected of bundles. */
  public synchronized List<Offer> staged(Collection<Long> bundles) {
    return bundles.stream()
        .flatMap(bundle -> staged.getOrDefault(bundle, List.of()).stream())
        .toList();
  }

  /** Ends the collecting and returns what was collected. */
  public synchronized List<Offer> end(Collection<Long> bundles) {
    List<Offer> collected = staged(bundles);
    bundles.forEach(staged::remove);
    return collected;
  }
}
