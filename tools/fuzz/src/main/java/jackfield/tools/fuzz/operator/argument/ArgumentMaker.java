package jackfield.tools.fuzz.operator.argument;

import jackfield.memory.Device;
import jackfield.schema.SchemaArgument;
import jackfield.schema.SchemaDefault;
import jackfield.schema.SchemaType;
import jackfield.schema.SchemaType.Basic;
import jackfield.schema.SchemaType.ListOf;
import jackfield.schema.SchemaType.OptionalOf;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tools.fuzz.operator.argument.TensorMaker.Temper;
import jackfield.tools.fuzz.operator.argument.Values.Element;
import jackfield.tools.fuzz.operator.argument.Values.Seed;
import jackfield.tools.fuzz.run.RandomSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Generates the arguments of a call, each by its type and name. */
final class ArgumentMaker {
  private static final int MOST = 6; // the largest number of elements of a list
  private static final String[] TEXTS = {"", "floor", "trunc", "mean", "sum", "none", "x"};

  private final RandomSource random;
  private final Temper temper;
  private final TensorMaker tensors;

  ArgumentMaker(RandomSource random, Temper temper, TensorMaker tensors) {
    this.random = random;
    this.temper = temper;
    this.tensors = tensors;
  }

  Object of(SchemaArgument argument) {
    if (argument.defaultValue().isPresent() && random.chance(0.4)) {
      return byDefault(argument, argument.type(), argument.defaultValue().get());
    }
    if (temper == Temper.WILD && random.chance(0.02)) {
      return random.oneOf(null, 1L, 2.5, true, "x", Scalar.of(2), tensors.tensor(""));
    }
    return of(argument, argument.type());
  }

  private Object of(SchemaArgument argument, SchemaType type) {
    return switch (type) {
      case OptionalOf(SchemaType element) -> random.chance(0.4) ? null : of(argument, element);
      case ListOf(SchemaType element) -> list(argument, element);
      case Basic basic -> basic(argument.name(), basic);
      default -> null;
    };
  }

  private Object basic(String name, Basic type) {
    return switch (type) {
      case TENSOR -> tensors.tensor(name);
      case INT, SYM_INT -> whole(name);
      case FLOAT -> real();
      case BOOL, SYM_BOOL -> random.chance(0.5);
      case SCALAR -> scalar();
      case COMPLEX -> Scalar.of(real(), real());
      case SCALAR_TYPE -> isOdd(0.05) ? (Object) (long) random.between(-1, 60) : type();
      case LAYOUT -> isOdd(0.1) ? (long) random.between(-1, 5) : 0L;
      case MEMORY_FORMAT -> isOdd(0.1) ? (long) random.between(-1, 6) : (long) random.between(0, 3);
      case DEVICE -> device();
      case GENERATOR -> new Seed(random.between(0, 9));
      case STR -> random.oneOf(TEXTS);
      default -> null;
    };
  }

  private boolean isOdd(double share) {
    return random.chance(temper.odd() * share);
  }

  private DType type() {
    return random.chance(0.6)
        ? random.oneOf(DType.FLOAT64, DType.FLOAT32)
        : random.oneOf(DType.values());
  }

  private Object device() {
    return isOdd(0.1)
        ? random.oneOf("", "cpu:x", "cuda", ":", "meta:1")
        : random.chance(0.9) ? Device.CPU : Device.META;
  }

  private long whole(String name) {
    if (random.chance(temper.huge())) {
      return random.huge();
    }
    return isDimension(name) ? dimension() : random.between(-2, 6);
  }

  private static boolean isDimension(String name) {
    return name.contains("dim") || name.contains("axis");
  }

  private long dimension() {
    int rank = Math.max(1, tensors.base().size());
    return isOdd(0.1) ? random.between(-rank - 2, rank + 1) : random.between(-rank, rank - 1);
  }

  private double real() {
    return isOdd(0.4)
        ? random.oneOf(0.0, -0.0, -1.0, Double.NaN, 1.0 / 0, -1.0 / 0, 1e10, 1e300, -1e-300)
        : Math.rint(random.gaussian() * 100) / 100;
  }

  private Scalar scalar() {
    return switch (random.between(0, temper == Temper.CALM ? 5 : 7)) {
      case 0, 1 -> Scalar.of((long) random.between(-2, 4));
      case 6 -> Scalar.of(random.chance(0.5));
      case 7 -> random.chance(0.5) ? Scalar.of(random.huge()) : Scalar.of(real(), real());
      default -> Scalar.of(real());
    };
  }

  // ---- lists

  private Values list(SchemaArgument argument, SchemaType element) {
    SchemaType inner = element instanceof OptionalOf(SchemaType some) ? some : element;
    return switch (inner) {
      case Basic.TENSOR -> tensorList(argument.name(), element instanceof OptionalOf);
      case Basic.INT, Basic.SYM_INT -> new Values(Element.INT, new ArrayList<>(wholes(argument)));
      case Basic.FLOAT -> new Values(Element.FLOAT, several(argument, this::real));
      case Basic.BOOL -> new Values(Element.BOOL, several(argument, () -> random.chance(0.5)));
      default -> new Values(Element.SCALAR, several(argument, this::scalar));
    };
  }

  private Values tensorList(String name, boolean mayLack) {
    List<Object> items = new ArrayList<>();
    int count = isOdd(0.2) ? 0 : random.between(1, 3);
    for (int i = 0; i < count; i++) {
      items.add(random.chance(mayLack ? 0.2 : temper.huge() * 0.05) ? null : tensors.tensor(name));
    }
    return new Values(Element.TENSOR, items);
  }

  private interface Making {
    Object make();
  }

  private List<Object> several(SchemaArgument argument, Making making) {
    int count =
        isOdd(0.3) ? random.between(0, MOST) : argument.fixedSize().orElse(tensors.base().size());
    List<Object> items = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      items.add(making.make());
    }
    return items;
  }

  private List<Object> wholes(SchemaArgument argument) {
    String name = argument.name();
    if (isDimension(name)) {
      return dimensions();
    }
    if (isOdd(0.5)) {
      return several(argument, () -> whole(name));
    }
    return name.contains("size") || name.contains("shape")
        ? sizes()
        : several(argument, () -> (long) random.between(0, 3));
  }

  private List<Object> dimensions() {
    List<Object> order = new ArrayList<>();
    for (long dim = 0; dim < tensors.base().size(); dim++) {
      order.add(random.chance(0.2) ? dim - tensors.base().size() : dim);
    }
    Collections.shuffle(order, random.random());
    return isOdd(0.3)
        ? several(SchemaArgument.of("dim", Basic.INT), this::dimension)
        : new ArrayList<>(order.subList(0, random.between(0, order.size())));
  }

  /**
   * Returns sizes with the number of elements that most tensors of the case have, possibly in other
   * dimensions.
   */
  private List<Object> sizes() {
    List<Object> sizes = new ArrayList<>(tensors.base());
    switch (random.between(0, 4)) {
      case 0 -> Collections.shuffle(sizes, random.random());
      case 1 -> sizes.addFirst(1L);
      case 2 -> {
        return new ArrayList<>(List.of(-1L));
      }
      case 3 -> {
        if (!sizes.isEmpty()) {
          sizes.set(
              random.between(0, sizes.size() - 1),
              random.chance(temper.huge()) ? random.huge() : -1L);
        }
      }
      default -> {} // unchanged
    }
    return sizes;
  }

  // ---- defaults

  private static Object byDefault(SchemaArgument argument, SchemaType type, SchemaDefault written) {
    SchemaType inner = type instanceof OptionalOf(SchemaType some) ? some : type;
    return switch (written) {
      case SchemaDefault.None _ -> null;
      case SchemaDefault.Bool(boolean value) ->
          inner == Basic.SCALAR ? Scalar.of(value) : (Object) value;
      case SchemaDefault.Int(long value) -> number(argument, inner, value);
      case SchemaDefault.Real(double value) ->
          inner == Basic.SCALAR ? Scalar.of(value) : (Object) value;
      case SchemaDefault.Complex(double real, double imaginary) -> Scalar.of(real, imaginary);
      case SchemaDefault.Text(String value) -> value;
      case SchemaDefault.Device(String name) -> Device.parse(name);
      case SchemaDefault.Sequence(List<SchemaDefault> elements) -> list(argument, inner, elements);
    };
  }

  private static Object number(SchemaArgument argument, SchemaType type, long value) {
    return switch (type) {
      case Basic.SCALAR -> Scalar.of(value);
      case Basic.FLOAT -> (double) value;
      case ListOf(SchemaType element) ->
          list(
              argument,
              type,
              Collections.nCopies(argument.fixedSize().orElse(1), new SchemaDefault.Int(value)));
      default -> value;
    };
  }

  private static Values list(
      SchemaArgument argument, SchemaType type, List<SchemaDefault> elements) {
    SchemaType element = ((ListOf) type).element();
    List<Object> items = new ArrayList<>();
    elements.forEach(each -> items.add(byDefault(argument, element, each)));
    return switch (element) {
      case Basic.FLOAT -> new Values(Element.FLOAT, items);
      case Basic.BOOL -> new Values(Element.BOOL, items);
      case Basic.SCALAR -> new Values(Element.SCALAR, items);
      case Basic.INT, Basic.SYM_INT -> new Values(Element.INT, items);
      default -> new Values(Element.TENSOR, items);
    };
  }
}
