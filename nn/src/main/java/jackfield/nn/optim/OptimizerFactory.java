package jackfield.nn.optim;

import jackfield.error.InvalidArgument;
import jackfield.nn.module.ModuleContext;
import jackfield.nn.module.Parameter;
import java.util.List;

/** Makes optimizers. */
public interface OptimizerFactory {
  /** Returns what the optimizers compute with. */
  ModuleContext context();

  /**
   * Returns stochastic gradient descent.
   *
   * @throws InvalidArgument if there is no parameter, one is there twice, or {@code lr} is negative
   */
  default SGD sgd(List<Parameter> parameters, double lr) {
    return new SGD(context().aten(), parameters, lr);
  }

  /** Returns Adam with PyTorch's learning rate of 0.001. */
  default Adam adam(List<Parameter> parameters) {
    return adam(parameters, Adam.DEFAULT_LR);
  }

  /**
   * Returns Adam.
   *
   * @throws InvalidArgument if there is no parameter, one is there twice, or {@code lr} is negative
   */
  default Adam adam(List<Parameter> parameters, double lr) {
    return new Adam(context().aten(), parameters, lr);
  }

  /** Returns AdamW with PyTorch's learning rate of 0.001 and weight decay of 0.01. */
  default AdamW adamW(List<Parameter> parameters) {
    return adamW(parameters, Adam.DEFAULT_LR);
  }

  /**
   * Returns AdamW with a weight decay of 0.01.
   *
   * @throws InvalidArgument if there is no parameter, one is there twice, or {@code lr} is negative
   */
  default AdamW adamW(List<Parameter> parameters, double lr) {
    return new AdamW(context().aten(), parameters, lr);
  }
}
