package jackfield.library;

import jackfield.kernel.BoxedKernel;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import java.util.Objects;

/**
 * A kernel for a {@link LibraryBlock}, optionally with a key and a provenance of its own.
 *
 * @param function the kernel
 * @param key its own key; null or Undefined for none
 * @param provenance its provider; null for that of the library
 */
public record LibraryKernel(KernelFunction function, DispatchKey key, Provenance provenance) {
  /** Replaces Undefined by null, as C10 does. */
  public LibraryKernel {
    key = key == DispatchKey.UNDEFINED ? null : key;
  }

  /** Returns a kernel for the library's key. */
  public static LibraryKernel of(KernelFunction function) {
    return new LibraryKernel(function, null, null);
  }

  /** Returns a boxed kernel for the library's key. */
  public static LibraryKernel boxed(BoxedKernel kernel) {
    return of(KernelFunction.boxed(Objects.requireNonNull(kernel, "kernel")));
  }

  /** Returns this kernel for {@code newKey}. */
  public LibraryKernel at(DispatchKey newKey) {
    return new LibraryKernel(function, newKey, provenance);
  }

  /** Returns this kernel with its own provenance. */
  public LibraryKernel by(Provenance newProvenance) {
    return new LibraryKernel(function, key, newProvenance);
  }
}
