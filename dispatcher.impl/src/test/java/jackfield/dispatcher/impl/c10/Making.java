package jackfield.dispatcher.impl.c10;

import jackfield.dispatch.DispatchKey;
import jackfield.dispatch.KernelFunction;
import jackfield.dispatch.LibraryKernel;
import java.lang.invoke.MethodHandles;

/** How a kernel is made. */
enum Making {
  LAMBDA,
  FUNCTOR;

  <F> LibraryKernel of(Class<F> signature, F body) {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    KernelFunction kernel =
        this == LAMBDA
            ? KernelFunction.function(lookup, signature, body)
            : KernelFunction.method(lookup, body, signature.getMethods()[0]);
    return LibraryKernel.of(kernel).at(DispatchKey.CPU);
  }
}
