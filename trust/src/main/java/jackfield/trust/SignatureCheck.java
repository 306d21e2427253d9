package jackfield.trust;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.CodeSigner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;

/**
 * Verifies a jar as a whole.
 *
 * <p>{@link JarFile} verifies an entry when it is read to its end, but it reports neither unsigned
 * entries nor signed entries that were removed. So this class reads every entry, requires the same
 * signer for all, and requires each entry that the manifest lists. Only the manifest and the
 * signature's own files may be unsigned: {@code META-INF/versions} holds classes, and {@code
 * META-INF/services} names them.
 *
 * <p>Java decides which algorithms are too weak ({@code jdk.jar.disabledAlgorithms}); a signature
 * with one counts as missing. This class refuses SHA-1 for every date of the signature; Java
 * accepts it for old signatures.
 */
final class SignatureCheck {
  private static final Pattern SIGNATURE_FILE =
      Pattern.compile("META-INF/(MANIFEST\\.MF|[^/]+\\.(SF|RSA|DSA|EC))", Pattern.CASE_INSENSITIVE);
  private static final Pattern BLOCK =
      Pattern.compile("META-INF/[^/]+\\.(RSA|DSA|EC)", Pattern.CASE_INSENSITIVE);
  private static final Pattern DIGEST = Pattern.compile("(?i)(.+)-Digest");
  private static final Set<String> STRONG =
      Set.of("SHA-256", "SHA-384", "SHA-512", "SHA3-256", "SHA3-384", "SHA3-512");

  /** The finding on a jar without any signature. */
  static final Signature NOT_SIGNED = new Signature.Missing("it is not signed");

  private SignatureCheck() {}

  /** Returns whether an entry of that name holds a signature, valid or not. */
  static boolean isBlock(String entry) {
    return BLOCK.matcher(entry).matches();
  }

  static Signature of(Path file) throws IOException {
    try (JarFile jar = new JarFile(file.toFile(), true)) {
      List<JarEntry> entries = Collections.list(jar.entries());
      if (entries.stream().map(JarEntry::getName).noneMatch(SignatureCheck::isBlock)) {
        return NOT_SIGNED;
      }
      return of(jar, entries);
    } catch (SecurityException tampered) {
      return new Signature.Broken("it was changed after it was signed: " + tampered.getMessage());
    }
  }

  private static Signature of(JarFile jar, List<JarEntry> entries) throws IOException {
    Set<String> names = new HashSet<>();
    List<String> unsigned = new ArrayList<>();
    List<CodeSigner> common = null;
    int signed = 0;
    for (JarEntry entry : entries) {
      if (entry.isDirectory() || SIGNATURE_FILE.matcher(entry.getName()).matches()) {
        continue;
      }
      names.add(entry.getName());
      List<CodeSigner> signers = signersOf(jar, entry);
      if (signers.isEmpty()) {
        unsigned.add(entry.getName());
      } else {
        signed++;
        common = common == null ? new ArrayList<>(signers) : retained(common, signers);
      }
    }
    if (signed == 0) {
      return new Signature.Missing("its signature uses an algorithm that is too weak");
    }
    if (!unsigned.isEmpty()) {
      return new Signature.Broken("entries without a signature: " + some(unsigned));
    }
    return common.isEmpty()
        ? new Signature.Broken("its entries are signed by different signers")
        : checkedAgainstManifest(jar.getManifest(), names, common);
  }

  private static List<CodeSigner> retained(List<CodeSigner> common, List<CodeSigner> signers) {
    common.retainAll(signers);
    return common;
  }

  private static List<CodeSigner> signersOf(JarFile jar, JarEntry entry) throws IOException {
    try (InputStream in = jar.getInputStream(entry)) {
      in.transferTo(OutputStream.nullOutputStream()); // JarFile verifies at the end of the entry
    }
    CodeSigner[] signers = entry.getCodeSigners();
    return signers == null ? List.of() : Arrays.asList(signers);
  }

  private static Signature checkedAgainstManifest(
      Manifest manifest, Set<String> names, List<CodeSigner> signers) {
    List<String> missing = new ArrayList<>();
    for (var section : manifest.getEntries().entrySet()) {
      List<String> digests = digests(section.getValue());
      if (digests.isEmpty()) {
        continue;
      }
      if (digests.stream().noneMatch(STRONG::contains)) {
        return new Signature.Missing("its signature uses the weak digest " + digests.getFirst());
      }
      if (!section.getKey().endsWith("/") && !names.contains(section.getKey())) {
        missing.add(section.getKey());
      }
    }
    return missing.isEmpty()
        ? new Signature.Whole(signers)
        : new Signature.Broken("signed entries are missing: " + some(missing));
  }

  private static List<String> digests(Attributes section) {
    return section.keySet().stream()
        .map(name -> DIGEST.matcher(name.toString()))
        .filter(java.util.regex.Matcher::matches)
        .map(name -> name.group(1).toUpperCase(java.util.Locale.ROOT))
        .toList();
  }

  private static String some(List<String> names) {
    String first = String.join(", ", names.stream().sorted().limit(3).toList());
    return names.size() > 3 ? first + " and %d more".formatted(names.size() - 3) : first;
  }
}
