package jackfield.trust;

import java.security.CodeSigner;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.HexFormat;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/**
 * The signer of a jar, as shown to users.
 *
 * @param subject the common name, or the whole name without one
 * @param fingerprint the first 16 digits of the certificate's SHA-256, as in keytool but without
 *     colons
 */
record Signer(String subject, String fingerprint) {
  private static final int SHOWN_BYTES = 8;

  static final Signer NOBODY = new Signer("", "");

  static Signer of(CodeSigner signer) {
    var leaf = (X509Certificate) signer.getSignerCertPath().getCertificates().getFirst();
    return new Signer(commonName(leaf.getSubjectX500Principal().getName()), fingerprint(leaf));
  }

  /**
   * Returns why {@code certificate} is not valid at {@code when}, with the date; empty if it is.
   */
  static String validity(X509Certificate certificate, Instant when) {
    if (when.isAfter(certificate.getNotAfter().toInstant())) {
      return "expired on " + day(certificate.getNotAfter());
    }
    return when.isBefore(certificate.getNotBefore().toInstant())
        ? "begins on " + day(certificate.getNotBefore())
        : "";
  }

  private static String day(Date date) {
    return date.toInstant().atOffset(ZoneOffset.UTC).toLocalDate().toString();
  }

  private static String commonName(String whole) {
    try {
      return new LdapName(whole)
          .getRdns().stream()
              .filter(part -> part.getType().equalsIgnoreCase("CN"))
              .map(Rdn::getValue)
              .map(Object::toString)
              .findFirst()
              .orElse(whole);
    } catch (InvalidNameException odd) {
      return whole;
    }
  }

  private static String fingerprint(X509Certificate leaf) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(leaf.getEncoded());
      return HexFormat.of().formatHex(digest, 0, SHOWN_BYTES);
    } catch (NoSuchAlgorithmException | CertificateEncodingException impossible) {
      throw new IllegalStateException(impossible); // every Java has SHA-256
    }
  }
}
