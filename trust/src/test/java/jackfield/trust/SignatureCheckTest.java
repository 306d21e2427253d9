package jackfield.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class SignatureCheckTest {
  private static final String MANIFEST = "META-INF/MANIFEST.MF";

  @TempDir static Path shared;
  @TempDir private Path folder;

  @BeforeAll
  static void makeKeys() throws Exception {
    Keys keys = new Keys(shared);
    keys.make("acme");
    keys.make("other");
  }

  private static Keys keys() {
    return new Keys(shared);
  }

  private Path signed() throws Exception {
    Path jar = TestJar.backend("acme.backend").activated().with("data.txt", "one").write(folder);
    return keys().sign(jar, "acme");
  }

  private Signature changed(TestJar jar) throws Exception {
    return SignatureCheck.of(jar.write(folder));
  }

  private static void assertBroken(Signature found, String why) {
    assertThat(found)
        .isInstanceOfSatisfying(
            Signature.Broken.class, broken -> assertThat(broken.why()).contains(why));
  }

  private static void assertMissing(Signature found, String why) {
    assertThat(found)
        .isInstanceOfSatisfying(
            Signature.Missing.class, missing -> assertThat(missing.why()).contains(why));
  }

  @Test
  void aJarThatWasSignedIsWholeAndNamesItsSigner() throws Exception {
    assertThat(SignatureCheck.of(signed()))
        .isEqualTo(new Signature.Whole(java.util.List.of(keys().signer("acme"))));
  }

  @Test
  void aJarThatNobodySignedHasNoSignature() throws Exception {
    assertMissing(SignatureCheck.of(TestJar.backend("x").write(folder)), "not signed");
  }

  @Test
  void aChangedClassBreaksIt() throws Exception {
    TestJar jar = TestJar.read(signed());
    String type = Noting.class.getName().replace('.', '/') + ".class";
    assertBroken(changed(jar.with(type, "other bytes")), type);
  }

  @Test
  void aChangedHeaderBreaksIt() throws Exception {
    TestJar jar = TestJar.read(signed());
    assertBroken(changed(jar.replaced(MANIFEST, "1.0.0", "9.0.0")), "changed after");
  }

  @Test
  void aChangedDigestBreaksIt() throws Exception {
    TestJar jar = TestJar.read(signed()).with("data.txt", "two");
    String digest = java.util.Base64.getEncoder().encodeToString(sha256("two"));
    String manifest = jar.text(MANIFEST);
    String old = manifest.substring(manifest.indexOf("data.txt")).split("SHA-256-Digest: ")[1];
    assertBroken(changed(jar.replaced(MANIFEST, old.split("\r\n")[0], digest)), "data.txt");
  }

  private static byte[] sha256(String text) throws Exception {
    return java.security.MessageDigest.getInstance("SHA-256")
        .digest(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  @Test
  void anEntryThatWasAddedBreaksIt() throws Exception {
    assertBroken(changed(TestJar.read(signed()).with("more.txt", "x")), "more.txt");
  }

  @Test
  void anEntryThatWasAddedAmongTheMetaDataBreaksIt() throws Exception {
    String name = "META-INF/versions/9/jackfield/trust/Noting.class";
    assertBroken(changed(TestJar.read(signed()).with(name, "x")), name);
  }

  @Test
  void aRemovedEntryBreaksIt() throws Exception {
    assertBroken(changed(TestJar.read(signed()).without("data.txt")), "data.txt");
  }

  @Test
  void entriesOfDifferentSignersBreakIt() throws Exception {
    Path first = signed();
    Path grown = TestJar.read(first).with("more.txt", "x").write(folder);
    Path second = keys().sign(grown, "other");
    Signature found = SignatureCheck.of(second);
    assertThat(found).isEqualTo(new Signature.Whole(java.util.List.of(keys().signer("other"))));
  }

  @Test
  void aSignatureByWeakDigestsIsAsGoodAsNone() throws Exception {
    Path jar = TestJar.backend("acme.backend").with("data.txt", "one").write(folder);
    assertMissing(SignatureCheck.of(keys().sign(jar, "acme", "SHA-1")), "weak");
  }
}
