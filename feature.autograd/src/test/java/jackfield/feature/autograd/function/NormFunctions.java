package jackfield.feature.autograd.function;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import jackfield.aten.Aten;
import jackfield.aten.NativeGroupNorm;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Normalizations for {@link FormulasTest}: of an input, a weight and a bias. */
final class NormFunctions {
  private final Aten aten;

  NormFunctions(Aten aten) {
    this.aten = aten;
  }

  Stream<Arguments> all() {
    Tensor mean = HostData.tensor(new double[] {0.5, -0.25}, 2);
    Tensor variance = HostData.tensor(new double[] {2, 0.75}, 2);
    return Stream.of(
        three("batch_norm, training", x -> batchNorm(x, null, null, true)),
        three("batch_norm, not training", x -> batchNorm(x, mean, variance, false)),
        gradients("gradients of batch_norm, training", x -> batchGradients(x, null, null, true)),
        gradients(
            "gradients of batch_norm, not training", x -> batchGradients(x, mean, variance, false)),
        three("instance_norm", this::instanceNorm),
        three("group_norm", x -> aten.groupNorm(x[0], 1, x[1], x[2])),
        three("means of group_norm", x -> aten.add(group(x).second(), sums(x))),
        three("deviations of group_norm", x -> aten.add(group(x).third(), sums(x))),
        arguments(
            "rms_norm",
            (FormulasTest.Function) x -> aten.rmsNorm(x[0], new long[] {3}, x[1]),
            new long[][] {{2, 3}, {3}}));
  }

  private static Arguments three(String name, FormulasTest.Function function) {
    return arguments(name, function, new long[][] {{2, 2, 3}, {2}, {2}});
  }

  /** Of the gradient of a batch normalization, its input and its weight. */
  private static Arguments gradients(String name, FormulasTest.Function function) {
    return arguments(name, function, new long[][] {{2, 2, 3}, {2, 2, 3}, {2}});
  }

  /** Returns a tensor that depends on all gradients of a batch normalization. */
  private Tensor batchGradients(Tensor[] x, Tensor mean, Tensor variance, boolean training) {
    long[] alike = {0, 2};
    Tensor means = aten.mean(x[1], alike, true);
    Tensor centred = aten.sub(x[1], means);
    Tensor squares = aten.mean(aten.mul(centred, centred), alike, true);
    Tensor rstd = aten.reshape(aten.rsqrt(aten.add(squares, 1e-5)), 2);
    var all =
        aten.nativeBatchNormBackward(
            x[0],
            x[1],
            x[2],
            mean,
            variance,
            aten.detach(aten.reshape(means, 2)),
            aten.detach(rstd),
            training,
            1e-5,
            true,
            true,
            true);
    Tensor ofParameters = aten.mul(all.second(), all.third());
    return aten.add(all.first(), aten.unsqueeze(ofParameters, 1));
  }

  private Tensor batchNorm(Tensor[] x, Tensor mean, Tensor variance, boolean training) {
    return aten.batchNorm(x[0], x[1], x[2], mean, variance, training, 0.1, 1e-5, false);
  }

  private Tensor instanceNorm(Tensor[] x) {
    return aten.instanceNorm(x[0], x[1], x[2], null, null, true, 0.1, 1e-5, false);
  }

  private NativeGroupNorm.Result group(Tensor[] x) {
    return aten.nativeGroupNorm(x[0], x[1], x[2], 2, 2, 3, 2, 1e-5);
  }

  /** Returns a number that depends on the parameters, which statistics do not. */
  private Tensor sums(Tensor[] x) {
    return aten.sum(aten.mul(x[1], x[2]));
  }
}
