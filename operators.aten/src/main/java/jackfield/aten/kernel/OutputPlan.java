package jackfield.aten.kernel;

import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * The decisions of a rule about the outputs of a kernel that takes whole tensors: a product of
 * matrices, a softmax, a concatenation. The body gets the operator's arguments unchanged, then the
 * outputs; it must respect the strides of all of them. A plan is used for one call.
 */
public final class OutputPlan {
  private final String operator;
  private final Tensor[]
      inputs; // inputs that outputs must not overlap; the first determines the device
  private final OutputSpec first;
  private final OutputSpec second; // null if there is one output
  private Tensor[] given; // null until outputs are prepared, like the next two fields
  private Tensor[]
      resized; // what the given outputs become; the given tensors themselves if their sizes are
  // right
  private Tensor[]
      written; // what the body writes; a temporary tensor where a write could change an input

  private OutputPlan(String operator, Tensor[] inputs, OutputSpec first, OutputSpec second) {
    this.operator = operator;
    this.inputs = inputs;
    this.first = first;
    this.second = second;
    Devices.common(operator, inputs);
    for (Tensor input : inputs) {
      if (input != null) {
        input.storage().address(); // throws for a closed tensor, even if no element would be read
        RepeatedElements.check(operator, input);
      }
    }
  }

  /**
   * Plans one output.
   *
   * @param inputs all tensors that are read; the output must not overlap them; null for absent ones
   * @throws TypeMismatch if they are on several devices
   * @throws ShapeMismatch if one repeats its elements too often to be iterated over
   */
  public static OutputPlan of(String operator, Tensor[] inputs, OutputSpec output) {
    return new OutputPlan(operator, inputs, output, null);
  }

  /**
   * Plans two outputs.
   *
   * @param inputs all tensors that are read; the outputs must not overlap them; null for absent
   *     ones
   * @throws TypeMismatch if they are on several devices
   * @throws ShapeMismatch if one repeats its elements too often to be iterated over
   */
  public static OutputPlan of(
      String operator, Tensor[] inputs, OutputSpec first, OutputSpec second) {
    return new OutputPlan(operator, inputs, first, second);
  }

  /** Returns a new tensor for output {@code number}, counted from 0. */
  public Tensor allocate(Outputs outputs, int number) {
    OutputSpec spec = spec(number);
    return outputs.allocate(
        Devices.common(operator, inputs), spec.dtype(), spec.sizes(), spec.strides());
  }

  private OutputSpec spec(int number) {
    return number == 0 ? first : second;
  }

  /**
   * Checks all {@code out} arguments. The body must write {@link #written}; {@link #finish} then
   * turns the arguments into the results. If the body fails, the arguments are unchanged.
   *
   * @throws TypeMismatch if their types or devices are not the results'
   * @throws jackfield.error.InvalidArgument if an argument overlaps itself, an input or another
   *     argument, or would overlap one after it was resized to the result's sizes
   */
  public void prepare(Outputs outputs, Tensor... outs) {
    for (int number = 0; number < outs.length; number++) {
      check(spec(number), outs[number], false);
    }
    refuseCommon(outs);
    Tensor[] results = new Tensor[outs.length];
    for (int number = 0; number < outs.length; number++) {
      results[number] = resized(outputs, spec(number), outs[number]);
    }
    refuseCommon(results);
    begin(outputs, outs, results, false);
  }

  /**
   * Checks that the result can be written into {@code self}, which is an input too. The body must
   * write {@link #written}.
   *
   * @throws ShapeMismatch if the sizes of {@code self} are not the result's
   * @throws TypeMismatch if its type or device is not the result's
   * @throws jackfield.error.InvalidArgument if it overlaps itself or another input
   */
  public void prepareInPlace(Outputs outputs, Tensor self) {
    if (!Arrays.equals(self.sizes(), first.sizes())) {
      throw new ShapeMismatch(
          operator, "the result does not have the sizes of self", first.sizes(), self.sizes());
    }
    check(first, self, true);
    Tensor[] outs = {self};
    begin(outputs, outs, outs, true);
  }

  /**
   * Returns the tensor that the body writes for output {@code number}; valid after the outputs were
   * prepared.
   */
  public Tensor written(int number) {
    return written[number];
  }

  /** Turns the prepared tensors into the results that the body has written. */
  public void finish(Outputs outputs) {
    for (int number = 0; number < given.length; number++) {
      if (written[number] != resized[number]) {
        outputs.copy(resized[number], written[number]);
      }
      Outputs.adopt(given[number], resized[number]);
    }
  }

  private void begin(Outputs outputs, Tensor[] outs, Tensor[] results, boolean inPlace) {
    given = outs;
    resized = results;
    written = results.clone();
    for (int number = 0; number < written.length; number++) {
      if (mayMeetInput(written[number], inPlace)) {
        written[number] = outputs.emptyLike(written[number]);
      }
    }
  }

  // In-place bodies read each element of self just before they write it; check allows self once.
  private boolean mayMeetInput(Tensor out, boolean inPlace) {
    for (Tensor input : inputs) {
      boolean isSelf = inPlace && input == out;
      if (input != null && !isSelf && MemoryOverlap.mayMeet(out, input)) {
        return true;
      }
    }
    return false;
  }

  private void refuseCommon(Tensor[] outs) {
    for (int number = 1; number < outs.length; number++) {
      MemoryOverlap.refuseAny(operator, outs[number], outs[number - 1]);
    }
  }

  private Tensor resized(Outputs outputs, OutputSpec spec, Tensor out) {
    if (Arrays.equals(out.sizes(), spec.sizes())) {
      return out;
    }
    Tensor result = outputs.resized(out, spec.sizes(), spec.strides());
    for (Tensor input : inputs) {
      if (input != null) {
        MemoryOverlap.refuseAny(operator, result, input);
      }
    }
    return result;
  }

  private void check(OutputSpec spec, Tensor out, boolean inPlace) {
    boolean fits = spec.isCastable() && spec.dtype().isCastableTo(out.dtype());
    if (!fits && out.dtype() != spec.dtype()) {
      throw new TypeMismatch(
          operator, "expected out to be %s, found %s".formatted(spec.dtype(), out.dtype()));
    }
    MemoryOverlap.refuseInternal(operator, out);
    boolean self = inPlace;
    for (Tensor input : inputs) {
      if (input == null) {
        continue;
      }
      Devices.check(operator, input, out);
      if (self && input == out) {
        self = false; // read and written as self; a second occurrence is an overlap
      } else {
        MemoryOverlap.refuseAny(operator, out, input);
      }
    }
  }
}
