package jackfield.dispatcher.impl.selfcheck;

import jackfield.memory.Device;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Creates small arguments for any operator from its schema, the same ones each time. An argument
 * with a default keeps it, except a limit and a generator: each call gets a generator of its own.
 */
final class Samples {
  static final int SIDE = 3; // square, so that products of matrices work as well

  private final OperatorSchema schema;
  private final Device device;
  private final UnaryOperator<Tensor> placing;
  private final Form form;
  private final int side;
  private final SampleSizes sizes;
  private final SampleTensors tensors;

  /** The kind of operator, which decides how its results are compared. */
  enum Kind {
    /** Takes tensors. */
    COMPUTES,
    /** Creates tensors without taking any. */
    MAKES,
    /** Draws random numbers from a generator. */
    DRAWS
  }

  /** Creates samples on the host. */
  Samples(OperatorSchema schema) {
    this(schema, Device.CPU, UnaryOperator.identity(), Form.MATRICES);
  }

  /** Creates small samples. */
  Samples(OperatorSchema schema, Device device, UnaryOperator<Tensor> placing, Form form) {
    this(schema, device, placing, form, SIDE);
  }

  /**
   * Creates samples.
   *
   * @param device the device of tensors that the operator creates
   * @param placing copies a tensor of the host to the device
   * @param side the elements of a tensor in each of its dimensions
   */
  Samples(
      OperatorSchema schema, Device device, UnaryOperator<Tensor> placing, Form form, int side) {
    this.schema = schema;
    this.device = device;
    this.placing = placing;
    this.form = form;
    this.side = side;
    this.sizes = new SampleSizes(schema, side);
    this.tensors = new SampleTensors(form, side);
  }

  /** The arguments of one call. */
  record Arguments(List<Object> positional, Map<String, Object> keywords) {
    /** Returns the tensors among the arguments, which the call may have written. */
    List<Object> tensors() {
      List<Object> tensors = new ArrayList<>(positional);
      tensors.addAll(keywords.values());
      return tensors.stream().filter(Tensor.class::isInstance).toList();
    }
  }

  /** Returns the kind of the operator. */
  Kind kind() {
    if (schema.arguments().stream().anyMatch(Samples::isGenerator)) {
      return Kind.DRAWS;
    }
    return schema.arguments().stream().noneMatch(Samples::isOfTensors) ? Kind.MAKES : Kind.COMPUTES;
  }

  private static boolean isGenerator(SchemaArgument argument) {
    return argument.type().toString().startsWith("Generator");
  }

  private static boolean isOfTensors(SchemaArgument argument) {
    return argument.type().toString().startsWith("Tensor");
  }

  /**
   * Returns new arguments; empty if an argument's type has no sample, or if neither arguments nor
   * results are tensors.
   *
   * @param seed the seed of a generator
   */
  Optional<Arguments> next(long seed) {
    boolean isOfTensors =
        Stream.concat(schema.arguments().stream(), schema.returns().stream())
            .anyMatch(Samples::isOfTensors);
    if (!isOfTensors) {
      return Optional.empty();
    }
    Arguments made = new Arguments(new ArrayList<>(), new HashMap<>());
    for (SchemaArgument argument : schema.arguments()) {
      if (isLeftToDefault(argument)) {
        continue;
      }
      Object value = sample(argument, made.positional().size(), seed);
      if (value == null && !isOptional(argument)) {
        return Optional.empty();
      }
      if (argument.isKeywordOnly()) {
        made.keywords().put(argument.name(), value);
      } else {
        made.positional().add(value);
      }
    }
    return Optional.of(made);
  }

  private static boolean isOptional(SchemaArgument argument) {
    return argument.type().toString().endsWith("?");
  }

  private boolean isLeftToDefault(SchemaArgument argument) {
    boolean isDevice = argument.type().toString().equals("Device?") && !device.isHost();
    return argument.defaultValue().isPresent()
        && !isGenerator(argument)
        && !isNeeded(argument)
        && !(isDevice && kind() != Kind.COMPUTES);
  }

  /** Returns whether an optional tensor is needed: no operator computes without any of them. */
  private static boolean isNeeded(SchemaArgument argument) {
    return argument.type().toString().equals("Tensor?")
        && (argument.name().equals("min")
            || argument.name().equals("max")
            || argument.name().equals("lengths"));
  }

  private Object sample(SchemaArgument argument, int position, long seed) {
    return switch (argument.type().toString()) {
      case "Tensor" -> placing.apply(tensor(argument, position));
      case "Tensor[]" ->
          List.of(
              placing.apply(tensors.numbers(position)),
              placing.apply(tensors.numbers(position + 1)));
      case "Tensor?" -> optional(argument, position);
      case "Tensor?[]" -> List.of(placing.apply(tensors.indices())); // for the first dimension
      case "int", "SymInt" -> number(argument);
      case "int[]", "SymInt[]", "int[]?", "SymInt[]?" -> sizes.numbers(argument);
      case "float" -> 0.5;
      case "Scalar" -> Scalar.of(argument.name().equals("end") ? 2.0 * side : 2.0);
      case "str" -> argument.name().equals("reduce") ? reduction() : null;
      case "bool" -> has("running_mean") && argument.name().startsWith("train");
      case "bool[]" -> SampleSizes.mask(argument);
      case "ScalarType" -> DType.FLOAT32;
      case "Device", "Device?" -> device;
      case "Generator", "Generator?" -> new Generator(device, seed);
      default -> null;
    };
  }

  private long number(SchemaArgument argument) {
    if (argument.name().equals("interpolation_mode")) {
      return 0; // linear, which has gradients
    }
    return kind() == Kind.MAKES || isOfGroups(argument) ? side : 1;
  }

  /** Returns the word for products that operators with indexes take, else that for sums. */
  private String reduction() {
    if (!has("index")) {
      return has("lengths") ? "sum" : null;
    }
    return has("include_self") ? "prod" : "multiply";
  }

  private Tensor optional(SchemaArgument argument, int position) {
    if (isNeeded(argument)) {
      boolean isLengths = argument.name().equals("lengths");
      return placing.apply(isLengths ? tensors.lengths() : tensors.numbers(position));
    }
    boolean isNormalization = has("normalized_shape") || has("running_mean") || has("HxW");
    return isNormalization ? placing.apply(tensors.vector(position)) : null;
  }

  /** Returns whether an argument says how a matrix is one sample of channels, each a group. */
  private boolean isOfGroups(SchemaArgument argument) {
    return has("HxW") && !argument.name().equals("N");
  }

  private boolean has(String name) {
    return sizes.has(name);
  }

  private Tensor tensor(SchemaArgument argument, int position) {
    if (form.out() != null && argument.equals(lastOut())) {
      return HostData.empty(form.out(), side);
    }
    boolean isPlaces = form == Form.PLACES;
    return switch (argument.name()) {
      case "index" -> form == Form.TABLES ? tensors.table() : tensors.indices();
      case "indices" -> isOfWindows() ? tensors.positions() : tensors.indices();
      case "condition", "mask" -> tensors.condition();
      case "bins" -> tensors.vector(position);
      case "self" -> has("minlength") ? tensors.indices() : tensors.numbers(position);
      case "mean", "rstd", "neg_log_likelihood" -> tensors.vector(position);
      case "grad" -> isOfSequences() ? tensors.vector(position) : tensors.numbers(position);
      case "targets" -> tensors.table();
      case "offsets" -> tensors.offsets();
      case "grid" -> tensors.coordinates(position);
      case "value" -> has("mask") ? tensors.single(position) : tensors.numbers(position);
      case "p" -> tensors.probabilities(position);
      case "target" -> target(position);
      case "grad_output", "total_weight" ->
          isOfClasses() ? tensors.single(position) : tensors.numbers(position);
      default ->
          isPlaces && argument.equals(lastOut()) ? tensors.indices() : tensors.numbers(position);
    };
  }

  private Tensor target(int position) {
    if (form == Form.TABLES) {
      return tensors.classes();
    }
    boolean isVector = form == Form.PLACES || isOfClasses();
    return isVector ? tensors.indices() : tensors.numbers(position);
  }

  /** Returns whether indices are those of the greatest elements of windows. */
  private boolean isOfWindows() {
    return has("kernel_size") || (has("self") && (has("grad_output") || has("output_size")));
  }

  /** Returns whether targets are classes, and a loss is the mean of the weighted samples. */
  private boolean isOfClasses() {
    return has("total_weight") || has("is_target") || (has("margin") && has("p"));
  }

  /** Returns whether sequences have lengths, each as long as a side. */
  private boolean isOfSequences() {
    return has("input_lengths");
  }

  private SchemaArgument lastOut() {
    SchemaArgument last = schema.arguments().getLast();
    return last.isOut() ? last : null;
  }
}
