package jackfield.lambdas;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Records, and switches over types, which the test calls before they are rewritten and after. */
public final class SamplesLinked {
  private SamplesLinked() {}

  record Empty() {}

  record Every(
      boolean z,
      byte b,
      char c,
      short s,
      int i,
      long l,
      float f,
      double d,
      String text,
      int[] array)
      implements Shape {}

  record Box<T extends Comparable<T>>(T content) implements Shape {}

  /** A sealed hierarchy with a switch in the interface, whose methods are those of an interface. */
  sealed interface Shape permits Every, Box, Unit {
    default int number() {
      return switch (this) {
        case Every every when every.i > 5 -> 1;
        case Every _ -> 2;
        case Box<?>(String text) -> text.length();
        case Unit.FOOT -> 4;
        case Box<?> _, Unit _ -> 5;
      };
    }
  }

  enum Unit implements Shape {
    METRE,
    FOOT {
      @Override
      public String toString() {
        return "a constant with a class of its own";
      }
    }
  }

  /** Each supplier gives what the method of one record or one switch returns. */
  public static List<Supplier<Object>> all() {
    List<Object> values = values();
    List<Supplier<Object>> samples = new ArrayList<>();
    for (Object one : values) {
      samples.add(() -> one == null || one instanceof Unit ? 0 : one.hashCode());
      samples.add(() -> kind(one));
      samples.add(() -> one instanceof Shape shape ? shape.number() : -1);
      for (Object other : values) {
        samples.add(() -> one != null && one.equals(other));
      }
    }
    samples.add(
        () -> new Every(true, (byte) 1, 'c', (short) 2, 3, 4, 5, 6, "text", null).toString());
    return samples;
  }

  private static List<Object> values() {
    List<Object> values = new ArrayList<>();
    values.add(null);
    values.add("text");
    values.add(7);
    values.add(new Empty());
    values.add(new Box<>(7));
    values.add(new Box<>("seven"));
    values.add(new Box<String>(null));
    values.add(Unit.METRE);
    values.add(Unit.FOOT);
    for (double number : new double[] {0.0, -0.0, Double.NaN, 1e300}) {
      values.add(every(number, 0.0f, 1, "a"));
      values.add(every(0.0, (float) number, 1 << 20, "a"));
      values.add(every(0.0, 0.0f, (long) number, null));
    }
    values.add(every(Double.longBitsToDouble(0x7ff8000000000001L), 0.0f, 1, "a")); // another NaN
    values.add(every(0.0, 0.0f, 1L << 40, "a"));
    return values;
  }

  private static Every every(double d, float f, long l, String text) {
    return new Every(l == 1, (byte) l, (char) l, (short) l, (int) (l >> 18), l, f, d, text, null);
  }

  private static String kind(Object value) {
    return switch (value) {
      case null -> "null";
      case Unit.METRE -> "metre";
      case Unit unit -> "unit " + unit.ordinal();
      case CharSequence text -> text.toString();
      case Box(Integer content) when content > 7 -> "never";
      case Box(Integer content) -> "box of " + content;
      case Box<?> box -> "box " + box.content();
      case Every(boolean z, _, _, _, int i, _, float f, double d, _, _) -> "" + z + i + f + d;
      default -> "other";
    };
  }
}
