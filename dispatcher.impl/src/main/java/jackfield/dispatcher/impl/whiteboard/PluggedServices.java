package jackfield.dispatcher.impl.whiteboard;

import jackfield.boxing.RegistrationRefused;
import jackfield.dispatcher.impl.operator.Store;
import jackfield.key.PrivateBackends;
import jackfield.memory.MemoryDomain;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The services that are plugged, compared by identity.
 *
 * <p><em>Threads</em>: read by all; replaced under the dispatcher's lock.
 */
final class PluggedServices {
  // By service; never modified.
  private volatile Map<Object, Entry> entries = new IdentityHashMap<>();

  /** A plugged service with its registration, perhaps a private-use backend, and its memory. */
  record Entry(
      Offer offer,
      Optional<PrivateBackends.Lease> lease,
      List<MemoryDomain> memory,
      Whiteboard.PluggedService plugged) {
    void endLease() {
      lease.ifPresent(PrivateBackends.Lease::close);
    }
  }

  /** Returns the entry of a service; empty if it is not plugged. */
  Optional<Entry> entry(Object service) {
    return Optional.ofNullable(entries.get(service));
  }

  /** Returns the entries of the plugged ones among {@code services}. */
  List<Entry> entries(Collection<?> services) {
    return services.stream().flatMap(service -> entry(service).stream()).toList();
  }

  /** Returns the entries of all services. */
  List<Entry> all() {
    return List.copyOf(entries.values());
  }

  /**
   * Returns the store that replaces services by others. Holds: the dispatcher's lock.
   *
   * @throws RegistrationRefused if one of {@code plugged} is plugged already
   */
  Store replacing(List<Entry> withdrawn, List<Entry> plugged) {
    Map<Object, Entry> next = new IdentityHashMap<>(entries);
    withdrawn.forEach(entry -> next.remove(entry.offer().service()));
    for (Entry entry : plugged) {
      PendingPlug.requirePublished(entry.offer());
      if (next.putIfAbsent(entry.offer().service(), entry) != null) {
        throw new RegistrationRefused(
            RegistrationRefused.Kind.ALREADY_PLUGGED,
            entry.offer().name(),
            "expected a service that is not plugged yet, found one that is; unplug it first");
      }
    }
    return drain -> entries = next;
  }
}
