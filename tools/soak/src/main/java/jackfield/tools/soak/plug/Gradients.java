package jackfield.tools.soak.plug;

import jackfield.tensor.Autograd;
import jackfield.tensor.FeatureGone;
import jackfield.tensor.Tensor;
import jackfield.tools.soak.bundles.Part;

/**
 * What autograd's bundle offers at one moment.
 *
 * @param service the service; null if there is none
 */
record Gradients(Autograd service) {
  /** Runs what was recorded of {@code loss} backwards, if anything was. */
  void backward(Tensor loss) {
    if (!loss.requiresGrad()) {
      return; // nobody recorded
    }
    if (service == null) {
      throw new FeatureGone("autograd", Part.AUTOGRAD.bundle, null);
    }
    service.backward(loss);
  }
}
