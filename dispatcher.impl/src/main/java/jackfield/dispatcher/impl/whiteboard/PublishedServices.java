package jackfield.dispatcher.impl.whiteboard;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * The services that bundles publish, by their references. Events about one service may arrive in
 * any order and on any thread: a service whose unbind arrives before its bind is never plugged, and
 * one that is unbound, or ranked anew, while it is being plugged ends unplugged, or with its last
 * ranking.
 *
 * <p><em>Threads</em>: safe for all.
 */
final class PublishedServices {
  private final Whiteboard whiteboard;
  // Weak, so that a reference that is only ever heard to be taken back is forgotten.
  private final Map<Object, Presence> presences = Collections.synchronizedMap(new WeakHashMap<>());

  /** What is known of one reference. */
  private static final class Presence {
    private volatile boolean isTakenBack;
    private boolean isHeardOf; // guarded by this

    /** Returns whether the service is to be plugged. */
    synchronized boolean begin() {
      isHeardOf = true;
      return !isTakenBack;
    }

    /** Returns whether the service was heard of. */
    synchronized boolean end() {
      isTakenBack = true;
      return isHeardOf;
    }

    synchronized boolean isPublished() {
      return isHeardOf && !isTakenBack;
    }
  }

  PublishedServices(Whiteboard whiteboard) {
    this.whiteboard = whiteboard;
  }

  private Presence of(Object reference) {
    return presences.computeIfAbsent(reference, first -> new Presence());
  }

  /**
   * Hears that a service is published, and hands its offer on unless it was taken back.
   *
   * @param ranking returns the ranking that the service has at that moment
   */
  void bind(
      Object reference, IntSupplier ranking, Supplier<Offer> offer, Consumer<Offer> plugging) {
    Presence presence = of(reference);
    if (presence.begin()) {
      plugging.accept(offer.get().published(ranking, () -> !presence.isTakenBack));
    } else {
      presences.remove(reference);
    }
  }

  /** Hears that a service may have another ranking; one that is bound later has it anyway. */
  void modify(Object reference, Object service) {
    if (of(reference).isPublished()) {
      whiteboard.rank(service);
    }
  }

  /** Hears that a service is taken back: from here on it is not plugged. */
  void unbind(Object reference) {
    if (of(reference).end()) {
      presences.remove(reference);
    }
  }
}
