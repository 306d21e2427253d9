package jackfield.conformance.derived;

import jackfield.conformance.value.Placement;
import jackfield.conformance.value.ValueReader;
import jackfield.conformance.vectors.Arguments;
import jackfield.conformance.vectors.BoxedCall;
import jackfield.conformance.vectors.RecordedVector;
import jackfield.dispatch.Dispatcher;
import jackfield.error.JackfieldException;
import jackfield.kernel.Operator;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Prepares the derived calls of one recorded functional call. */
final class DerivedCalls {
  private static final String DTYPE = "dtype";

  // As in PyTorch, their out= forms take every type that a copy takes.
  private static final Set<String> COPYING = Set.of("_fft_c2c", "_fft_r2c", "_fft_c2r");

  /** Operators whose truth values are written as bool or uint8, whatever their result is. */
  private static final Set<String> TRUTH = Set.of("all", "any");

  /**
   * Operators that refuse channels_last: with four dimensions they pool volumes without a batch.
   */
  private static final Set<String> OF_VOLUMES = Set.of("max_pool3d", "max_pool3d_with_indices");

  private final Dispatcher dispatcher;
  private final RecordedVector vector;
  private final Operator functional;
  private final List<Tensor> results;
  private final Consumer<DerivedCall> action;

  /**
   * Calls the functional form.
   *
   * @param action receives the derived calls
   */
  DerivedCalls(
      Dispatcher dispatcher,
      RecordedVector vector,
      Operator functional,
      Consumer<DerivedCall> action) {
    this.dispatcher = dispatcher;
    this.vector = vector;
    this.functional = functional;
    this.action = action;
    this.results = BoxedCall.run(functional, arguments()).stream().map(Tensor.class::cast).toList();
  }

  private Arguments arguments() {
    return Arguments.bind(functional.schema(), vector.json(), new ValueReader(Placement.host()));
  }

  /** Derives the calls of the in-place form. */
  void inPlace(OperatorSchema schema) {
    Map<String, Object> values = arguments().values();
    String name = schema.arguments().getFirst().name();
    Tensor self = Outputs.copy((Tensor) values.get(name));
    values.put(name, self);
    Tensor result = results.getFirst();
    boolean fits =
        Arrays.equals(result.sizes(), self.sizes()) && result.dtype().isCastableTo(self.dtype());
    Kind kind = result.dtype() == self.dtype() ? Kind.IN_PLACE : Kind.IN_PLACE_CAST;
    action.accept(
        new DerivedCall(
            fits ? kind : Kind.IN_PLACE_UNFIT,
            operator(schema),
            values,
            List.of(self),
            fits ? List.of(Outputs.cast(result, self.dtype())) : List.of(),
            List.of()));
  }

  /** Derives the calls of the {@code out=} form, unless a mask leaves results out. */
  void out(OperatorSchema schema) {
    if (results.stream().anyMatch(Objects::isNull)) {
      return;
    }
    out(schema, Kind.OUT, result -> Outputs.of(result.dtype(), result.sizes()));
    out(schema, Kind.OUT_EMPTY, result -> Outputs.of(result.dtype(), 0));
    out(schema, Kind.OUT_STRIDED, Outputs::strided);
    out(
        schema,
        Kind.OUT_RESIZED,
        result -> Outputs.of(result.dtype(), Outputs.wrong(result.sizes())));
    out(
        schema,
        Kind.OUT_CAST,
        result -> Outputs.of(Outputs.castable(result.dtype()), result.sizes()));
    String base = schema.name().base();
    boolean hasUncastable =
        results.stream().allMatch(each -> Outputs.uncastable(each.dtype()).isPresent());
    if (hasUncastable && !COPYING.contains(base) && !TRUTH.contains(base)) {
      out(
          schema,
          computesInTypeOfOutput() ? Kind.OUT_CAST : Kind.OUT_UNCASTABLE,
          result -> Outputs.of(Outputs.uncastable(result.dtype()).get(), result.sizes()));
    }
    for (String name : arguments().values().keySet()) {
      if (arguments().values().get(name) instanceof Tensor given) {
        overlapping(schema, name, given);
      }
    }
  }

  private void out(OperatorSchema schema, Kind kind, UnaryOperator<Tensor> make) {
    out(schema, kind, arguments().values(), results.stream().map(make).toList());
  }

  private void out(
      OperatorSchema schema, Kind kind, Map<String, Object> values, List<Tensor> outputs) {
    List<String> names =
        schema.arguments().stream()
            .filter(SchemaArgument::isOut)
            .map(SchemaArgument::name)
            .toList();
    List<Tensor> expected = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      values.put(names.get(i), outputs.get(i));
      boolean casts = results.get(i).dtype().isCastableTo(outputs.get(i).dtype());
      expected.add(casts ? Outputs.cast(results.get(i), outputs.get(i).dtype()) : results.get(i));
    }
    List<Tensor> converted = kind == Kind.OUT_CAST ? inType(outputs.getFirst().dtype()) : List.of();
    action.accept(new DerivedCall(kind, operator(schema), values, outputs, expected, converted));
  }

  /** As in PyTorch, some operators without a given {@code dtype} take that of {@code out}. */
  private boolean computesInTypeOfOutput() {
    Map<String, Object> values = arguments().values();
    return values.containsKey(DTYPE) && values.get(DTYPE) == null;
  }

  /** Returns the results with {@code dtype} given; empty if the operator has none or refuses. */
  private List<Tensor> inType(DType dtype) {
    if (!computesInTypeOfOutput()) {
      return List.of();
    }
    Map<String, Object> values = arguments().values();
    values.put(DTYPE, dtype);
    try {
      Arguments typed = Arguments.named(functional.schema(), values, Placement.host());
      return BoxedCall.run(functional, typed).stream().map(Tensor.class::cast).toList();
    } catch (JackfieldException refused) {
      return List.of();
    }
  }

  /** The first output is the argument {@code name}, and then one that begins an element later. */
  private void overlapping(OperatorSchema schema, String name, Tensor given) {
    Tensor result = results.getFirst();
    if (given.dtype() != result.dtype()) {
      return;
    }
    if (Arrays.equals(given.sizes(), result.sizes())) {
      Tensor input = Outputs.copy(given);
      withFirst(schema, Kind.OUT_IS_INPUT, name, input, input);
    }
    if (given.elementCount() > 1 && result.elementCount() > 1) {
      long count = Math.max(given.elementCount(), result.elementCount()) + 1;
      Tensor whole = Outputs.of(given.dtype(), count);
      Tensor input = Outputs.copyInto(whole, given, Shapes.contiguousStrides(given.sizes()), 0);
      long[] sizes = result.sizes().clone();
      Tensor output = whole.alias(sizes, Shapes.contiguousStrides(sizes), 1);
      withFirst(schema, Kind.OUT_OVERLAPS, name, input, output);
    }
  }

  private void withFirst(
      OperatorSchema schema, Kind kind, String name, Tensor input, Tensor output) {
    Map<String, Object> values = arguments().values();
    values.put(name, input);
    List<Tensor> outputs = new ArrayList<>(List.of(output));
    results.stream()
        .skip(1)
        .forEach(result -> outputs.add(Outputs.of(result.dtype(), result.sizes())));
    out(schema, kind, values, outputs);
  }

  /** Derives the functional call on arguments in the layout channels_last. */
  void channelsLast() {
    if (OF_VOLUMES.contains(functional.schema().name().base())) {
      return;
    }
    Arguments arguments = arguments();
    boolean[] changed = {false};
    arguments.replace((_, tensor) -> {
      if (tensor.rank() != 4) {
        return tensor;
      }
      changed[0] = true;
      return Outputs.channelsLast(tensor);
    });
    if (changed[0]) {
      action.accept(
          new DerivedCall(
              Kind.CHANNELS_LAST, functional, arguments.values(), List.of(), results, List.of()));
    }
  }

  private Operator operator(OperatorSchema schema) {
    return dispatcher.operator(schema.name().toString());
  }
}
