package jackfield.shell.command;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.spi.TrustGate.Judgement;
import jackfield.spi.TrustGate.Standing;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SignersTest {
  private static String words(Standing standing, String signer, String found) {
    return Signers.words(new Judgement(standing, signer, "0123456789abcdef", found, "", ""));
  }

  @Test
  void aTrustedSignerIsShownWithTheFingerprint() {
    assertThat(words(Standing.TRUSTED, "Acme", "")).isEqualTo("Acme 0123456789abcdef");
  }

  @Test
  void anUntrustedSignerIsShownAsUntrusted() {
    assertThat(words(Standing.TOLERATED, "Acme", "x"))
        .isEqualTo("Acme 0123456789abcdef, not trusted");
    assertThat(words(Standing.TOLERATED, "", "it is not signed"))
        .isEqualTo("nobody: it is not signed");
  }

  @Test
  void aBundleThatNeedsNoSignatureHasNoSigner() {
    assertThat(words(Standing.PLATFORM, "", "")).isEqualTo("the platform");
    assertThat(words(Standing.UNCHECKED, "", "")).isEqualTo("not checked");
    assertThat(new Signers(Map.of()).of("acme", "1.0.0")).isEqualTo("not checked");
  }
}
