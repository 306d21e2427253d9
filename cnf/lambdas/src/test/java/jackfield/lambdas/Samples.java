package jackfield.lambdas;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.function.IntToLongFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/** Lambdas of each kind. The test calls each method before they are rewritten and after. */
@SuppressWarnings("UnnecessaryLambda") // they are the samples
public final class Samples {
  private final String name;

  private Samples(String name) {
    this.name = name;
  }

  interface Named {
    String name();

    default Supplier<String> later() {
      return () -> own() + name(); // a private method of an interface
    }

    private String own() {
      return "own ";
    }
  }

  record Inner(String name) implements Named {
    Supplier<Integer> length() {
      return () -> name.length(); // in a class whose nest has another host
    }
  }

  public static List<Supplier<Object>> all() {
    Samples object = new Samples("object");
    List<Supplier<Object>> samples = new ArrayList<>();
    samples.add(() -> captured(1, 2L, 3.0f, 4.0, (byte) 5, 'c', true, "s").get());
    samples.add(() -> object.instance().apply("x"));
    samples.add(() -> boxed(String::length).applyAsInt("four"));
    samples.add(() -> sorted(Comparator.comparing(String::length).reversed()));
    samples.add(() -> made(ArrayList<Object>::new).apply(3));
    samples.add(() -> joined(String::concat).apply("a", "b"));
    samples.add(() -> bound(object.name::length).getAsInt());
    samples.add(() -> sum(Integer::sum).applyAsInt(3, 4));
    samples.add(() -> wider(i -> i).applyAsLong(7));
    samples.add(() -> discarded(new ArrayList<>()));
    samples.add(() -> new Inner("inner").later().get());
    samples.add(() -> new Inner("inner").length().get());
    samples.add(() -> generic((Integer i) -> i + 1).apply(41));
    samples.add(() -> array(long[]::new).apply(2).length);
    samples.add(() -> ((LongSupplier) object.name::hashCode).getAsLong());
    return samples;
  }

  private static Supplier<String> captured(
      int i, long l, float f, double d, byte b, char c, boolean z, String s) {
    return () -> "" + i + l + f + d + b + c + z + s;
  }

  private Function<String, String> instance() {
    return suffix -> name + suffix;
  }

  private static ToIntFunction<String> boxed(ToIntFunction<String> function) {
    return function;
  }

  private static List<String> sorted(Comparator<String> order) {
    List<String> values = new ArrayList<>(List.of("a", "ccc", "bb"));
    values.sort(order);
    return values;
  }

  private static IntFunction<List<Object>> made(IntFunction<List<Object>> factory) {
    return factory;
  }

  private static BiFunction<String, String, String> joined(BiFunction<String, String, String> f) {
    return f;
  }

  private static IntSupplier bound(IntSupplier supplier) {
    return supplier;
  }

  private static IntBinaryOperator sum(IntBinaryOperator operator) {
    return operator;
  }

  private static IntToLongFunction wider(IntToLongFunction function) {
    return function;
  }

  private static List<Object> discarded(List<Object> target) {
    List.of(1, 2).forEach(target::add); // the result of add is dropped
    return target;
  }

  private static Function<Integer, Integer> generic(Function<Integer, Integer> function) {
    return function;
  }

  private static IntFunction<long[]> array(IntFunction<long[]> factory) {
    return factory;
  }

  /** Throws from a lambda, for its stack trace. */
  public static void fail() {
    Runnable runnable =
        () -> {
          throw new IllegalStateException("from a lambda");
        };
    runnable.run();
  }
}
