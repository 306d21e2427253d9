package jackfield.io;

import jackfield.error.JackfieldException;
import jackfield.io.FileRefused.Kind;
import jackfield.tensor.Tensor;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/**
 * The file that is read or written, for messages.
 *
 * @param file the path, with the name of the part inside where there is one
 * @param asked what is to be done with it, such as {@code read as npy}
 */
record Subject(String file, String asked) {
  private static final String COPY_AGAIN = "copy or write the file again; it is not complete";
  private static final String WRITE_AGAIN = "write the file again";
  private static final String NOT_INTERRUPTED = "again in a thread that is not interrupted";

  /**
   * Returns the file at {@code path}.
   *
   * @param method the public method whose argument it is
   */
  static Subject of(String method, Path path, String asked) {
    Objects.requireNonNull(path, () -> method + ": path is null");
    return new Subject(path.toString(), asked);
  }

  /** Requires that the map, its names and its tensors are not null. */
  static void requireTensors(String method, Map<String, Tensor> tensors) {
    Objects.requireNonNull(tensors, () -> method + ": tensors is null");
    tensors.forEach((name, tensor) -> {
      Objects.requireNonNull(name, () -> method + ": a name in tensors is null");
      Objects.requireNonNull(tensor, () -> "%s: tensors has null for %s".formatted(method, name));
    });
  }

  /** Returns the part {@code name} of this file. */
  Subject part(String name) {
    return new Subject(file + "!" + name, asked);
  }

  /**
   * Refuses a text that UTF-8 cannot encode, which would be another when it is read.
   *
   * @param what what the text is, such as {@code a name}
   */
  void requireUnicode(String what, String text) {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw unsupported(
          what + " with half of a surrogate pair",
          "texts that UTF-8 can encode",
          "remove the lone surrogate from " + what);
    }
  }

  FileRefused truncated(String found) {
    return new FileRefused(Kind.TRUNCATED, file, asked, found, "", COPY_AGAIN, null);
  }

  FileRefused malformed(String found) {
    return new FileRefused(Kind.MALFORMED, file, asked, found, "", WRITE_AGAIN, null);
  }

  /** Returns the error for a geometry that the core refused. */
  FileRefused malformed(JackfieldException cause) {
    return new FileRefused(Kind.MALFORMED, file, asked, cause.getMessage(), "", WRITE_AGAIN, cause);
  }

  FileRefused unsupported(String found, String available, String remedy) {
    return new FileRefused(Kind.UNSUPPORTED, file, asked, found, available, remedy, null);
  }

  /** Returns the error for a failure of the operating system or of a library that reads. */
  FileRefused failed(Kind kind, Exception cause) {
    String found = cause.getMessage() == null ? "" : ": " + cause.getMessage();
    String remedy =
        kind == Kind.INACCESSIBLE ? "check the path, its folder and the permissions" : WRITE_AGAIN;
    String text = cause.getClass().getSimpleName() + found;
    return new FileRefused(kind, file, asked, text, "", remedy, cause);
  }

  FileRefused failed(IOException cause) {
    return cause instanceof ClosedByInterruptException
        ? new FileRefused(
            Kind.INACCESSIBLE,
            file,
            asked,
            "the thread was interrupted",
            "",
            NOT_INTERRUPTED,
            cause)
        : failed(Kind.INACCESSIBLE, cause);
  }
}
