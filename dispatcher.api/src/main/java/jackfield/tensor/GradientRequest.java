package jackfield.tensor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * What to differentiate, with respect to what, and how.
 *
 * @param outputs what to differentiate
 * @param gradients for each output the gradient to start with, null for the number 1; empty for
 *     that in all outputs
 * @param inputs with respect to what; empty for all leaves
 * @param retainGraph whether the graph may be run again
 * @param createGraph whether the gradients are themselves differentiable; retains the graph
 * @param allowUnused whether an input that the outputs do not depend on gets null, not an error
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
    return List.copyOf(tensors);
  }

  /** Asks for the gradients of {@code outputs} with respect to all leaves. */
  public static GradientRequest of(Tensor... outputs) {
    return new GradientRequest(List.of(outputs), List.of(), List.of(), false, false, false);
  }

  /** Starts with {@code start}, one for each output, null for the number 1. */
  public GradientRequest from(Tensor... start) {
    return new GradientRequest(
        outputs, Arrays.asList(start), inputs, retainGraph, createGraph, allowUnused);
  }

  /** Differentiates with respect to {@code wanted} only. */
  public GradientRequest withRespectTo(Tensor... wanted) {
    return new GradientRequest(
        outputs, gradients, List.of(wanted), retainGraph, createGraph, allowUnused);
  }

  /** Keeps what the graph saved, so that it may be run again. */
  public GradientRequest retainingGraph() {
    return new GradientRequest(outputs, gradients, inputs, true, createGraph, allowUnused);
  }

  /** Records the computation of the gradients, so that they may be differentiated. */
  public GradientRequest creatingGraph() {
    return new GradientRequest(outputs, gradients, inputs, true, true, allowUnused);
  }

  /** Gives null for an input that the outputs do not depend on. */
  public GradientRequest allowingUnused() {
    return new GradientRequest(outputs, gradients, inputs, retainGraph, createGraph, true);
  }
}
