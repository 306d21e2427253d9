package jackfield.trust;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSigner;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Timestamp;
import java.security.cert.CertPath;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipFile;
import jdk.security.jarsigner.JarSigner;

/** Keys and certificates that keytool creates for a test. */
final class Keys {
  private static final String SECRET = "secret";

  private final Path folder;
  private final Path store;

  Keys(Path folder) {
    this.folder = folder;
    this.store = folder.resolve("keys.p12");
  }

  /** Creates a key with a self-signed certificate; {@code options} are keytool's. */
  void make(String alias, String... options) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of("-genkeypair", "-keyalg", "EC", "-alias", alias, "-dname", "CN=" + alias));
    command.addAll(Arrays.asList(options));
    keytool(command);
  }

  /** Replaces the certificate of {@code alias} by one that {@code issuer} issues. */
  void issue(String alias, String issuer, String... options) throws Exception {
    Path request = folder.resolve(alias + ".csr");
    Path issued = folder.resolve(alias + ".cer");
    keytool(List.of("-certreq", "-alias", alias, "-file", request.toString()));
    List<String> command =
        new ArrayList<>(List.of("-gencert", "-alias", issuer, "-infile", request.toString()));
    command.addAll(List.of("-outfile", issued.toString()));
    command.addAll(Arrays.asList(options));
    keytool(command);
    keytool(List.of("-importcert", "-noprompt", "-alias", alias, "-file", issued.toString()));
  }

  /** Runs keytool in this JVM, which saves the start of a process for each of many keys. */
  private void keytool(List<String> arguments) throws ReflectiveOperationException {
    List<String> command = new ArrayList<>(arguments);
    command.addAll(List.of("-keystore", store.toString(), "-storepass", SECRET));
    command.add("-debug"); // it throws instead of ending the JVM
    Class.forName("sun.security.tools.keytool.Main")
        .getMethod("main", String[].class)
        .invoke(null, (Object) command.toArray(String[]::new));
  }

  private KeyStore keys() throws IOException, GeneralSecurityException {
    return KeyStore.getInstance(store.toFile(), SECRET.toCharArray());
  }

  X509Certificate certificate(String alias) throws IOException, GeneralSecurityException {
    return (X509Certificate) keys().getCertificate(alias);
  }

  CertPath path(String alias) throws IOException, GeneralSecurityException {
    return CertificateFactory.getInstance("X.509")
        .generateCertPath(List.of(keys().getCertificateChain(alias)));
  }

  CodeSigner signer(String alias) throws IOException, GeneralSecurityException {
    return new CodeSigner(path(alias), null);
  }

  CodeSigner signer(String alias, String stamper, Instant when)
      throws IOException, GeneralSecurityException {
    return new CodeSigner(path(alias), new Timestamp(Date.from(when), path(stamper)));
  }

  TrustAnchors anchors(String... aliases) throws IOException, GeneralSecurityException {
    Set<X509Certificate> trusted = new java.util.HashSet<>();
    for (String alias : aliases) {
      trusted.add(certificate(alias));
    }
    return new TrustAnchors(trusted, "the test's store");
  }

  /** Writes a store that holds only certificates. */
  Path trustStore(String... aliases) throws IOException, GeneralSecurityException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    for (String alias : aliases) {
      trusted.setCertificateEntry(alias, certificate(alias));
    }
    Path file = Files.createTempFile(folder, "trusted", ".p12");
    try (var out = Files.newOutputStream(file)) {
      trusted.store(out, SECRET.toCharArray());
    }
    return file;
  }

  /** Signs a jar into a new file beside it. */
  Path sign(Path jar, String alias, String digest) throws IOException, GeneralSecurityException {
    PrivateKey key = (PrivateKey) keys().getKey(alias, SECRET.toCharArray());
    Path signed = Files.createTempFile(jar.getParent(), "signed", ".jar");
    try (ZipFile in = new ZipFile(jar.toFile());
        var out = Files.newOutputStream(signed)) {
      new JarSigner.Builder(key, path(alias)).digestAlgorithm(digest).build().sign(in, out);
    }
    return signed;
  }

  Path sign(Path jar, String alias) throws IOException, GeneralSecurityException {
    return sign(jar, alias, "SHA-256");
  }

  Certificate[] chain(String alias) throws IOException, GeneralSecurityException {
    return keys().getCertificateChain(alias);
  }
}
