package jackfield.dispatcher.impl.registry;

import jackfield.boxing.JavaKernel;
import jackfield.dispatch.Dispatcher;
import jackfield.kernel.CustomClass;
import jackfield.kernel.KernelFunction;
import jackfield.key.DispatchKey;
import jackfield.library.LibraryBlock;
import jackfield.library.LibraryKernel;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.function.ToLongFunction;

/** What a bundle has of its own: loaded by a loader that is to be collected. */
public final class BundleOfKernels implements ToLongFunction<Dispatcher> {
  /** A class of the bundle. */
  @CustomClass("t.Key")
  public record Key(long number) {}

  /** A tuple of the bundle. */
  public record Pair(long number, List<Key> keys) {}

  /** A signature of the bundle. */
  public interface Sum {
    /** Returns a sum. */
    long of(Key key, Pair pair, double f);
  }

  /** Defines, calls and takes back an operator. */
  @Override
  public long applyAsLong(Dispatcher dispatcher) {
    Sum sum = (key, pair, f) -> key.number + pair.number + pair.keys.size() + (long) f;
    try (LibraryBlock library = LibraryBlock.define(dispatcher, "t", "Bundle.java", 1)) {
      KernelFunction kernel = JavaKernel.function(MethodHandles.lookup(), Sum.class, sum);
      library.def("sum", LibraryKernel.of(kernel).at(DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD));
      Sum typed = dispatcher.function("t::sum", MethodHandles.lookup(), Sum.class);
      Key key = new Key(1);
      return typed.of(key, new Pair(20, List.of(key, key)), 300.5);
    }
  }
}
