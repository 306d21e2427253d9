package jackfield.dispatcher.impl.c10;

import jackfield.boxing.JavaKernel;
import jackfield.kernel.KernelFunction;
import jackfield.key.DispatchKey;
import jackfield.library.LibraryKernel;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.Arrays;

/** Kernels whose types are known, made of methods. */
final class Unboxed {
  private Unboxed() {}

  /** Returns a kernel that calls the one method of {@code target} that is called {@code name}. */
  static KernelFunction method(MethodHandles.Lookup lookup, Object target, String name) {
    return JavaKernel.method(lookup, target, named(target.getClass(), name));
  }

  /** Returns a kernel that calls the one static method of {@code owner} called {@code name}. */
  static KernelFunction function(MethodHandles.Lookup lookup, Class<?> owner, String name) {
    return JavaKernel.method(lookup, null, named(owner, name));
  }

  private static Method named(Class<?> owner, String name) {
    return Arrays.stream(owner.getDeclaredMethods())
        .filter(each -> each.getName().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(owner + " has no method " + name));
  }

  /** Returns {@code (Tensor) -> Tensor} for the library's key. */
  static LibraryKernel same() {
    return LibraryKernel.of(function(MethodHandles.lookup(), Bodies.class, "same"));
  }

  /** Returns {@code (Tensor) -> Tensor} for {@code key}. */
  static LibraryKernel sameAt(DispatchKey key) {
    return same().at(key);
  }
}
