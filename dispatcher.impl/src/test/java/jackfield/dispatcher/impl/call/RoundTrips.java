package jackfield.dispatcher.impl.call;

import jackfield.kernel.CustomClass;
import jackfield.memory.Device;
import jackfield.schema.SymInt;
import jackfield.tensor.Complex;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.HostData;
import jackfield.tensor.Layout;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * A value of each type: as schemas write the type, as Java has it, and as it lies on a stack.
 *
 * @param type the type in schemas
 * @param signature an interface whose one method takes and returns the Java type
 */
public record RoundTrips(String type, Class<?> signature, Object java, Object onStack) {
  static final Tensor X = HostData.tensor(new float[] {1}, 1);
  private static final Generator GENERATOR = new Generator(Device.CPU, 1);
  private static final Key KEY = new Key(7);

  /** A class of a library. */
  @CustomClass("acme.Key")
  public record Key(int number) {}

  /** A tuple. */
  public record Pair(long number, Optional<String> text) {}

  static Stream<RoundTrips> all() {
    return Stream.of(plain(), arrays(), optionals(), lists(), parts()).flatMap(each -> each);
  }

  private static RoundTrips same(String type, Class<?> signature, Object value) {
    return new RoundTrips(type, signature, value, value);
  }

  private static Stream<RoundTrips> plain() {
    return Stream.of(
        same("Tensor", Echo.OfTensor.class, X),
        same("Tensor", Echo.OfTensor.class, null),
        same("int", Echo.OfLong.class, -3L),
        same("int", Echo.OfBoxedLong.class, 1L << 40),
        same("float", Echo.OfDouble.class, 0.1),
        same("float", Echo.OfBoxedDouble.class, Double.POSITIVE_INFINITY),
        same("bool", Echo.OfBoolean.class, true),
        same("bool", Echo.OfBoxedBoolean.class, false),
        same("str", Echo.OfString.class, ""),
        same("Scalar", Echo.OfScalar.class, Scalar.of(2.5)),
        new RoundTrips("complex", Echo.OfComplex.class, new Complex(1, -2), Scalar.of(1, -2)),
        new RoundTrips("SymInt", Echo.OfSymInt.class, SymInt.of(4), 4L),
        same("SymInt", Echo.OfSymInt.class, SymInt.symbol("s0")),
        same("ScalarType", Echo.OfDType.class, DType.BFLOAT16),
        same("Layout", Echo.OfLayout.class, Layout.STRIDED),
        same("MemoryFormat", Echo.OfMemoryFormat.class, MemoryFormat.CHANNELS_LAST),
        same("Device", Echo.OfDevice.class, new Device("cuda", 1)),
        same("Generator", Echo.OfGenerator.class, GENERATOR),
        same("Storage", Echo.OfStorage.class, X.storage()),
        same("__torch__.torch.classes.acme.Key", Echo.OfKey.class, KEY),
        same("Any", Echo.OfAny.class, List.of("a", 1L)),
        same("Any", Echo.OfAny.class, 5L),
        same("Any", Echo.OfAny.class, null));
  }

  private static Stream<RoundTrips> arrays() {
    return Stream.of(
        same("int[]", Echo.OfLongs.class, new long[] {1, 2}),
        same("float[]", Echo.OfDoubles.class, new double[] {0.5}),
        same("bool[]", Echo.OfBooleans.class, new boolean[] {true, false}),
        same("Tensor[]", Echo.OfTensors.class, new Tensor[] {X, X}));
  }

  private static Stream<RoundTrips> optionals() {
    return Stream.of(
        new RoundTrips("Tensor?", Echo.OfOptionalTensor.class, Optional.of(X), X),
        new RoundTrips("Tensor?", Echo.OfOptionalTensor.class, Optional.empty(), null),
        new RoundTrips("int?", Echo.OfOptionalBoxedLong.class, Optional.of(1L), 1L),
        new RoundTrips("int?", Echo.OfOptionalLong.class, OptionalLong.of(9), 9L),
        new RoundTrips("int?", Echo.OfOptionalLong.class, OptionalLong.empty(), null),
        new RoundTrips("float?", Echo.OfOptionalDouble.class, OptionalDouble.of(0.25), 0.25),
        new RoundTrips("float?", Echo.OfOptionalDouble.class, OptionalDouble.empty(), null),
        new RoundTrips("str?", Echo.OfOptionalString.class, Optional.of("a"), "a"),
        new RoundTrips("str?", Echo.OfOptionalString.class, Optional.empty(), null),
        new RoundTrips("Scalar?", Echo.OfOptionalScalar.class, Optional.of(Scalar.ONE), Scalar.ONE),
        new RoundTrips("Device?", Echo.OfOptionalDevice.class, Optional.of(Device.CPU), Device.CPU),
        new RoundTrips(
            "int[]?", Echo.OfOptionalIntegers.class, Optional.of(List.of(1L)), new long[] {1}),
        new RoundTrips("int[]?", Echo.OfOptionalIntegers.class, Optional.empty(), null));
  }

  private static Stream<RoundTrips> lists() {
    return Stream.of(
        new RoundTrips("int[]", Echo.OfIntegers.class, List.of(1L, 2L), new long[] {1, 2}),
        new RoundTrips("int[]", Echo.OfIntegers.class, List.of(), new long[0]),
        new RoundTrips("float[]", Echo.OfReals.class, List.of(0.5), new double[] {0.5}),
        new RoundTrips("bool[]", Echo.OfTruths.class, List.of(true), new boolean[] {true}),
        new RoundTrips("Tensor[]", Echo.OfTensorList.class, List.of(X, X), new Tensor[] {X, X}),
        new RoundTrips(
            "Tensor?[]",
            Echo.OfOptionalTensors.class,
            List.of(Optional.of(X), Optional.empty()),
            new Tensor[] {X, null}),
        new RoundTrips(
            "int?[]",
            Echo.OfOptionalIntegerList.class,
            List.of(Optional.of(3L), Optional.empty()),
            Arrays.asList(3L, null)),
        same("str[]", Echo.OfStrings.class, List.of("a", "b")),
        same("Scalar[]", Echo.OfScalars.class, List.of(Scalar.ZERO)),
        new RoundTrips(
            "complex[]",
            Echo.OfComplexes.class,
            List.of(new Complex(0, 1)),
            List.of(Scalar.of(0, 1))),
        new RoundTrips("SymInt[]", Echo.OfSymInts.class, List.of(SymInt.of(2)), new long[] {2}),
        new RoundTrips(
            "int[][]",
            Echo.OfNested.class,
            List.of(List.of(1L), List.of()),
            List.of(new long[] {1}, new long[0])));
  }

  private static Stream<RoundTrips> parts() {
    return Stream.of(
        same("Dict(str, int)", Echo.OfDict.class, Map.of("a", 1L)),
        same("Dict(int, str)", Echo.OfNumberedDict.class, Map.of(1L, "a")),
        new RoundTrips(
            "Dict(str, Tensor[])",
            Echo.OfNestedDict.class,
            Map.of("a", List.of(X)),
            Map.of("a", new Tensor[] {X})),
        new RoundTrips(
            "Dict(str, (int, str?))",
            Echo.OfPairs.class,
            Map.of("a", new Pair(1, Optional.empty())),
            Map.of("a", Arrays.asList(1L, null))));
  }

  @Override
  public String toString() {
    return type + " as " + signature.getSimpleName() + " of " + onStack;
  }
}
