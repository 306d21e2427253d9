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
 * Asks the trust gate, if there is one, before a bundle resolves.
 *
 * <p>The gate's own resolver hook refuses the bundle too, but a resolver can only report that a
 * bundle does not resolve. This class reports the reason. Without a gate every bundle is admitted;
 * so {@link OsgiPlatform} refuses to unplug the gate.
 */
record Admission(BundleContext context) {

  /** Throws the gate's refusal of {@code bundle}, which was installed from {@code file}. */
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
