package jackfield.dispatcher.impl.c10;

import jackfield.boxing.JavaKernel;
import jackfield.kernel.KernelFunction;
import jackfield.key.DispatchKey;
import jackfield.library.LibraryKernel;
import java.lang.invoke.MethodHandles;

/** How a kernel is created. */
enum Making {
  LAMBDA,
  FUNCTOR;

  <F> LibraryKernel of(Class<F> signature, F body) {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    KernelFunction kernel =
        this == LAMBDA
            ? JavaKernel.function(lookup, signature, body)
            : JavaKernel.method(lookup, body, signature.getMethods()[0]);
    return LibraryKernel.of(kernel).at(DispatchKey.CPU);
  }
}
