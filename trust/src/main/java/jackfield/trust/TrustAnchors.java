package jackfield.trust;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSigner;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertPath;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.Date;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The certificates that the user trusts, each an authority or a signer itself.
 *
 * <p>A signer's certificate has to be valid when the jar was signed. Only a time stamp of a trusted
 * authority proves when that was; without one, the certificate has to be valid at this moment.
 * Revocation lists are not asked for: the deny-list is the way to revoke.
 *
 * @param certificates the trusted certificates
 * @param origin the file that they are from; empty if there is none
 */
record TrustAnchors(Set<X509Certificate> certificates, String origin) {
  static final TrustAnchors NONE = new TrustAnchors(Set.of(), "");

  private static final String PEM = "-----BEGIN";
  private static final String CODE_SIGNING = "1.3.6.1.5.5.7.3.3";
  private static final String ANY_USAGE = "2.5.29.37.0";

  /** Reads a key store of any type that Java knows, or a file of PEM certificates. */
  static TrustAnchors read(Path file, String password)
      throws IOException, GeneralSecurityException {
    byte[] bytes = Files.readAllBytes(file);
    Set<X509Certificate> found =
        new String(bytes, StandardCharsets.ISO_8859_1).contains(PEM)
            ? pem(bytes)
            : keyStore(file, password);
    if (found.isEmpty()) {
      throw new CertificateException("it holds no certificate that could be read");
    }
    return new TrustAnchors(Set.copyOf(found), file.toString());
  }

  private static Set<X509Certificate> pem(byte[] bytes) throws CertificateException {
    Set<X509Certificate> found = new LinkedHashSet<>();
    for (Certificate each :
        CertificateFactory.getInstance("X.509")
            .generateCertificates(new ByteArrayInputStream(bytes))) {
      found.add((X509Certificate) each);
    }
    return found;
  }

  private static Set<X509Certificate> keyStore(Path file, String password)
      throws IOException, GeneralSecurityException {
    char[] secret = password.isEmpty() ? null : password.toCharArray();
    KeyStore store = KeyStore.getInstance(file.toFile(), secret);
    Set<X509Certificate> found = new LinkedHashSet<>();
    for (String alias : Collections.list(store.aliases())) {
      if (store.getCertificate(alias) instanceof X509Certificate certificate) {
        found.add(certificate);
      }
    }
    return found;
  }

  boolean isEmpty() {
    return certificates.isEmpty();
  }

  /** Returns why {@code signer} is not trusted, or nothing if it is. */
  Optional<String> problemOf(CodeSigner signer, Instant now) {
    return problemOf(signer.getSignerCertPath(), signingTime(signer, now)).or(() -> usage(signer));
  }

  // A stamp by an authority that nobody trusts proves nothing.
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
      return Optional.of("no trust store is set, so nobody is trusted");
    }
    try {
      signer.checkValidity(Date.from(when));
      if (!certificates.contains(signer)) {
        CertPathValidator.getInstance("PKIX").validate(belowAnchors(path), parameters(when));
      }
      return Optional.empty();
    } catch (CertificateExpiredException expired) {
      return Optional.of("the signer's certificate expired on " + day(signer.getNotAfter()));
    } catch (CertificateNotYetValidException early) {
      return Optional.of("the signer's certificate begins on " + day(signer.getNotBefore()));
    } catch (CertPathValidatorException untrusted) {
      return Optional.of(explain(untrusted));
    } catch (GeneralSecurityException broken) {
      return Optional.of("the signer's certificates do not fit together: " + broken.getMessage());
    }
  }

  // Validation begins beneath the anchor; a path may carry the anchor itself along.
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
        ? "the signer is not in the trust store, nor is who issued its certificate"
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

  private static String day(Date date) {
    return date.toInstant().atOffset(ZoneOffset.UTC).toLocalDate().toString();
  }
}
