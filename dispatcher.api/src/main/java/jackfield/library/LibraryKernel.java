package jackfield.library;

import jackfield.kernel.BoxedKernel;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import java.util.Objects;

/**
 * A kernel as it is given to a {@link LibraryBlock}: with a key of its own if it has one, and its
 * own word on where it comes from.
 *
 * @param function what runs
 * @param key its own key; null for none, as is Undefined
 * @param provenance who registers it; null for what the library says
 */
public record LibraryKernel(KernelFunction function, DispatchKey key, Provenance provenance) {
  /** Takes Undefined for no key, as C10 does. */
  public LibraryKernel {
    key = key == DispatchKey.UNDEFINED ? null : key;
  }

  /** Returns a kernel for the library's key. */
  public static LibraryKernel of(KernelFunction function) {
    return new LibraryKernel(function, null, null);
  }

  /** Returns a kernel of a boxed body for the library's key. */
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
