package jackfield.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.security.CodeSigner;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class TrustAnchorsTest {
  private static Instant yearAgo() {
    return Instant.now().minus(Duration.ofDays(365));
  }

  @TempDir static Path shared;

  @BeforeAll
  static void makeKeys() throws Exception {
    Keys keys = keys();
    keys.make("acme");
    keys.make("other");
    keys.make("expired", "-startdate", "-400d", "-validity", "200");
    keys.make("early", "-startdate", "+10d", "-validity", "20");
    keys.make("authority", "-ext", "bc:c", "-startdate", "-500d", "-validity", "1000");
    keys.make("issued");
    keys.issue("issued", "authority");
    keys.make("former", "-ext", "bc:c", "-startdate", "-500d", "-validity", "200");
    keys.make("orphan");
    keys.issue("orphan", "former", "-startdate", "-450d", "-validity", "900");
    keys.make("server");
    keys.issue("server", "authority", "-ext", "eku=serverAuth");
  }

  private static Keys keys() {
    return new Keys(shared);
  }

  private static void assertRefused(TrustAnchors anchors, CodeSigner signer, String why) {
    assertThat(anchors.problemOf(signer, Instant.now()))
        .hasValueSatisfying(text -> assertThat(text).contains(why));
  }

  @Test
  void aSignerInTheStoreIsTrusted() throws Exception {
    assertThat(keys().anchors("acme").problemOf(keys().signer("acme"), Instant.now())).isEmpty();
  }

  @Test
  void aSignerWithACertificateOfATrustedAuthorityIsTrusted() throws Exception {
    assertThat(keys().anchors("authority").problemOf(keys().signer("issued"), Instant.now()))
        .isEmpty();
  }

  @Test
  void anyOtherSignerIsNotTrusted() throws Exception {
    assertRefused(keys().anchors("acme"), keys().signer("other"), "not in the trust store");
    assertRefused(keys().anchors("acme"), keys().signer("issued"), "not in the trust store");
  }

  @Test
  void withoutAStoreNoSignerIsTrusted() throws Exception {
    assertRefused(TrustAnchors.NONE, keys().signer("acme"), "no trust store");
  }

  @Test
  void aCertificateHasToBeValidNow() throws Exception {
    assertRefused(keys().anchors("expired"), keys().signer("expired"), "expired on 2");
    assertRefused(keys().anchors("early"), keys().signer("early"), "begins on 2");
  }

  @Test
  void aTrustedTimeStampProvesThatItWasValidThen() throws Exception {
    CodeSigner stamped = keys().signer("expired", "authority", yearAgo());
    assertThat(keys().anchors("expired", "authority").problemOf(stamped, Instant.now())).isEmpty();
  }

  @Test
  void anUntrustedTimeStampProvesNothing() throws Exception {
    CodeSigner stamped = keys().signer("expired", "other", yearAgo());
    assertRefused(keys().anchors("expired"), stamped, "expired on 2");
  }

  @Test
  void aCertificateForServersDoesNotSignCode() throws Exception {
    assertRefused(keys().anchors("authority"), keys().signer("server"), "not meant for signing");
  }

  @Test
  void aSignerOfAnExpiredAuthorityIsNotTrusted() throws Exception {
    assertRefused(
        keys().anchors("former"), keys().signer("orphan"), "authority that issued the signer's");
    assertRefused(keys().anchors("former"), keys().signer("orphan"), "expired on 2");
  }

  @Test
  void aTimeStampFromBeforeTheExpiryKeepsASignerTrusted() throws Exception {
    CodeSigner stamped = keys().signer("orphan", "authority", yearAgo());
    assertThat(keys().anchors("former", "authority").problemOf(stamped, Instant.now())).isEmpty();
  }
}
