package jackfield.dispatcher.impl.selfcheck;

import jackfield.memory.Device;
import jackfield.memory.HostBytes;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
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
  private static final float STEP = 0.17f; // numbers between 0 and 2
  private static final float SMALL_STEP = 0.08f; // numbers between 0 and 1

  private final OperatorSchema schema;
  private final Device device;
  private final UnaryOperator<Tensor> placing;
  private final Form form;
  private final int side;

  /** The kind of operator, which decides how its results are compared. */
  enum Kind {
    /** Takes tensors. */
    COMPUTES,
    /** Creates tensors without taking any. */
    MAKES,
    /** Draws random numbers from a generator. */
    DRAWS
  }

  /** The form of the tensors; an operator that refuses one form may accept another. */
  enum Form {
    MATRICES,
    /** Tensors of three dimensions: batches of matrices. */
    BATCHES,
    /** Matrices; the last output is a vector of indices, and so are targets. */
    PLACES,
    /** Matrices; the last output is a vector of int32. */
    INTEGERS,
    /** Matrices of int64. */
    WHOLE,
    /** Matrices; the last output is a vector of bool. */
    TRUTHS,
    /** Matrices; indexes are a matrix, too. */
    TABLES,
    /** Matrices of numbers between 0 and 1. */
    PROBABILITIES,
    /** Tensors of four dimensions: one image with channels. */
    IMAGES,
    /** Tensors of five dimensions: one volume. */
    VOLUMES
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
        && !isLimit(argument)
        && !(isDevice && kind() != Kind.COMPUTES);
  }

  /** Returns whether a tensor limits others; an operator refuses to do so without any limit. */
  private static boolean isLimit(SchemaArgument argument) {
    return argument.type().toString().equals("Tensor?")
        && (argument.name().equals("min") || argument.name().equals("max"));
  }

  private Object sample(SchemaArgument argument, int position, long seed) {
    return switch (argument.type().toString()) {
      case "Tensor" -> placing.apply(tensor(argument, position));
      case "Tensor[]" ->
          List.of(placing.apply(tensor(position)), placing.apply(tensor(position + 1)));
      case "Tensor?" -> optional(argument, position);
      case "Tensor?[]" -> List.of(placing.apply(indices())); // for the first dimension
      case "int", "SymInt" -> kind() == Kind.MAKES ? (long) side : 1L;
      case "int[]", "SymInt[]", "int[]?", "SymInt[]?" -> numbers(argument);
      case "float" -> 0.5;
      case "Scalar" -> Scalar.of(argument.name().equals("end") ? 2.0 * side : 2.0);
      case "bool" -> false;
      case "bool[]" -> mask(argument);
      case "ScalarType" -> DType.FLOAT32;
      case "Device", "Device?" -> device;
      case "Generator", "Generator?" -> new Generator(device, seed);
      default -> null;
    };
  }

  private Tensor optional(SchemaArgument argument, int position) {
    if (isLimit(argument)) {
      return placing.apply(tensor(position));
    }
    return has("normalized_shape") ? placing.apply(vector(position)) : null;
  }

  /** Returns numbers for the name: as many as the schema says, else one for each dimension. */
  private long[] numbers(SchemaArgument argument) {
    return switch (argument.name()) {
      case "size" -> new long[] {side, side};
      case "stride" -> has("size") ? new long[] {side, 1} : each(argument, 1);
      // Windows with these numbers are as many as the elements of a side, and a few are beyond it.
      case "kernel_size", "output_size" -> each(argument, side);
      case "padding", "dilation" -> each(argument, 1);
      case "output_padding", "dim" -> each(argument, 0);
      case "bias_sizes", "normalized_shape" -> new long[] {side};
      default -> null;
    };
  }

  /** Returns a number for each dimension of windows, for one if the schema says nothing. */
  private static long[] each(SchemaArgument argument, long number) {
    long[] numbers = new long[argument.fixedSize().orElse(1)];
    Arrays.fill(numbers, number);
    return numbers;
  }

  private boolean has(String name) {
    return schema.arguments().stream().anyMatch(argument -> argument.name().equals(name));
  }

  /** Returns a mask that asks for all results. */
  private static boolean[] mask(SchemaArgument argument) {
    boolean[] mask = new boolean[argument.fixedSize().orElse(1)];
    Arrays.fill(mask, true);
    return mask;
  }

  private Tensor tensor(SchemaArgument argument, int position) {
    if (form == Form.INTEGERS && argument.equals(lastOut())) {
      return HostData.empty(DType.INT32, side);
    }
    if (form == Form.TRUTHS && argument.equals(lastOut())) {
      return HostData.empty(DType.BOOL, side);
    }
    boolean isPlaces = form == Form.PLACES;
    return switch (argument.name()) {
      case "index" -> form == Form.TABLES ? table() : indices();
      case "indices" -> has("kernel_size") ? positions() : indices();
      case "condition", "mask" -> condition();
      case "mean", "rstd" -> vector(position);
      case "value" -> has("mask") ? tensor(position, 0, STEP) : tensor(position);
      case "p" -> tensor(position, 2, SMALL_STEP); // probabilities
      case "target" -> isPlaces ? indices() : tensor(position);
      default -> isPlaces && argument.equals(lastOut()) ? indices() : tensor(position);
    };
  }

  private SchemaArgument lastOut() {
    SchemaArgument last = schema.arguments().getLast();
    return last.isOut() ? last : null;
  }

  private Tensor indices() {
    long[] places = new long[side];
    Arrays.setAll(places, i -> (i + 2) % side);
    return HostData.tensor(places, side);
  }

  private Tensor table() {
    long[] places = new long[side * side];
    Arrays.setAll(places, i -> i * 5L % side);
    return HostData.tensor(places, side, side);
  }

  /** Returns positions in planes, one for each element of a batch. */
  private Tensor positions() {
    long[] values = new long[side * side * side];
    Arrays.setAll(values, i -> i * 7L % ((long) side * side));
    return HostData.tensor(values, side, side, side);
  }

  private Tensor condition() {
    Tensor condition = HostData.empty(DType.BOOL, side, side);
    for (int i = 0; i < side * side; i++) {
      HostBytes.putByte(condition.address() + i, (byte) (i % 2));
    }
    return condition;
  }

  private Tensor tensor(int position) {
    int rank =
        switch (form) {
          case BATCHES -> 3;
          case IMAGES -> 4;
          case VOLUMES -> 5;
          default -> 2;
        };
    return tensor(position, rank, form == Form.PROBABILITIES ? SMALL_STEP : STEP);
  }

  private Tensor vector(int position) {
    return tensor(position, 1, STEP);
  }

  /** Returns a tensor of positive numbers, up to 11 steps, which differ by {@code position}. */
  private Tensor tensor(int position, int rank, float step) {
    long[] sizes = new long[rank];
    Arrays.fill(sizes, side);
    Arrays.fill(sizes, 0, Math.max(0, rank - 3), 1); // a large side would be too large
    float[] values = new float[(int) Math.pow(side, Math.min(rank, 3))];
    for (int i = 0; i < values.length; i++) {
      values[i] = 0.1f + (i * 7 + position * 5) % 11 * step;
    }
    Tensor sample = HostData.tensor(values, sizes);
    return form == Form.WHOLE ? whole(sample) : sample;
  }

  private static Tensor whole(Tensor sample) {
    Tensor whole = HostData.empty(DType.INT64, sample.sizes());
    for (long i = 0; i < sample.elementCount(); i++) {
      long number = (long) (10 * HostBytes.floatAt(sample.address() + i * Float.BYTES));
      HostBytes.putLong(whole.address() + i * Long.BYTES, number);
    }
    return whole;
  }
}
