package jackfield.aten.library;

import jackfield.aten.Cat;
import jackfield.aten.IndexingOperators;
import jackfield.aten.signature.TensorsLongToTensor;
import jackfield.error.InvalidArgument;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.spi.Library;
import jackfield.tensor.Tensor;

/**
 * Refuses calls of {@code cat} with a list of no tensors. Without a tensor nothing chooses a
 * backend, so that no kernel of one could refuse the list. The kernel is at the key BackendSelect,
 * which each call has whatever its tensors are.
 */
final class EmptyJoin implements TensorsLongToTensor.Keyed {
  private final Library library;
  private Cat cat; // written by each thread that calls first; all of them write the same operator

  private EmptyJoin(Library library) {
    this.library = library;
  }

  static void register(Library library) {
    library.deferred(
        IndexingOperators.CAT, DispatchKey.BACKEND_SELECT, _ -> new EmptyJoin(library), 0);
  }

  @Override
  public Tensor call(long keys, Tensor[] tensors, long dim) {
    if (tensors.length == 0) {
      throw new InvalidArgument("cat", "tensors", "must not be empty; pass at least one tensor");
    }
    Cat known = cat;
    if (known == null) {
      known = library.operator(Cat.TYPE);
      cat = known;
    }
    return known.redispatch(DispatchKeySet.below(keys, DispatchKey.BACKEND_SELECT), tensors, dim);
  }
}
