package jackfield.tools.soak.plug;

import jackfield.tensor.Autograd;
import jackfield.tensor.FeatureGone;
import jackfield.tensor.Tensor;
import jackfield.tools.soak.bundles.Part;

/**
 * The autograd service that is available at one moment.
 *
 * @param service the service; null if there is none
 */
record Gradients(Autograd service) {
  /** Runs the graph of {@code loss} backwards, if one was recorded. */
  void backward(Tensor loss) {
    if (!loss.requiresGrad()) {
      return; // nothing was recorded
    }
    if (service == null) {
      throw new FeatureGone("autograd", Part.AUTOGRAD.bundle, null);
    }
    service.backward(loss);
  }
}
