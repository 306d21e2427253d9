package jackfield.trust;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads the file of the trusted certificates: a key store of any type that Java knows, or PEM.
 *
 * <p>The file is read as a whole or not at all. A malformed certificate is a fault, as is a file
 * without certificates, or without one that is valid now.
 */
final class TrustStore {
  private static final long LIMIT_BYTES = 1 << 24; // larger than any collection of authorities
  private static final Pattern PEM = Pattern.compile("-{3,}\\s*BEGIN\\b");

  private TrustStore() {}

  /** Reads {@code file}; the message of an exception is the fault of the file. */
  static TrustAnchors read(Path file, String password, Instant now)
      throws GeneralSecurityException {
    try {
      refuseUnlessFile(file);
      byte[] bytes = Files.readAllBytes(file);
      String text = new String(bytes, StandardCharsets.ISO_8859_1);
      List<X509Certificate> found =
          PEM.matcher(text).find() ? pem(bytes, text) : keyStore(file, password);
      if (found.isEmpty()) {
        throw new CertificateException("it holds no certificate that could be read");
      }
      refuseUnlessValid(found, now);
      return new TrustAnchors(Set.copyOf(found), file.toString());
    } catch (AccessDeniedException closed) {
      throw new KeyStoreException("this process may not read it", closed);
    } catch (IOException unreadable) {
      throw new KeyStoreException(String.valueOf(unreadable.getMessage()), unreadable);
    }
  }

  // A pipe or a device would keep the reader waiting, or never end.
  private static void refuseUnlessFile(Path file) throws GeneralSecurityException, IOException {
    if (!Files.exists(file)) {
      throw new KeyStoreException("there is no such file");
    }
    if (!Files.isRegularFile(file)) {
      throw new KeyStoreException(Files.isDirectory(file) ? "it is a folder" : "it is no file");
    }
    if (Files.size(file) == 0 || Files.size(file) > LIMIT_BYTES) {
      throw new KeyStoreException("it has %d bytes".formatted(Files.size(file)));
    }
  }

  // Java skips unknown blocks, so the number of blocks is compared too.
  private static List<X509Certificate> pem(byte[] bytes, String text) throws CertificateException {
    List<X509Certificate> found = new ArrayList<>();
    try {
      for (Certificate each :
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(bytes))) {
        found.add((X509Certificate) each);
      }
    } catch (CertificateException malformed) {
      throw new CertificateException(
          "a certificate in it is malformed: " + malformed.getMessage(), malformed);
    }
    long blocks = PEM.matcher(text).results().count();
    if (blocks != found.size()) {
      throw new CertificateException(
          "%d of its %d blocks are certificates".formatted(found.size(), blocks));
    }
    return found;
  }

  private static List<X509Certificate> keyStore(Path file, String password)
      throws IOException, GeneralSecurityException {
    KeyStore store = opened(file, password);
    List<X509Certificate> found = new ArrayList<>();
    for (String alias : Collections.list(store.aliases())) {
      if (store.getCertificate(alias) instanceof X509Certificate certificate) {
        found.add(certificate);
      }
    }
    return found;
  }

  private static KeyStore opened(Path file, String password)
      throws IOException, GeneralSecurityException {
    char[] secret = password.isEmpty() ? null : password.toCharArray();
    try {
      return KeyStore.getInstance(file.toFile(), secret);
    } catch (EOFException cut) {
      throw new KeyStoreException("it ends too early", cut);
    } catch (KeyStoreException unknown) {
      throw new KeyStoreException("it is neither PKCS12 nor JKS nor PEM", unknown);
    }
  }

  private static void refuseUnlessValid(List<X509Certificate> found, Instant now)
      throws CertificateException {
    String problem = "";
    for (X509Certificate each : found) {
      try {
        each.checkValidity(Date.from(now));
        return;
      } catch (CertificateException invalid) {
        problem = Signer.validity(each, now);
      }
    }
    throw new CertificateException("no certificate in it is valid now: " + problem);
  }
}
