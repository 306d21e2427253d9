package jackfield.nn;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/**
 * In training, sets each element to 0 with a probability and divides the others by the rest to 1;
 * in evaluation, returns its input. Output and input have the same shape.
 */
public final class Dropout extends Module {
  private final Nn nn;
  private final double probability;

  Dropout(Nn nn, double probability) {
    if (!(probability >= 0 && probability <= 1)) {
      throw new InvalidArgument("dropout", "p", "must be from 0 to 1, found " + probability);
    }
    this.nn = nn;
    this.probability = probability;
  }

  @Override
  public Tensor forward(Tensor input) {
    if (!isTraining() || probability == 0) {
      return input;
    }
    Aten aten = nn.aten();
    if (probability == 1) {
      return aten.mul(input, 0);
    }
    Tensor random =
        aten.rand(input.sizes(), nn.generator(), DType.FLOAT32, null, input.device(), null);
    // Random numbers are from [0, 1): the comparison drops the share p exactly.
    Tensor dropped = aten.gt(aten.fullLike(random, probability), random);
    return aten.where(dropped, 0.0, aten.mul(input, 1 / (1 - probability)));
  }

  @Override
  protected String details() {
    return "p=" + probability;
  }
}
