package jackfield.dispatcher.impl;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The services that bundles publish, by their references: what is heard of one of them may arrive
 * in any order and on any thread. A service that is taken back before it is heard of is never
 * plugged, one that is taken back or ranked anew while it is being plugged ends as it should.
 *
 * <p><em>Threads</em>: safe for all.
 */
final class PublishedServices {
  private final Whiteboard whiteboard;
  // Weak, so that a reference that is only ever heard to be taken back is forgotten.
  private final Map<Object, Publication> publications =
      Collections.synchronizedMap(new WeakHashMap<>());

  /** What is known of one reference. */
  private static final class Publication {
    private volatile int ranking;
    private volatile boolean isTakenBack;
    private boolean isHeardOf; // guarded by this

    /** Returns whether the service is to be plugged. */
    synchronized boolean begin(int firstRanking) {
      isHeardOf = true;
      ranking = firstRanking;
      return !isTakenBack;
    }

    /** Returns whether the service was heard of. */
    synchronized boolean end() {
      isTakenBack = true;
      return isHeardOf;
    }

    synchronized boolean rank(int newRanking) {
      ranking = newRanking;
      return isHeardOf && !isTakenBack;
    }
  }

  PublishedServices(Whiteboard whiteboard) {
    this.whiteboard = whiteboard;
  }

  private Publication of(Object reference) {
    return publications.computeIfAbsent(reference, first -> new Publication());
  }

  /** Hears that a service is published, and hands its offer on unless it was taken back. */
  void bind(Object reference, int ranking, Supplier<Offer> offer, Consumer<Offer> plugging) {
    Publication publication = of(reference);
    if (publication.begin(ranking)) {
      plugging.accept(
          offer.get().published(() -> publication.ranking, () -> !publication.isTakenBack));
    } else {
      publications.remove(reference);
    }
  }

  /** Hears of a service's ranking. */
  void modify(Object reference, Object service, int ranking) {
    if (of(reference).rank(ranking)) {
      whiteboard.rank(service);
    }
  }

  /** Hears that a service is taken back: from here on it is not plugged. */
  void unbind(Object reference) {
    if (of(reference).end()) {
      publications.remove(reference);
    }
  }
}
