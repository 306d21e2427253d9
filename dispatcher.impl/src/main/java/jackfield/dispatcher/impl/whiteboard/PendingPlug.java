package jackfield.dispatcher.impl.whiteboard;

import jackfield.boxing.RegistrationRefused;
import jackfield.boxing.RegistrationRefused.Kind;
import java.util.List;

/**
 * Services that are being plugged or unplugged, from before they register until the commit. If a
 * service is unplugged meanwhile, the commit is refused.
 *
 * <p><em>Threads</em>: guarded by the dispatcher's lock.
 */
final class PendingPlug {
  private final List<Offer> added;
  private Offer unplugged; // null while all services are wanted
  private boolean isRankedAnew; // since the service registered

  PendingPlug(List<Offer> added) {
    this.added = added;
  }

  /** Notes the unplugging of {@code service}, if it is being plugged. */
  void unplug(Object service) {
    for (Offer offer : added) {
      if (offer.service() == service) {
        unplugged = offer;
      }
    }
  }

  /** Notes a new ranking of {@code service}; returns whether the service is being plugged. */
  boolean rankAnew(Object service) {
    boolean isPending = added.stream().anyMatch(offer -> offer.service() == service);
    isRankedAnew |= isPending;
    return isPending;
  }

  /** Returns whether a ranking may differ from that of the registered kernels. */
  boolean isRankedAnew() {
    return isRankedAnew;
  }

  /**
   * Refuses the commit if a service is gone.
   *
   * @param isUnplugged whether a service that gets a new ranking was unplugged before
   */
  void requireWanted(boolean isUnplugged) {
    if (unplugged != null || isUnplugged) {
      throw gone(unplugged == null ? added.getFirst() : unplugged);
    }
    added.forEach(PendingPlug::requirePublished);
  }

  /** Refuses a service that its bundle has unregistered. */
  static void requirePublished(Offer offer) {
    if (!offer.isPublished().getAsBoolean()) {
      throw gone(offer);
    }
  }

  private static RegistrationRefused gone(Offer offer) {
    return new RegistrationRefused(
        Kind.SERVICE_GONE,
        "%s %s of %s".formatted(offer.kind(), offer.name(), offer.provenance().location()),
        "expected a service that is published, found that it was taken back before its kernels"
            + " were committed; publish it again");
  }
}
