package jackfield.trust;

import jackfield.spi.TrustGate.Judgement;
import jackfield.spi.TrustGate.Standing;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSigner;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.framework.Bundle;
import org.osgi.framework.wiring.BundleRevision;

/**
 * Judges bundles before they resolve.
 *
 * <p>A bundle that does not resolve has no class loader, so none of its classes can run: no
 * activator, no component, no kernel. Bundles of the platform's own distribution need no signature,
 * since anybody with write access there can replace this gate. The deny-list applies to them too. A
 * bundle that resolved under an earlier policy stays resolved until it is refreshed.
 *
 * <p>Verified signatures are cached by bundle and time of its last change, since its bytes do not
 * change without it. Each request judges them anew, so that a new policy applies at once.
 */
final class Gatekeeper {
  private static final Logger LOG = System.getLogger("jackfield.trust");
  private static final String BY_REFERENCE = "reference:"; // Felix's own: not copied when installed
  private static final String WHERE = "the configuration jackfield.trust";

  private final Path scratch;
  private final Optional<Path> distribution;
  private final Clock clock;
  private final Map<Long, Verified> verified = new ConcurrentHashMap<>();
  private final Map<Long, String> logged = new ConcurrentHashMap<>();
  private volatile TrustRules rules; // written by follow, when the configuration changes

  private record Verified(long lastModified, Signature signature) {}

  /** Judges by {@code rules}; bundles in {@code distribution} need no signature. */
  Gatekeeper(Path scratch, Optional<Path> distribution, Clock clock, TrustRules rules) {
    this.scratch = scratch;
    this.distribution = distribution.map(folder -> folder.toAbsolutePath().normalize());
    this.clock = clock;
    this.rules = rules;
  }

  /** Replaces the rules. Not safe for several threads. */
  void follow(TrustRules changed) {
    Optional<String> before = rules.fault();
    rules = changed.after(rules);
    if (!changed.fault().equals(before)) {
      changed.fault().ifPresent(Gatekeeper::logShut);
    }
  }

  private static void logShut(String fault) {
    LOG.log(
        Level.ERROR,
        """
        trust: the gate is shut, no bundle with kernels is admitted
          found      %s
          available  the bundles of the distribution, and the resolved bundles
          try        mend or remove it; after mending a trust store save this again\
        """
            .formatted(fault));
  }

  /** Returns whether a revision may not resolve; false if it is already resolved. */
  boolean refuses(BundleRevision revision) {
    if (revision.getWiring() != null) {
      return false;
    }
    Judgement judgement = judge(revision);
    boolean isRefused = judgement.standing() == Standing.REFUSED;
    if (isRefused || judgement.standing() == Standing.TOLERATED) {
      String verb = isRefused ? "does not resolve" : "is admitted";
      logOnce(revision, "%s %s: %s".formatted(title(revision), verb, judgement.found()));
    }
    return isRefused;
  }

  // The resolver asks about a bundle several times.
  private void logOnce(BundleRevision revision, String text) {
    if (!text.equals(logged.put(revision.getBundle().getBundleId(), text))) {
      LOG.log(Level.WARNING, text);
    }
  }

  private static String title(BundleRevision revision) {
    return revision.getSymbolicName() + " " + revision.getVersion();
  }

  Judgement judge(BundleRevision revision) {
    TrustRules now = rules;
    Bundle bundle = revision.getBundle();
    var denied = now.denied().match(revision.getSymbolicName(), revision.getVersion());
    if (denied.isPresent()) {
      return refused(
          Signer.NOBODY,
          "the deny-list names it: " + denied.get(),
          "a version outside that range, or take the entry out of deny in " + WHERE);
    }
    if (isOfTheDistribution(bundle)) {
      return passed(Standing.PLATFORM);
    }
    if (!SpiUse.isDeclaredBy(revision)) {
      return passed(Standing.UNCONCERNED);
    }
    Policy policy = now.policy(isLocal(bundle));
    return policy == Policy.OFF ? passed(Standing.UNCHECKED) : judge(bundle, policy, now);
  }

  private static Judgement passed(Standing standing) {
    return new Judgement(standing, "", "", "", "", "");
  }

  private Judgement refused(Signer signer, String found, String remedy) {
    return new Judgement(
        Standing.REFUSED, signer.subject(), signer.fingerprint(), found, available(), remedy);
  }

  private Judgement judge(Bundle bundle, Policy policy, TrustRules now) {
    if (now.fault().isPresent()) {
      return refused(Signer.NOBODY, "the gate is shut, " + now.fault().get(), "mend " + WHERE);
    }
    return switch (signatureOf(bundle)) {
      case Signature.Missing missing -> unfit(policy, Signer.NOBODY, missing.why());
      case Signature.Broken broken -> unfit(policy, Signer.NOBODY, broken.why());
      case Signature.Whole whole -> judge(whole, policy, now);
    };
  }

  private Judgement judge(Signature.Whole whole, Policy policy, TrustRules now) {
    String problem = "";
    for (CodeSigner signer : whole.signers()) {
      Optional<String> found = now.anchors().problemOf(signer, clock.instant());
      if (found.isEmpty()) {
        Signer named = Signer.of(signer);
        return new Judgement(Standing.TRUSTED, named.subject(), named.fingerprint(), "", "", "");
      }
      problem = found.get();
    }
    return unfit(policy, Signer.of(whole.signers().getFirst()), problem);
  }

  private Judgement unfit(Policy policy, Signer signer, String found) {
    if (policy == Policy.ENFORCE) {
      return refused(
          signer,
          found,
          "a jar signed by a trusted signer; or trust its signer, in truststore of " + WHERE);
    }
    return new Judgement(
        Standing.TOLERATED, signer.subject(), signer.fingerprint(), found, available(), "");
  }

  private String available() {
    TrustAnchors anchors = rules.anchors();
    return anchors.isEmpty()
        ? "no trust store is set"
        : anchors.certificates().size() + " trusted certificates in " + anchors.origin();
  }

  private Signature signatureOf(Bundle bundle) {
    long lastModified = bundle.getLastModified();
    Verified known = verified.get(bundle.getBundleId());
    if (known == null || known.lastModified() != lastModified) {
      known = new Verified(lastModified, verify(bundle));
      verified.put(bundle.getBundleId(), known);
    }
    return known.signature();
  }

  private Signature verify(Bundle bundle) {
    try {
      if (!BundleCopy.isSigned(bundle)) {
        return SignatureCheck.NOT_SIGNED; // regardless of its content
      }
      Path jar = BundleCopy.copy(bundle, scratch);
      try {
        return SignatureCheck.of(jar);
      } finally {
        Files.deleteIfExists(jar);
      }
    } catch (IOException unreadable) {
      return new Signature.Broken(unreadable.getMessage());
    }
  }

  /** Drops the cached signature of an uninstalled bundle. */
  void forget(long bundle) {
    verified.remove(bundle);
    logged.remove(bundle);
  }

  private boolean isOfTheDistribution(Bundle bundle) {
    return distribution.isPresent()
        && address(bundle)
            .filter(where -> "file".equals(where.getScheme()) && where.getAuthority() == null)
            .filter(where -> Path.of(where).normalize().startsWith(distribution.get()))
            .isPresent();
  }

  // A location with a host is remote.
  private static boolean isLocal(Bundle bundle) {
    return address(bundle).filter(where -> where.getAuthority() != null).isEmpty();
  }

  // A location need not be an address.
  private static Optional<URI> address(Bundle bundle) {
    try {
      String location = bundle.getLocation();
      return Optional.of(
          URI.create(
              location.startsWith(BY_REFERENCE)
                  ? location.substring(BY_REFERENCE.length())
                  : location));
    } catch (IllegalArgumentException noAddress) {
      return Optional.empty();
    }
  }
}
