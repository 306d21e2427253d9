package jackfield.dispatcher.impl.c10;

import static jackfield.dispatcher.impl.c10.TestProcess.plain;

import jackfield.dispatcher.impl.call.Echo;
import jackfield.key.DispatchKey;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Two values of a type: one is passed, the other returned.
 *
 * @param type the type in schemas
 * @param signature an interface whose one method takes and returns the Java type
 */
public record ArgTypes(String type, Class<?> signature, Form passed, Form returned) {
  private static final Tensor X = plain(DispatchKey.CPU);
  private static final Tensor Y = plain(DispatchKey.CPU);

  /** A value as a kernel gets it, and the same value on a stack. */
  record Form(Object java, Object onStack) {}

  private static ArgTypes of(String type, Class<?> signature, Form passed, Form returned) {
    return new ArgTypes(type, signature, passed, returned);
  }

  private static ArgTypes same(String type, Class<?> signature, Object passed, Object returned) {
    return of(type, signature, new Form(passed, passed), new Form(returned, returned));
  }

  /** Passes a value and returns none. */
  private static ArgTypes optional(
      String type, Class<?> signature, Object value, Object none, Object onStack) {
    return of(type, signature, new Form(value, onStack), new Form(none, null));
  }

  /** Returns a value and takes none. */
  private ArgTypes swapped() {
    return of(type, signature, returned, passed);
  }

  static Stream<ArgTypes> all() {
    return Stream.of(plainTypes(), optionalTypes(), views(), lists(), dictionaries())
        .flatMap(each -> each)
        .flatMap(each -> Stream.of(each, each.swapped()));
  }

  private static Stream<ArgTypes> plainTypes() {
    return Stream.of(
        same("float", Echo.OfDouble.class, 1.5, 2.5),
        same("int", Echo.OfLong.class, 1L, 2L),
        same("bool", Echo.OfBoolean.class, true, false),
        same("str", Echo.OfString.class, "string1", "string2"),
        same("Tensor", Echo.OfTensor.class, X, Y));
  }

  private static Stream<ArgTypes> optionalTypes() {
    return Stream.of(
        optional(
            "float?",
            Echo.OfOptionalDouble.class,
            OptionalDouble.of(1.5),
            OptionalDouble.empty(),
            1.5),
        optional("int?", Echo.OfOptionalLong.class, OptionalLong.of(1), OptionalLong.empty(), 1L),
        optional("bool?", OfOptionalBoolean.class, Optional.of(true), Optional.empty(), true),
        optional("str?", Echo.OfOptionalString.class, Optional.of("a"), Optional.empty(), "a"),
        optional("Tensor?", Echo.OfOptionalTensor.class, Optional.of(X), Optional.empty(), X),
        optional(
            "int[]?",
            Echo.OfOptionalIntegers.class,
            Optional.of(List.of(1L, 2L)),
            Optional.empty(),
            new long[] {1, 2}));
  }

  /** Arrays, for which C++ passes views of lists. */
  private static Stream<ArgTypes> views() {
    return Stream.of(
        same("float[]", Echo.OfDoubles.class, new double[0], new double[] {1.5, 2.5}),
        same("int[]", Echo.OfLongs.class, new long[] {1, 2, 3}, new long[] {4, 5}),
        same("bool[]", Echo.OfBooleans.class, new boolean[] {true}, new boolean[0]),
        same("Tensor[]", Echo.OfTensors.class, new Tensor[] {X, Y}, new Tensor[] {Y}));
  }

  private static Stream<ArgTypes> lists() {
    return Stream.of(
        of(
            "float[]",
            Echo.OfReals.class,
            new Form(List.of(1.5), new double[] {1.5}),
            new Form(List.of(), new double[0])),
        of(
            "int[]",
            Echo.OfIntegers.class,
            new Form(List.of(1L, 2L), new long[] {1, 2}),
            new Form(List.of(3L), new long[] {3})),
        of(
            "bool[]",
            Echo.OfTruths.class,
            new Form(List.of(true, false), new boolean[] {true, false}),
            new Form(List.of(true), new boolean[] {true})),
        same("str[]", Echo.OfStrings.class, List.of("first", "second"), List.of("third")),
        of(
            "Tensor[]",
            Echo.OfTensorList.class,
            new Form(List.of(X), new Tensor[] {X}),
            new Form(List.of(Y, X), new Tensor[] {Y, X})),
        of(
            "Tensor?[]",
            Echo.OfOptionalTensors.class,
            new Form(List.of(Optional.of(X), Optional.empty()), new Tensor[] {X, null}),
            new Form(List.of(Optional.empty()), new Tensor[] {null})),
        of(
            "int?[]",
            Echo.OfOptionalIntegerList.class,
            new Form(List.of(Optional.of(3L), Optional.empty()), Arrays.asList(3L, null)),
            new Form(List.of(), List.of())));
  }

  private static Stream<ArgTypes> dictionaries() {
    return Stream.of(
        same("Dict(str, int)", Echo.OfDict.class, Map.of("a", 1L, "b", 2L), Map.of()),
        same("Dict(int, str)", Echo.OfNumberedDict.class, Map.of(1L, "a"), Map.of(2L, "b")),
        of(
            "Dict(str, Tensor[])",
            Echo.OfNestedDict.class,
            new Form(Map.of("a", List.of(X)), Map.of("a", new Tensor[] {X})),
            new Form(Map.of(), Map.of())),
        of(
            "int[][]",
            Echo.OfNested.class,
            new Form(List.of(List.of(1L), List.of()), List.of(new long[] {1}, new long[0])),
            new Form(List.of(), List.of())),
        same(
            "Dict(str, Dict(int, str)[])[]",
            OfDeep.class,
            List.of(Map.of("a", List.of(Map.of(1L, "b")))),
            List.of(Map.of(), Map.of("c", List.of()))));
  }

  /** A signature. */
  public interface OfOptionalBoolean {
    Optional<Boolean> call(Optional<Boolean> x);
  }

  /** A signature. */
  public interface OfDeep {
    List<Map<String, List<Map<Long, String>>>> call(List<Map<String, List<Map<Long, String>>>> x);
  }

  @Override
  public String toString() {
    return "%s as %s: %s".formatted(type, signature.getSimpleName(), passed.onStack());
  }
}
