package jackfield.dispatcher.impl.whiteboard;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * The services that bundles publish, by their references. Events about one service may arrive in
 * any order and on any thread. If unbind arrives before bind, the service is never plugged. If a
 * service is unbound or gets a new ranking while it is being plugged, it ends unplugged or with its
 * last ranking.
 *
 * <p><em>Threads</em>: safe for all.
 */
final class PublishedServices {
  private final Whiteboard whiteboard;
  // Weak, so that a reference with an unbind only is forgotten.
  private final Map<Object, Presence> presences = Collections.synchronizedMap(new WeakHashMap<>());

  /** The state of one reference. */
  private static final class Presence {
    private volatile boolean isUnbound;
    private boolean isBound; // guarded by this

    /** Notes the bind; returns whether the service must be plugged. */
    synchronized boolean begin() {
      isBound = true;
      return !isUnbound;
    }

    /** Notes the unbind; returns whether a bind came before. */
    synchronized boolean end() {
      isUnbound = true;
      return isBound;
    }

    synchronized boolean isPublished() {
      return isBound && !isUnbound;
    }
  }

  PublishedServices(Whiteboard whiteboard) {
    this.whiteboard = whiteboard;
  }

  private Presence of(Object reference) {
    return presences.computeIfAbsent(reference, first -> new Presence());
  }

  /**
   * Notes that a service is published, and plugs its offer unless it was unbound.
   *
   * @param ranking returns the present ranking of the service
   */
  void bind(
      Object reference, IntSupplier ranking, Supplier<Offer> offer, Consumer<Offer> plugging) {
    Presence presence = of(reference);
    if (presence.begin()) {
      plugging.accept(offer.get().published(ranking, () -> !presence.isUnbound));
    } else {
      presences.remove(reference);
    }
  }

  /** Notes a possible new ranking; a service that is bound later has it anyway. */
  void modify(Object reference, Object service) {
    if (of(reference).isPublished()) {
      whiteboard.rank(service);
    }
  }

  /** Notes the unbind of a service, which is not plugged any more. */
  void unbind(Object reference) {
    if (of(reference).end()) {
      presences.remove(reference);
    }
  }
}
