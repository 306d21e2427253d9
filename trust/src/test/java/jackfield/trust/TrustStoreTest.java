package jackfield.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class TrustStoreTest {
  @TempDir static Path shared;
  @TempDir private Path folder;

  @BeforeAll
  static void makeKeys() throws Exception {
    Keys keys = new Keys(shared);
    keys.make("acme");
    keys.make("expired", "-startdate", "-400d", "-validity", "200");
    keys.make("early", "-startdate", "+10d", "-validity", "20");
  }

  private static Keys keys() {
    return new Keys(shared);
  }

  private static TrustAnchors read(Path file) throws GeneralSecurityException {
    return TrustStore.read(file, "secret", Instant.now());
  }

  private static void assertUnfit(Path file, String why) {
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(GeneralSecurityException.class)
        .hasMessageContaining(why);
  }

  private static String pem(String alias) throws Exception {
    String text = Base64.getMimeEncoder().encodeToString(keys().certificate(alias).getEncoded());
    return "-----BEGIN CERTIFICATE-----\n" + text + "\n-----END CERTIFICATE-----\n";
  }

  private Path file(String text) throws IOException {
    return Files.writeString(Files.createTempFile(folder, "trusted", ".pem"), text);
  }

  @Test
  void storesAreReadAsKeyStoresAndAsPem() throws Exception {
    assertThat(read(file(pem("acme"))).certificates())
        .isEqualTo(read(keys().trustStore("acme")).certificates())
        .containsExactly(keys().certificate("acme"));
    assertThat(read(file("# acme's, to be renewed\n" + pem("acme") + pem("acme"))).certificates())
        .containsExactly(keys().certificate("acme"));
  }

  @Test
  void aStoreWithoutCertificatesIsAFault() throws Exception {
    assertUnfit(keys().trustStore(), "no certificate");
    assertUnfit(file(""), "0 bytes");
    assertUnfit(file("# nobody yet\n"), "neither PKCS12 nor JKS nor PEM");
  }

  @Test
  void aFileThatIsNoStoreIsAFault() throws Exception {
    byte[] whole = Files.readAllBytes(keys().trustStore("acme"));
    assertUnfit(Files.write(file(""), Arrays.copyOf(whole, whole.length / 2)), "");
    assertUnfit(Files.write(file(""), keys().certificate("acme").getEncoded()), "neither PKCS12");
    whole[whole.length / 2] ^= 1;
    assertUnfit(Files.write(file(""), whole), "");
  }

  @Test
  void aMalformedCertificateIsAFaultOfTheWholeFile() throws Exception {
    String fit = pem("acme");
    String bent = fit.replaceFirst("MII", "!!!");
    assertUnfit(file(bent), "malformed");
    assertUnfit(file(fit + bent), "malformed");
    assertUnfit(file(fit + fit.substring(0, fit.length() / 2)), "1 of its 2 blocks");
    assertUnfit(file(fit + fit.replace("CERTIFICATE", "PRIVATE KEY").replace("MII", "MIJ")), "");
    assertUnfit(file(fit + fit.replaceAll("-----", "----")), "1 of its 2 blocks");
  }

  @Test
  void anUnreadableFileIsAFault() throws Exception {
    assertUnfit(folder.resolve("absent.p12"), "there is no such file");
    assertUnfit(
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve("absent")), "no such file");
    assertUnfit(folder, "it is a folder");
    assertUnfit(Path.of("/dev/zero"), "it is no file");
  }

  @Test
  void aPipeIsAFaultAndDoesNotBlock() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    assertUnfit(pipe, "it is no file");
  }

  @Test
  void aStoreInWhichNoCertificateIsValidIsAFault() throws Exception {
    assertUnfit(file(pem("expired")), "no certificate in it is valid now: expired on 2");
    assertUnfit(keys().trustStore("early"), "no certificate in it is valid now: begins on 2");
    assertThat(read(file(pem("expired") + pem("acme"))).certificates()).hasSize(2);
    assertThatThrownBy(() ->
            TrustStore.read(file(pem("acme")), "", Instant.now().plus(Duration.ofDays(3_650))))
        .hasMessageContaining("expired on 2");
  }
}
