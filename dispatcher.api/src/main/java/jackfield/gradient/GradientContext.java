package jackfield.gradient;

import jackfield.error.InvalidArgument;
import jackfield.tensor.GradientRuntime;
import jackfield.tensor.SavedTensor;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a call keeps for its gradient: tensors, and other values by name.
 *
 * <p><em>Threads</em>: one at a time.
 */
public final class GradientContext {
  private final int inputs; // the number of tensors among them
  private final GradientRuntime.Wanted needed;
  private final Map<String, Object> values;
  private List<Tensor> tensors; // written by the thread that sets up

  private GradientContext(
      int inputs, GradientRuntime.Wanted needed, Map<String, Object> values, List<Tensor> tensors) {
    this.inputs = inputs;
    this.needed = needed;
    this.values = values;
    this.tensors = tensors;
  }

  /** Returns the context of a call, which keeps nothing yet. */
  static GradientContext ofCall(int inputs, GradientRuntime.Wanted needed) {
    return new GradientContext(inputs, needed, new HashMap<>(), List.of());
  }

  /** Returns the context of a backward run. */
  static GradientContext ofRun(
      int inputs, GradientRuntime.Wanted needed, Map<String, Object> values, Tensor... tensors) {
    return new GradientContext(inputs, needed, values, Arrays.asList(tensors));
  }

  /**
   * Keeps inputs or results. They are released after the backward run, and a change in place before
   * it is found. A second call replaces the tensors of the first.
   *
   * @param kept the tensors, of which some may be null
   * @throws InvalidArgument if the array is null
   */
  public void save(Tensor... kept) {
    if (kept == null) {
      throw new InvalidArgument(
          "GradientContext.save",
          "kept",
          "must be tensors, found null for their array; for one absent tensor, cast null to Tensor");
    }
    tensors = Arrays.asList(kept.clone());
  }

  /** Returns the number of saved tensors. */
  public int savedCount() {
    return tensors.size();
  }

  /**
   * Returns a saved tensor.
   *
   * @throws InvalidArgument if the place is negative, or fewer were saved
   */
  public Tensor saved(int place) {
    if (place < 0 || place >= tensors.size()) {
      throw new InvalidArgument(
          "GradientContext.saved",
          "place",
          "must be from 0 and below savedCount(), which is %d, found %d; save the tensor in setup"
              .formatted(tensors.size(), place));
    }
    return tensors.get(place);
  }

  /** Keeps a value that is no input or result, such as a size. */
  public void keep(String name, Object value) {
    values.put(name, value);
  }

  /** Returns the value of that name, null for none. */
  public Object kept(String name) {
    return values.get(name);
  }

  /**
   * Returns whether the gradient of a tensor among the inputs is needed.
   *
   * @param tensor its number among the tensors, with those of lists and absent ones
   * @throws InvalidArgument if the inputs have no tensor of that number
   */
  public boolean isNeeded(int tensor) {
    if (tensor < 0 || tensor >= inputs) {
      throw new InvalidArgument(
          "GradientContext.isNeeded",
          "tensor",
          "must be from 0 and below the number of tensors among the inputs, which is %d, found %d"
              .formatted(inputs, tensor));
    }
    return needed.has(tensor);
  }

  Map<String, Object> values() {
    return values;
  }

  SavedTensor[] toSave() {
    return SavedTensor.all(tensors.toArray(Tensor[]::new));
  }
}
