package jackfield.aten.kernel;

import jackfield.error.InvalidArgument;
import jackfield.memory.MemoryDomain;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * The decisions of a rule about the outputs of a kernel that takes whole tensors: a product of
 * matrices, a softmax, a convolution. Subclasses add what such a kernel needs besides: a dimension,
 * windows, indexes. A plan is used for one call, in this order:
 *
 * <ol>
 *   <li>the rule creates it;
 *   <li>{@link #allocate}, {@link #prepare} or {@link #prepareInPlace}, after which nothing is
 *       refused any more;
 *   <li>the body reads {@link #input}, writes {@link #output}, and calls {@link #create} for
 *       outputs whose sizes depend on elements;
 *   <li>{@link #finish}, then {@link #result}.
 * </ol>
 *
 * <p>If the body fails, given outputs are unchanged unless it wrote into them directly.
 */
public class OutputPlan {
  private final String operator;
  private final Tensor[] inputs;
  private final OutputSpec[] specs;
  private Outputs outputs; // null until outputs are allocated or prepared, like the next fields
  private Tensor[] given; // null for new outputs
  private Tensor[] resized; // the given outputs, or what they become
  private Tensor[] written; // the body's outputs; others where a write could change an input
  private boolean isInPlace;
  private MemoryDomain domain; // of the inputs, or of the given outputs if all inputs are numbers

  /**
   * Plans outputs.
   *
   * @param inputs all tensors that are read; outputs must not overlap them; null for absent ones.
   *     The first that is no number in host memory determines the device; numbers are moved there
   * @param specs the outputs, in the order of the schema; null for those that were not requested
   * @throws TypeMismatch if the inputs are on several devices
   * @throws ShapeMismatch if one repeats its elements too often to be iterated over
   */
  protected OutputPlan(String operator, Tensor[] inputs, OutputSpec... specs) {
    this.operator = operator;
    this.inputs = inputs;
    this.specs = specs;
    this.domain = Devices.common(operator, inputs);
    RepeatedElements.checkOpen(operator, inputs);
  }

  /**
   * Plans outputs of a kernel that needs nothing else.
   *
   * @param inputs all tensors that are read; null for absent ones
   * @param specs the outputs; null for those that were not requested
   * @throws TypeMismatch if the inputs are on several devices
   * @throws ShapeMismatch if one repeats its elements too often to be iterated over
   */
  public static OutputPlan of(String operator, Tensor[] inputs, OutputSpec... specs) {
    return new OutputPlan(operator, inputs, specs);
  }

  // ---- before the body

  /** Creates all outputs. */
  public final void allocate(Outputs by) {
    outputs = by;
    Devices.moveNumbers(inputs, domain, by);
    written = new Tensor[specs.length];
    for (int number = 0; number < specs.length; number++) {
      if (specs[number] != null && specs[number].sizes() != null) {
        written[number] = allocated(specs[number]);
      }
    }
    resized = written;
  }

  /**
   * Checks all {@code out} arguments. The body must write {@link #output}; {@link #finish} then
   * turns the arguments into the results.
   *
   * @throws TypeMismatch if their types or devices are not the results'
   * @throws InvalidArgument if an argument overlaps itself, an input or another argument, or would
   *     overlap one after it was resized to the result's sizes
   */
  public final void prepare(Outputs by, Tensor... outs) {
    begin(by, outs, GivenOutputs.resized(this, by, specs, outs), false);
  }

  /**
   * Checks that the result can be written into {@code self}, which is an input too. The body must
   * write {@link #output}.
   *
   * @throws ShapeMismatch if the sizes of {@code self} are not the result's
   * @throws TypeMismatch if its type or device is not the result's
   * @throws InvalidArgument if it overlaps itself or another input
   */
  public final void prepareInPlace(Outputs by, Tensor self) {
    GivenOutputs.checkInPlace(this, specs[0], self);
    Tensor[] outs = {self};
    begin(by, outs, outs, true);
  }

  private void begin(Outputs by, Tensor[] outs, Tensor[] results, boolean inPlace) {
    outputs = by;
    domain = domain == MemoryDomain.host() ? Devices.common(operator, outs) : domain;
    Devices.checkOutputs(operator, outs, domain);
    Devices.moveNumbers(inputs, domain, by);
    given = outs;
    resized = results; // of its own, as create() writes to it
    isInPlace = inPlace;
    written = new Tensor[outs.length];
    for (int number = 0; number < outs.length; number++) {
      if (specs[number] != null && specs[number].sizes() != null) {
        written[number] = target(specs[number], results[number]);
      }
    }
  }

  /** Returns what the body writes in place of {@code result}, often {@code result} itself. */
  private Tensor target(OutputSpec spec, Tensor result) {
    if (spec.isStaged() && !spec.describes(result)) {
      return allocated(spec);
    }
    boolean isIndirect =
        GivenOutputs.mayMeetInput(this, result, isInPlace)
            || (!mayRepeat() && MemoryOverlap.mayRepeat(result));
    return isIndirect ? outputs.emptyLike(result) : result;
  }

  private Tensor allocated(OutputSpec spec) {
    return outputs.allocate(domain, spec.dtype(), spec.sizes(), spec.strides());
  }

  // ---- for the body

  /** Returns the operator's name, for messages of errors. */
  public final String operator() {
    return operator;
  }

  /** Returns an input, in the order in which the rule lists them; null for an absent one. */
  public final Tensor input(int number) {
    return inputs[number];
  }

  /** Returns an input as {@link #input} does; a row-major copy if it has another layout. */
  public final Tensor rowMajor(int number) {
    Tensor input = inputs[number];
    if (input == null || input.isContiguous()) {
      return input;
    }
    Tensor copy = outputs.allocate(input.storage().domain(), input.dtype(), input.sizes(), null);
    outputs.copy(copy, input);
    return copy;
  }

  /** Returns the number of inputs, including absent ones. */
  public final int inputCount() {
    return inputs.length;
  }

  /** Returns the number of outputs, including those that were not requested. */
  public final int outputCount() {
    return specs.length;
  }

  /** Returns the tensor that the body writes for an output; null if it was not requested. */
  public final Tensor output(int number) {
    return written[number];
  }

  /**
   * Creates an output whose sizes only the body knows. It is called once for each such output,
   * before anything is written.
   *
   * @return the tensor to write, row-major for a new output
   * @throws InvalidArgument if a given output would overlap an input after it was resized
   */
  public final Tensor create(int number, long... sizes) {
    return create(number, sizes, null);
  }

  /**
   * Creates an output whose sizes only the body knows, as {@link #create(int, long...)} does.
   *
   * @param strides the strides of a new output without gaps; null for row-major
   */
  public final Tensor create(int number, long[] sizes, long[] strides) {
    OutputSpec spec = specs[number].sized(sizes).withStrides(strides);
    specs[number] = spec;
    if (given == null) {
      written[number] = allocated(spec);
    } else {
      resized[number] = GivenOutputs.resized(this, outputs, spec, given[number]);
      MemoryOverlap.refuseCommon(operator, resized);
      written[number] = target(spec, resized[number]);
    }
    return written[number];
  }

  /**
   * Copies an input into the first output, unless they are one tensor, for bodies that change some
   * of its elements.
   */
  public final void copyInput(int number) {
    if (written[0] != inputs[number]) {
      outputs.copy(written[0], inputs[number]);
    }
  }

  /** Returns what the plan says about an output. */
  protected final OutputSpec spec(int number) {
    return specs[number];
  }

  /** Returns what creates and copies tensors of the backend. */
  protected final Outputs outputs() {
    return outputs;
  }

  // ---- after the body

  /**
   * Turns the prepared tensors into the results that the body has written.
   *
   * @throws InvalidArgument if an output's sizes depend on elements, and there are none: on Meta
   */
  public final void finish() {
    for (int number = 0; number < specs.length; number++) {
      if (specs[number] == null) {
        continue;
      }
      if (specs[number].sizes() == null) {
        throw new InvalidArgument(
            operator, "self", "has no elements to read, and the result's sizes depend on them");
      }
      if (given != null) {
        finish(number);
      }
    }
  }

  private void finish(int number) {
    if (written[number] != resized[number]) {
      outputs.copy(resized[number], written[number]);
    }
    Outputs.adopt(given[number], resized[number]);
  }

  /** Returns a result; null if it was not requested. */
  public final Tensor result(int number) {
    return given == null ? written[number] : given[number];
  }

  // ---- what given outputs may be

  /** Returns whether elements of {@code self} may share an address in place. */
  protected boolean mayRepeat() {
    return false;
  }

  /** Returns whether an {@code out} argument may be the first input itself, as in place. */
  protected boolean mayBeSelf() {
    return false;
  }

  /** Returns whether the body computes in the type of an {@code out} argument if it has this. */
  protected boolean mayFollow(DType out) {
    return false;
  }

  /** Returns the types that an {@code out} argument may have, for messages of errors. */
  protected String accepted(OutputSpec spec) {
    return spec.dtype().toString();
  }

  /**
   * Returns whether the body reads a copy of {@code input} in another type, if an {@code out}
   * argument has the type {@code out}. The argument may overlap that input, as in PyTorch.
   */
  protected boolean isConverted(Tensor input, DType out) {
    return false;
  }

  /** Returns whether {@code out} arguments may overlap inputs; they receive copies in the end. */
  protected boolean mayOverlapInputs() {
    return false;
  }
}
