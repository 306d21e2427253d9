package jackfield.feature.autograd.function;

import static jackfield.feature.autograd.function.FormulaCases.one;
import static jackfield.feature.autograd.function.FormulaCases.sizes;
import static jackfield.feature.autograd.function.FormulaCases.two;

import jackfield.aten.Aminmax;
import jackfield.aten.Aten;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Reductions, products of matrices and losses for {@link FormulasTest}. */
final class ReductionFunctions {
  private static final Tensor CLASSES = HostData.tensor(new long[] {2, 0}, 2);

  private final Aten aten;

  ReductionFunctions(Aten aten) {
    this.aten = aten;
  }

  Stream<Arguments> all() {
    return Stream.of(
        one("sum", x -> aten.sum(x[0])),
        one("sum dim", x -> aten.sum(x[0], sizes(-1))),
        one("sum keepdim", x -> aten.sum(x[0], sizes(0), true)),
        one("mean", x -> aten.mean(x[0])),
        one("mean dims", x -> aten.mean(x[0], sizes(0, 1))),
        one("amax", x -> aten.amax(x[0], sizes(1), false)),
        one("amin", x -> aten.amin(x[0], sizes(1), false)),
        one("aminmax, both", x -> difference(aten.aminmax(x[0], 1L, true))),
        one("aminmax, min of all", x -> aten.aminmax(x[0]).min()),
        one("max dim", x -> aten.max(x[0], 1).values()),
        one("min keepdim", x -> aten.min(x[0], -1, true).values()),
        one("sort", x -> aten.sort(x[0], 1, true).values()),
        one("msort", x -> aten.msort(x[0])),
        two("mm", x -> aten.mm(x[0], x[1]), sizes(2, 3), 3, 4),
        two("mm transposed", x -> aten.mm(x[0], aten.t(x[1])), sizes(2, 3), 4, 3),
        two("addmm", x -> addmm(x[0], x[1]), sizes(2, 3), 3, 4),
        two("bmm", x -> aten.bmm(x[0], x[1]), sizes(2, 2, 3), 2, 3, 2),
        two("linear", x -> aten.linear(x[0], x[1]), sizes(2, 3), 4, 3),
        one("softmax", x -> aten.softmax(x[0], 1)),
        one("log_softmax", x -> aten.logSoftmax(x[0], 0)),
        one("cross entropy", x -> aten.crossEntropyLoss(x[0], CLASSES)),
        one("nll_loss sum", x -> aten.nllLoss(x[0], CLASSES, null, 2)));
  }

  private Tensor difference(Aminmax.Result of) {
    return aten.sub(squared(of.max()), of.min());
  }

  private Tensor addmm(Tensor one, Tensor other) {
    Tensor bias = aten.sum(other, sizes(0));
    return aten.addmm(bias, one, other, Scalar.of(0.5), Scalar.of(2.0));
  }

  private Tensor squared(Tensor tensor) {
    return aten.mul(tensor, tensor);
  }
}
