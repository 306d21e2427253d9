package jackfield.nn.loss;

import jackfield.aten.Aten;
import jackfield.nn.module.ModuleContext;
import jackfield.tensor.Tensor;

/** Makes losses of one family. */
public interface LossFactory {
  /** Returns the context whose operators compute the losses. */
  ModuleContext context();

  /** Returns {@code value}, computed by any operators, as a loss. */
  Loss loss(Tensor value);

  /** Returns the losses {@code each}, computed by any operators, reduced as asked. */
  default Loss loss(Tensor each, Reduction reduction) {
    LossArguments.of("loss").given("each", each).given("reduction", reduction);
    Aten aten = context().aten();
    return loss(
        switch (reduction) {
          case NONE -> each;
          case MEAN -> aten.mean(each);
          case SUM -> aten.sum(each);
        });
  }
}
