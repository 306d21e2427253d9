package jackfield.backend.cuda.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/**
 * The PTX of a family, divided into its kernels and what they share.
 *
 * <p>A driver compiles the whole text that it gets. All kernels take minutes, one takes
 * milliseconds; so each is given to the driver alone, when it is first launched.
 */
final class PtxText {
  private static final String ENTRY = "\n.visible .entry ";
  private static final String END = "\n}\n";
  private static final int OLDEST = 80;

  private final String shared;
  private final Map<String, String> kernels;

  private PtxText(String shared, Map<String, String> kernels) {
    this.shared = shared;
    this.kernels = kernels;
  }

  /** Reads the text of a family for an architecture. */
  static PtxText read(String family, int architecture) {
    return divide(new String(bytes(family, architecture), StandardCharsets.ISO_8859_1));
  }

  /**
   * Returns the text for an architecture; one for the oldest serves all without one of their own.
   */
  static byte[] bytes(String family, int architecture) {
    byte[] own = resource("ptx/%s.%d.ptx.gz".formatted(family, architecture));
    if (own != null) {
      return own;
    }
    byte[] oldest = resource("ptx/%s.%d.ptx.gz".formatted(family, OLDEST));
    return new String(oldest, StandardCharsets.ISO_8859_1)
        .replaceFirst("\n\\.target sm_" + OLDEST, "\n.target sm_" + architecture)
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Returns the bytes of a compressed resource of this bundle, or null if there is none. */
  static byte[] resource(String name) {
    try (InputStream in = PtxText.class.getResourceAsStream("/jackfield/backend/cuda/" + name)) {
      return in == null ? null : new GZIPInputStream(in).readAllBytes();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Divides a text; functions and tables between kernels are shared by all. */
  static PtxText divide(String text) {
    StringBuilder shared = new StringBuilder();
    Map<String, String> kernels = new LinkedHashMap<>();
    int from = 0;
    for (int at = text.indexOf(ENTRY); at >= 0; at = text.indexOf(ENTRY, from)) {
      shared.append(text, from, at).append('\n'); // a comment may be the last line
      int name = at + ENTRY.length();
      from = text.indexOf(END, name) + END.length();
      kernels.put(text.substring(name, text.indexOf('(', name)), text.substring(at, from));
    }
    shared.append(text, from, text.length());
    return new PtxText(shared.toString(), kernels);
  }

  Set<String> kernels() {
    return kernels.keySet();
  }

  /** Returns the name of the kernel with the least text. */
  String shortest() {
    return kernels.entrySet().stream()
        .min((one, other) -> Integer.compare(one.getValue().length(), other.getValue().length()))
        .orElseThrow()
        .getKey();
  }

  /** Returns PTX with one kernel and what it may use. */
  byte[] only(String kernel) {
    return (shared + kernels.get(kernel)).getBytes(StandardCharsets.ISO_8859_1);
  }
}
