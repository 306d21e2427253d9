package jackfield.dispatcher.impl.lifecycle;

import jackfield.dispatch.BundleRefused;
import jackfield.spi.TrustGate;
import jackfield.spi.TrustGate.Judgement;
import jackfield.spi.TrustGate.Standing;
import java.nio.file.Path;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;

/**
 * Asks the gate before a bundle resolves, where there is a gate.
 *
 * <p>The gate's own hook refuses the bundle too; but a resolver can only say that it does not
 * resolve, and whoever plugs wants to know why. Without a gate everybody is let in, which is for
 * the gate's absence to be noticed: {@link OsgiPlatform} does not unplug it.
 */
record Admission(BundleContext context) {

  /** Throws what the gate has against {@code bundle}, which came from {@code file}. */
  void check(Bundle bundle, Path file) {
    ServiceReference<TrustGate> gate = context.getServiceReference(TrustGate.class);
    TrustGate service = gate == null ? null : context.getService(gate);
    if (service == null) {
      return;
    }
    try {
      Judgement judgement = service.judge(bundle.getBundleId());
      if (judgement.standing() == Standing.REFUSED) {
        throw refused(bundle, file, judgement);
      }
    } finally {
      context.ungetService(gate);
    }
  }

  private static BundleRefused refused(Bundle bundle, Path file, Judgement judgement) {
    return new BundleRefused(
        file.toString(),
        bundle.getSymbolicName(),
        bundle.getVersion().toString(),
        judgement.signer(),
        judgement.fingerprint(),
        judgement.found(),
        judgement.available(),
        judgement.remedy());
  }

  /** Returns whether {@code bundle} is the gate itself. */
  boolean isGate(Bundle bundle) {
    ServiceReference<TrustGate> gate = context.getServiceReference(TrustGate.class);
    return gate != null && bundle.equals(gate.getBundle());
  }
}
