package jackfield.aten.kernel;

import jackfield.key.DispatchKey;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** Copies in tests, where there is no dispatcher; counts the copies. */
public final class CopyByElement implements Copier {
  int copies;

  @Override
  public void copy(Tensor to, Tensor from) {
    copies++;
    Tensor stretched = from.alias(to.sizes(), Broadcast.strides(from, to.sizes()), from.offset());
    List<Long> addresses = new ArrayList<>();
    HostData.forEachAddress(stretched, addresses::add);
    int[] next = {0};
    HostData.forEachAddress(
        to,
        address ->
            Elements.putScalar(
                to.dtype(), address, Elements.scalarAt(from.dtype(), addresses.get(next[0]++))));
  }

  /** Returns the outputs of a backend in host memory that copies with this object. */
  public Outputs outputs() {
    return new Outputs(DispatchKey.CPU, this);
  }

  /** Returns the outputs of tensors without elements, for which nothing is copied. */
  Outputs outputsWithoutMemory() {
    return new Outputs(DispatchKey.META, this);
  }
}
