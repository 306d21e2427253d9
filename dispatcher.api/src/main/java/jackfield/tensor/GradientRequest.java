package jackfield.tensor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

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
    outputs = present("outputs", outputs);
    gradients = copyWithNulls(gradients);
    inputs = present("inputs", inputs);
  }

  private static List<Tensor> present(String name, List<Tensor> tensors) {
    if (hasNull(tensors)) {
      throw new NullPointerException("GradientRequest: a tensor of %s is null".formatted(name));
    }
    return List.copyOf(tensors); // the same list if it is unmodifiable
  }

  private static List<Tensor> copyWithNulls(List<Tensor> tensors) {
    return hasNull(tensors)
        ? Collections.unmodifiableList(new ArrayList<>(tensors))
        : List.copyOf(tensors);
  }

  /** Looks by index, without an iterator: a request is made for each step of a training. */
  private static boolean hasNull(List<Tensor> tensors) {
    int size = tensors.size();
    for (int i = 0; i < size; i++) {
      if (tensors.get(i) == null) {
        return true;
      }
    }
    return false;
  }

  private static List<Tensor> listed(String name, Tensor... tensors) {
    Objects.requireNonNull(tensors, () -> "GradientRequest: the array %s is null".formatted(name));
    boolean isOne = tensors.length == 1 && tensors[0] != null;
    return isOne ? List.of(tensors[0]) : Arrays.asList(tensors); // the first needs no more copies
  }

  /** Returns a request for the gradients of {@code outputs} with respect to all leaves. */
  public static GradientRequest of(Tensor... outputs) {
    return new GradientRequest(
        listed("outputs", outputs), List.of(), List.of(), false, false, false);
  }

  /**
   * Returns this request with the start gradients {@code start}, one per output, null for the
   * number 1.
   */
  public GradientRequest from(Tensor... start) {
    return new GradientRequest(
        outputs, listed("start", start), inputs, retainGraph, createGraph, allowUnused);
  }

  /** Returns this request with respect to {@code wanted} only. */
  public GradientRequest withRespectTo(Tensor... wanted) {
    return new GradientRequest(
        outputs, gradients, listed("wanted", wanted), retainGraph, createGraph, allowUnused);
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
