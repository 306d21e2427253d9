package jackfield.trust;

import java.security.CodeSigner;
import java.security.GeneralSecurityException;
import java.security.cert.CertPath;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXCertPathValidatorResult;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The certificates that the user trusts, each of an authority or of a signer.
 *
 * <p>A signer's certificate must have been valid when the jar was signed. Only a time stamp of a
 * trusted authority proves that time; without one, the certificate must be valid now. Revocation
 * lists are not used: the deny-list serves to revoke.
 *
 * @param certificates the trusted certificates
 * @param origin the file of the certificates; empty without one
 */
record TrustAnchors(Set<X509Certificate> certificates, String origin) {
  static final TrustAnchors NONE = new TrustAnchors(Set.of(), "");

  private static final String CODE_SIGNING = "1.3.6.1.5.5.7.3.3";
  private static final String ANY_USAGE = "2.5.29.37.0";

  boolean isEmpty() {
    return certificates.isEmpty();
  }

  /** Returns why {@code signer} is not trusted; empty if it is. */
  Optional<String> problemOf(CodeSigner signer, Instant now) {
    return problemOf(signer.getSignerCertPath(), signingTime(signer, now)).or(() -> usage(signer));
  }

  // A time stamp by an untrusted authority proves nothing.
  private Instant signingTime(CodeSigner signer, Instant now) {
    var stamp = signer.getTimestamp();
    if (stamp == null) {
      return now;
    }
    Instant stamped = stamp.getTimestamp().toInstant();
    return problemOf(stamp.getSignerCertPath(), stamped).isEmpty() ? stamped : now;
  }

  private Optional<String> problemOf(CertPath path, Instant when) {
    X509Certificate signer = (X509Certificate) path.getCertificates().getFirst();
    if (isEmpty()) {
      return Optional.of("no trust store is set, so no signer is trusted");
    }
    String invalid = Signer.validity(signer, when);
    if (!invalid.isEmpty()) {
      return Optional.of("the signer's certificate " + invalid);
    }
    try {
      return certificates.contains(signer) ? Optional.empty() : problemOfAnchor(path, when);
    } catch (CertPathValidatorException untrusted) {
      return Optional.of(explain(untrusted));
    } catch (GeneralSecurityException broken) {
      return Optional.of("the signer's certificates do not fit together: " + broken.getMessage());
    }
  }

  // Java does not check whether the anchor itself was valid.
  private Optional<String> problemOfAnchor(CertPath path, Instant when)
      throws GeneralSecurityException {
    var result =
        (PKIXCertPathValidatorResult)
            CertPathValidator.getInstance("PKIX").validate(belowAnchors(path), parameters(when));
    X509Certificate authority = result.getTrustAnchor().getTrustedCert();
    String invalid = Signer.validity(authority, when);
    return invalid.isEmpty()
        ? Optional.empty()
        : Optional.of("the certificate of the authority that issued the signer's " + invalid);
  }

  // Validation starts below the anchor, but a path may contain the anchor.
  private CertPath belowAnchors(CertPath path) throws CertificateException {
    List<? extends Certificate> below =
        path.getCertificates().stream()
            .takeWhile(certificate -> !certificates.contains(certificate))
            .toList();
    return CertificateFactory.getInstance("X.509").generateCertPath(below);
  }

  private PKIXParameters parameters(Instant when) throws GeneralSecurityException {
    Set<TrustAnchor> anchors = new LinkedHashSet<>();
    certificates.forEach(certificate -> anchors.add(new TrustAnchor(certificate, null)));
    PKIXParameters parameters = new PKIXParameters(anchors);
    parameters.setRevocationEnabled(false);
    parameters.setDate(Date.from(when));
    return parameters;
  }

  private String explain(CertPathValidatorException untrusted) {
    return untrusted.getReason() == java.security.cert.PKIXReason.NO_TRUST_ANCHOR
        ? "the signer is not in the trust store, nor is the issuer of its certificate"
        : "the signer's certificates are not valid: " + untrusted.getMessage();
  }

  private static Optional<String> usage(CodeSigner signer) {
    X509Certificate leaf =
        (X509Certificate) signer.getSignerCertPath().getCertificates().getFirst();
    try {
      List<String> usages = leaf.getExtendedKeyUsage();
      return usages == null || usages.contains(CODE_SIGNING) || usages.contains(ANY_USAGE)
          ? Optional.empty()
          : Optional.of("the signer's certificate is not meant for signing code");
    } catch (CertificateException unreadable) {
      return Optional.of("the signer's certificate has a usage that cannot be read");
    }
  }
}
