package jackfield.dispatcher.impl.whiteboard;

import jackfield.boxing.RegistrationRefused;
import jackfield.boxing.RegistrationRefused.Kind;
import java.util.List;

/**
 * Services on their way into and out of the whiteboard, from before they are asked for their
 * kernels until the commit. A service that is unplugged meanwhile makes the commit be refused.
 *
 * <p><em>Threads</em>: guarded by the dispatcher's lock.
 */
final class Plugging {
  private final List<Offer> arriving;
  private Offer unplugged; // null while all are wanted
  private boolean isRankedAnew; // a service, since it was asked for its kernels

  Plugging(List<Offer> arriving) {
    this.arriving = arriving;
  }

  /** Notes that {@code service} was unplugged while it was being plugged, if it was. */
  void unplug(Object service) {
    for (Offer offer : arriving) {
      if (offer.service() == service) {
        unplugged = offer;
      }
    }
  }

  /** Notes that {@code service} was ranked anew, and returns whether it is being plugged. */
  boolean rankAnew(Object service) {
    boolean isArriving = arriving.stream().anyMatch(offer -> offer.service() == service);
    isRankedAnew |= isArriving;
    return isArriving;
  }

  /** Returns whether a ranking may be another one than that of the kernels. */
  boolean isRankedAnew() {
    return isRankedAnew;
  }

  /**
   * Refuses the commit if a service is not there any more.
   *
   * @param isUnplugged whether a service that is ranked anew was unplugged before
   */
  void requireWanted(boolean isUnplugged) {
    if (unplugged != null || isUnplugged) {
      throw gone(unplugged == null ? arriving.getFirst() : unplugged);
    }
    arriving.forEach(Plugging::requirePublished);
  }

  /** Refuses a service that its bundle has taken back. */
  static void requirePublished(Offer offer) {
    if (!offer.isPublished().getAsBoolean()) {
      throw gone(offer);
    }
  }

  private static RegistrationRefused gone(Offer offer) {
    return new RegistrationRefused(
        Kind.SERVICE_GONE,
        "%s %s of %s".formatted(offer.kind(), offer.name(), offer.provenance().place()),
        "expected a service that is published, found that it was taken back before its kernels"
            + " were committed; publish it again");
  }
}
