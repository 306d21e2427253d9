package jackfield.conformance.gradient;

import jackfield.memory.HostBytes;
import jackfield.tensor.Autograd;
import jackfield.tensor.GradientRequest;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A recorded call of double precision, which can be differentiated any number of times. */
final class DoubleGradients {
  private final Autograd autograd;
  private final List<Tensor> inputs;
  private final List<Tensor> outputs;
  private final List<Tensor> incoming;

  /** Makes {@code call}, and records it for {@code inputs}, which are some of its leaves. */
  DoubleGradients(Autograd autograd, DoubleCall call, List<Tensor> inputs) {
    this.autograd = autograd;
    this.inputs = inputs;
    this.outputs = call.record(inputs); // also those without a gradient, to weigh all alike
    this.incoming = weights(outputs);
    incoming.forEach(Tensor::requiresGradient);
  }

  List<Tensor> inputs() {
    return inputs;
  }

  List<Tensor> outputs() {
    return outputs;
  }

  /** Returns all that a second derivative is taken with respect to. */
  List<Tensor> secondInputs() {
    List<Tensor> all = new ArrayList<>(inputs);
    all.addAll(incoming);
    return all;
  }

  /** Returns the number of outputs that have a gradient. */
  long differentiable() {
    return outputs.stream().filter(Tensor::requiresGrad).count();
  }

  /** Returns the gradients of the weighted sum of all outputs. */
  List<Tensor> gradients(List<Tensor> with) {
    return gradients(outputs, incoming, with);
  }

  /** Returns the gradients of the weighted sum of the elements of one output. */
  List<Tensor> gradientsOf(int output, List<Tensor> with) {
    return gradients(List.of(outputs.get(output)), List.of(incoming.get(output)), with);
  }

  /** Returns what {@link #gradientsOf} returns for the inputs, but cannot be differentiated. */
  List<Tensor> unrecordedOf(int output) {
    return gradients(List.of(outputs.get(output)), List.of(incoming.get(output)), inputs, false);
  }

  /**
   * Differentiates those of {@code results} that depend on anything; they may be null.
   *
   * @param with the tensors with respect to which it differentiates
   * @return one gradient for each of them, or null
   */
  List<Tensor> gradients(List<Tensor> results, List<Tensor> weights, List<Tensor> with) {
    return gradients(results, weights, with, true);
  }

  private List<Tensor> gradients(
      List<Tensor> results, List<Tensor> weights, List<Tensor> with, boolean isRecorded) {
    List<Tensor> used = new ArrayList<>();
    List<Tensor> usedWeights = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      if (results.get(i) != null && results.get(i).requiresGrad()) {
        used.add(results.get(i));
        usedWeights.add(weights.get(i));
      }
    }
    return used.isEmpty()
        ? Collections.nCopies(with.size(), null)
        : autograd.grad(new GradientRequest(used, usedWeights, with, true, isRecorded, true));
  }

  /** Returns numbers of the sizes of {@code tensors}, others for each. */
  static List<Tensor> weights(List<Tensor> tensors) {
    List<Tensor> weights = new ArrayList<>();
    for (Tensor tensor : tensors) {
      Tensor weight = DoubleCall.like(tensor);
      long[] addresses = DoubleCall.addresses(weight);
      for (int i = 0; i < addresses.length; i++) {
        HostBytes.putDouble(addresses[i], 0.3 + 0.17 * ((2 * weights.size() + i) % 5));
      }
      weights.add(weight);
    }
    return weights;
  }
}
