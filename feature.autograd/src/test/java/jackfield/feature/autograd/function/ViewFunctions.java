package jackfield.feature.autograd.function;

import static jackfield.feature.autograd.function.FormulaCases.one;
import static jackfield.feature.autograd.function.FormulaCases.sizes;
import static jackfield.feature.autograd.function.FormulaCases.two;

import jackfield.aten.Aten;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Views, and changes of views in place, for {@link FormulasTest}. */
final class ViewFunctions {
  private final Aten aten;

  ViewFunctions(Aten aten) {
    this.aten = aten;
  }

  Stream<Arguments> all() {
    return Stream.of(
        one("view", x -> aten.mul(aten.view(x[0], 3, 2), 2)),
        one("reshape", x -> aten.reshape(aten.t(x[0]), 6)),
        one("expand", x -> aten.expand(aten.unsqueeze(x[0], 0), 4, 2, 3)),
        one("select", x -> aten.select(x[0], 1, -1)),
        one("slice", x -> aten.slice(x[0], 1, 0L, null, 2)),
        one("transpose", x -> aten.exp(aten.transpose(x[0], 0, 1))),
        one("permute", x -> aten.permute(aten.unsqueeze(x[0], 1), 2, 0, 1)),
        one("squeeze", x -> aten.squeeze(aten.unsqueeze(x[0], 1))),
        one("diagonal", x -> aten.diagonal(x[0], 1)),
        one("unfold", x -> aten.unfold(x[0], 1, 2, 1)),
        one("as_strided", x -> aten.asStrided(x[0], sizes(2, 2), 1, 2)),
        one("as_strided with overlap", x -> aten.asStrided(x[0], sizes(3, 3), 1, 1)),
        one("as_strided_ in place", x -> aten.asStrided_(squared(x[0]), sizes(2, 2), 1, 2)),
        one("split", x -> aten.split(x[0], 2, 1)[0]),
        one("split_with_sizes", x -> aten.splitWithSizes(x[0], sizes(1, 2), 1)[1]),
        one("unbind", x -> aten.mul(aten.unbind(x[0])[0], aten.unbind(x[0])[1])),
        one("t_ in place", x -> aten.t_(squared(x[0]))),
        one("squeeze_ in place", x -> aten.squeeze_(aten.unsqueeze_(squared(x[0]), 0))),
        one("clone", x -> aten.clone(x[0])),
        one("fill_ a part", x -> fillRow(squared(x[0]))),
        one("copy_ a part", x -> copyRow(squared(x[0]))),
        one("index_select", x -> aten.indexSelect(x[0], 1, HostData.tensor(sizes(2, 2, 0), 3))),
        two("cat", x -> aten.cat(new Tensor[] {x[0], x[1]}, 1), sizes(2, 3), 2, 1));
  }

  private Tensor fillRow(Tensor tensor) {
    aten.fill_(aten.select(tensor, 0, 1), 2.0);
    return tensor;
  }

  private Tensor copyRow(Tensor tensor) {
    aten.copy_(aten.select(tensor, 0, 1), aten.mul(aten.select(tensor, 0, 0), 3));
    return tensor;
  }

  private Tensor squared(Tensor tensor) {
    return aten.mul(tensor, tensor);
  }
}
