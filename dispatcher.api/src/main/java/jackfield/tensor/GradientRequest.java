package jackfield.tensor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Selects the outputs to differentiate, the inputs and the options.
 *
 * @param outputs the tensors to differentiate
 * @param gradients the start gradient of each output, null for the number 1; empty for 1 in all
 *     outputs
 * @param inputs the tensors to differentiate with respect to; empty for all leaves
 * @param retainGraph whether the graph may be run again
 * @param createGraph whether the gradients are themselves differentiable; retains the graph
 * @param allowUnused whether an unused input gets null instead of an error
 */
public record GradientRequest(
    List<Tensor> outputs,
    List<Tensor> gradients,
    List<Tensor> inputs,
    boolean retainGraph,
    boolean createGraph,
    boolean allowUnused) {

  /** Copies the lists. */
  public GradientRequest {
    outputs = List.copyOf(outputs);
    gradients = copyWithNulls(gradients);
    inputs = List.copyOf(inputs);
  }

  private static List<Tensor> copyWithNulls(List<Tensor> tensors) {
    for (Tensor tensor : tensors) {
      if (tensor == null) {
        return Collections.unmodifiableList(new ArrayList<>(tensors));
      }
    }
    return List.copyOf(tensors); // the same list if it is unmodifiable
  }

  /** Returns a request for the gradients of {@code outputs} with respect to all leaves. */
  public static GradientRequest of(Tensor... outputs) {
    return new GradientRequest(List.of(outputs), List.of(), List.of(), false, false, false);
  }

  /**
   * Returns this request with the start gradients {@code start}, one per output, null for the
   * number 1.
   */
  public GradientRequest from(Tensor... start) {
    List<Tensor> given =
        start.length == 1 && start[0] != null ? List.of(start[0]) : Arrays.asList(start);
    return new GradientRequest(outputs, given, inputs, retainGraph, createGraph, allowUnused);
  }

  /** Returns this request with respect to {@code wanted} only. */
  public GradientRequest withRespectTo(Tensor... wanted) {
    return new GradientRequest(
        outputs, gradients, List.of(wanted), retainGraph, createGraph, allowUnused);
  }

  /** Returns this request with the saved values retained, so that the graph may be run again. */
  public GradientRequest retainingGraph() {
    return new GradientRequest(outputs, gradients, inputs, true, createGraph, allowUnused);
  }

  /** Returns this request with differentiable gradients: their computation is recorded. */
  public GradientRequest creatingGraph() {
    return new GradientRequest(outputs, gradients, inputs, true, true, allowUnused);
  }

  /** Returns this request with null for an input that the outputs do not depend on. */
  public GradientRequest allowingUnused() {
    return new GradientRequest(outputs, gradients, inputs, retainGraph, createGraph, true);
  }
}
