package jackfield.tools.fuzz.operator;

import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tools.fuzz.operator.argument.Case;
import jackfield.tools.fuzz.operator.argument.Memory;
import jackfield.tools.fuzz.operator.argument.Values;
import jackfield.tools.fuzz.operator.argument.Values.Ref;
import jackfield.tools.fuzz.operator.argument.Values.Seed;
import jackfield.tools.fuzz.operator.argument.View;
import java.util.List;
import java.util.stream.Collectors;

/** Prints a case as lines of Java that repeat the call with a {@code Dispatcher dispatcher}. */
final class JavaLines {
  /** The method that the lines call. */
  static final String HELPER =
      """
      static Tensor filled(DType type, int count, double slope, double... pattern) {
        Tensor whole = HostData.empty(type, count);
        int[] next = {0};
        HostData.forEachAddress(whole, at -> {
          int i = next[0]++;
          int length = pattern.length;
          Elements.putComplex(
              type, at, pattern[i % length] + i * slope, pattern[(i + 1) % length] + (i + 1) * slope);
        });
        return whole;
      }\
      """;

  private final Case written;
  private final StringBuilder lines = new StringBuilder();

  private JavaLines(Case written) {
    this.written = written;
  }

  static String of(Case written) {
    return new JavaLines(written).text();
  }

  private String text() {
    for (int i = 0; i < written.memories().size(); i++) {
      Memory memory = written.memories().get(i);
      String pattern =
          memory.pattern().stream().map(JavaLines::number).collect(Collectors.joining(", "));
      line(
          "Tensor s%d = filled(DType.%s, %d, %s, %s);"
                  .formatted(
                      i, memory.dtype().name(), memory.count(), number(memory.slope()), pattern)
              + (memory.isAtPageEnd() ? " // it ended before a page without access" : ""));
    }
    for (int i = 0; i < written.views().size(); i++) {
      view(i, written.views().get(i));
    }
    for (int i = 0; i < written.memories().size(); i++) {
      if (written.memories().get(i).isClosed()) {
        line("s%d.close();".formatted(i));
      }
    }
    line("Stack stack = new Stack();");
    written.arguments().forEach(argument -> line("stack." + push(argument) + ";"));
    line("dispatcher.operator(\"%s\").callBoxed(stack);".formatted(written.operator()));
    return lines.toString();
  }

  private void view(int place, View view) {
    if (view.isWrappedNumber()) {
      line(
          "Tensor t%d = Tensor.wrappedNumber(s%2$d.keyBits(), s%2$d.dtype(), s%2$d.storage());"
              .formatted(place, view.memory()));
      return;
    }
    line(
        "Tensor t%d = s%d.alias(%s, %s, %dL);"
            .formatted(
                place, view.memory(), longs(view.sizes()), longs(view.strides()), view.offset()));
  }

  private void line(String text) {
    lines.append(text).append('\n');
  }

  private static String push(Object argument) {
    return switch (argument) {
      case null -> "push(null)";
      case Long value -> "pushLong(" + whole(value) + ")";
      case Double value -> "pushDouble(" + number(value) + ")";
      case Boolean value -> "pushBoolean(" + value + ")";
      default -> "push(" + object(argument) + ")";
    };
  }

  private static String object(Object value) {
    return switch (value) {
      case null -> "null";
      case Ref(int view) -> "t" + view;
      case Seed(long seed) -> "new Generator(Device.CPU, " + whole(seed) + ")";
      case String text -> '"' + text + '"';
      case DType type -> "DType." + type.name();
      case Device device -> "Device.parse(\"" + device + "\")";
      case Scalar scalar -> scalar(scalar);
      case Values list -> list(list);
      case Long whole -> whole(whole);
      case Double real -> number(real);
      default -> value.toString();
    };
  }

  private static String list(Values list) {
    String items = list.items().stream().map(JavaLines::object).collect(Collectors.joining(", "));
    return switch (list.element()) {
      case TENSOR -> "new Tensor[] {" + items + "}";
      case INT -> "new long[] {" + items + "}";
      case FLOAT -> "new double[] {" + items + "}";
      case BOOL -> "new boolean[] {" + items + "}";
      case SCALAR -> "List.of(" + items + ")";
    };
  }

  private static String scalar(Scalar value) {
    return switch (value.type()) {
      case BOOL -> "Scalar.of(" + value.toBoolean() + ")";
      case INT64 -> "Scalar.of(" + whole(value.toLong()) + ")";
      case FLOAT64 -> "Scalar.of(" + number(value.toDouble()) + ")";
      default -> "Scalar.of(" + number(value.toDouble()) + ", " + number(value.imaginary()) + ")";
    };
  }

  private static String longs(List<Long> values) {
    return values.stream()
        .map(JavaLines::whole)
        .collect(Collectors.joining(", ", "new long[] {", "}"));
  }

  private static String whole(long value) {
    return value == Long.MIN_VALUE ? "Long.MIN_VALUE" : value + "L";
  }

  private static String number(double value) {
    if (Double.isNaN(value)) {
      return "Double.NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "Double.POSITIVE_INFINITY" : "Double.NEGATIVE_INFINITY";
    }
    return Double.toString(value);
  }
}
