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
 * <p>A bundle that does not resolve has no class loader, so none of its classes can run: not its
 * activator, no component, no kernel. Bundles of the platform's own distribution are let in
 * unsigned, since whoever can write there can replace this gate; the deny-list is for them too.
 * What resolved under an earlier policy stays until it is refreshed.
 *
 * <p>Signatures are kept by bundle and time of its last change, as bytes do not change without it;
 * the judgement on them is made anew each time, so that a new policy holds at once.
 */
final class Gatekeeper {
  private static final Logger LOG = System.getLogger("jackfield.trust");
  private static final String BY_REFERENCE = "reference:"; // Felix's own: not copied when installed
  private static final String WHERE = "the configuration jackfield.trust";

  private final Path scratch;
  private final Optional<Path> distribution;
  private final Clock clock;
  private final Map<Long, Verified> verified = new ConcurrentHashMap<>();
  private final Map<Long, String> told = new ConcurrentHashMap<>();
  private volatile TrustRules rules; // written by follow, when the configuration changes

  private record Verified(long lastModified, Signature signature) {}

  /** Judges by {@code rules}; {@code distribution} is the folder of what needs no signature. */
  Gatekeeper(Path scratch, Optional<Path> distribution, Clock clock, TrustRules rules) {
    this.scratch = scratch;
    this.distribution = distribution.map(folder -> folder.toAbsolutePath().normalize());
    this.clock = clock;
    this.rules = rules;
  }

  /** Judges by other rules from here on. Not for several threads. */
  void follow(TrustRules changed) {
    Optional<String> before = rules.fault();
    rules = changed.after(rules);
    if (!changed.fault().equals(before)) {
      changed.fault().ifPresent(Gatekeeper::tellShut);
    }
  }

  private static void tellShut(String fault) {
    LOG.log(
        Level.ERROR,
        """
        trust: the gate is shut, no bundle that brings kernels is let in
          found      %s
          available  the bundles of the distribution, and what is resolved
          try        mend or remove it; a mended trust store counts when this is saved again\
        """
            .formatted(fault));
  }

  /** What is resolved stays so: a refusal is for what has yet to be. */
  boolean refuses(BundleRevision revision) {
    if (revision.getWiring() != null) {
      return false;
    }
    Judgement judgement = judge(revision);
    boolean isRefused = judgement.standing() == Standing.REFUSED;
    if (isRefused || judgement.standing() == Standing.TOLERATED) {
      String verb = isRefused ? "does not resolve" : "is let in";
      tell(revision, "%s %s: %s".formatted(title(revision), verb, judgement.found()));
    }
    return isRefused;
  }

  // Once, however often it is asked about.
  private void tell(BundleRevision revision, String text) {
    if (!text.equals(told.put(revision.getBundle().getBundleId(), text))) {
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
    if (isOfThePlatform(bundle)) {
      return passed(Standing.PLATFORM);
    }
    if (!Concern.isRaisedBy(revision)) {
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
          "a jar signed by one of those; or trust its signer, in truststore of " + WHERE);
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
      if (!BundleContent.isSigned(bundle)) {
        return SignatureCheck.NOT_SIGNED; // whatever is in it
      }
      Path jar = BundleContent.copy(bundle, scratch);
      try {
        return SignatureCheck.of(jar);
      } finally {
        Files.deleteIfExists(jar);
      }
    } catch (IOException unreadable) {
      return new Signature.Broken(unreadable.getMessage());
    }
  }

  /** Forgets a bundle that is gone. */
  void forget(long bundle) {
    verified.remove(bundle);
    told.remove(bundle);
  }

  private boolean isOfThePlatform(Bundle bundle) {
    return distribution.isPresent()
        && address(bundle)
            .filter(where -> "file".equals(where.getScheme()) && where.getAuthority() == null)
            .filter(where -> Path.of(where).normalize().startsWith(distribution.get()))
            .isPresent();
  }

  // One with a host in it is from elsewhere.
  private static boolean isLocal(Bundle bundle) {
    return address(bundle).filter(where -> where.getAuthority() != null).isEmpty();
  }

  // Empty for a location that is no address, as it need not be one.
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
