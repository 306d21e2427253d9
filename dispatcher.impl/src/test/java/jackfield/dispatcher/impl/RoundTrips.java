package jackfield.dispatcher.impl;

import jackfield.dispatch.CustomClass;
import jackfield.dispatch.SymInt;
import jackfield.tensor.Complex;
import jackfield.tensor.DType;
import jackfield.tensor.Device;
import jackfield.tensor.Generator;
import jackfield.tensor.HostData;
import jackfield.tensor.Layout;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Scalar;
import jackfield.tensor.Storage;
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
        same("Tensor", OfTensor.class, X),
        same("Tensor", OfTensor.class, null),
        same("int", OfLong.class, -3L),
        same("int", OfBoxedLong.class, 1L << 40),
        same("float", OfDouble.class, 0.1),
        same("float", OfBoxedDouble.class, Double.POSITIVE_INFINITY),
        same("bool", OfBoolean.class, true),
        same("bool", OfBoxedBoolean.class, false),
        same("str", OfString.class, ""),
        same("Scalar", OfScalar.class, Scalar.of(2.5)),
        new RoundTrips("complex", OfComplex.class, new Complex(1, -2), Scalar.of(1, -2)),
        new RoundTrips("SymInt", OfSymInt.class, SymInt.of(4), 4L),
        same("SymInt", OfSymInt.class, SymInt.symbol("s0")),
        same("ScalarType", OfDType.class, DType.BFLOAT16),
        same("Layout", OfLayout.class, Layout.STRIDED),
        same("MemoryFormat", OfMemoryFormat.class, MemoryFormat.CHANNELS_LAST),
        same("Device", OfDevice.class, new Device("cuda", 1)),
        same("Generator", OfGenerator.class, GENERATOR),
        same("Storage", OfStorage.class, X.storage()),
        same("__torch__.torch.classes.acme.Key", OfKey.class, KEY),
        same("Any", OfAny.class, List.of("a", 1L)),
        same("Any", OfAny.class, 5L),
        same("Any", OfAny.class, null));
  }

  private static Stream<RoundTrips> arrays() {
    return Stream.of(
        same("int[]", OfLongs.class, new long[] {1, 2}),
        same("float[]", OfDoubles.class, new double[] {0.5}),
        same("bool[]", OfBooleans.class, new boolean[] {true, false}),
        same("Tensor[]", OfTensors.class, new Tensor[] {X, X}));
  }

  private static Stream<RoundTrips> optionals() {
    return Stream.of(
        new RoundTrips("Tensor?", OfOptionalTensor.class, Optional.of(X), X),
        new RoundTrips("Tensor?", OfOptionalTensor.class, Optional.empty(), null),
        new RoundTrips("int?", OfOptionalBoxedLong.class, Optional.of(1L), 1L),
        new RoundTrips("int?", OfOptionalLong.class, OptionalLong.of(9), 9L),
        new RoundTrips("int?", OfOptionalLong.class, OptionalLong.empty(), null),
        new RoundTrips("float?", OfOptionalDouble.class, OptionalDouble.of(0.25), 0.25),
        new RoundTrips("float?", OfOptionalDouble.class, OptionalDouble.empty(), null),
        new RoundTrips("str?", OfOptionalString.class, Optional.of("a"), "a"),
        new RoundTrips("str?", OfOptionalString.class, Optional.empty(), null),
        new RoundTrips("Scalar?", OfOptionalScalar.class, Optional.of(Scalar.ONE), Scalar.ONE),
        new RoundTrips("Device?", OfOptionalDevice.class, Optional.of(Device.CPU), Device.CPU),
        new RoundTrips(
            "int[]?", OfOptionalIntegers.class, Optional.of(List.of(1L)), new long[] {1}),
        new RoundTrips("int[]?", OfOptionalIntegers.class, Optional.empty(), null));
  }

  private static Stream<RoundTrips> lists() {
    return Stream.of(
        new RoundTrips("int[]", OfIntegers.class, List.of(1L, 2L), new long[] {1, 2}),
        new RoundTrips("int[]", OfIntegers.class, List.of(), new long[0]),
        new RoundTrips("float[]", OfReals.class, List.of(0.5), new double[] {0.5}),
        new RoundTrips("bool[]", OfTruths.class, List.of(true), new boolean[] {true}),
        new RoundTrips("Tensor[]", OfTensorList.class, List.of(X, X), new Tensor[] {X, X}),
        new RoundTrips(
            "Tensor?[]",
            OfOptionalTensors.class,
            List.of(Optional.of(X), Optional.empty()),
            new Tensor[] {X, null}),
        new RoundTrips(
            "int?[]",
            OfOptionalIntegerList.class,
            List.of(Optional.of(3L), Optional.empty()),
            Arrays.asList(3L, null)),
        same("str[]", OfStrings.class, List.of("a", "b")),
        same("Scalar[]", OfScalars.class, List.of(Scalar.ZERO)),
        new RoundTrips(
            "complex[]", OfComplexes.class, List.of(new Complex(0, 1)), List.of(Scalar.of(0, 1))),
        new RoundTrips("SymInt[]", OfSymInts.class, List.of(SymInt.of(2)), new long[] {2}),
        new RoundTrips(
            "int[][]",
            OfNested.class,
            List.of(List.of(1L), List.of()),
            List.of(new long[] {1}, new long[0])));
  }

  private static Stream<RoundTrips> parts() {
    return Stream.of(
        same("Dict(str, int)", OfDict.class, Map.of("a", 1L)),
        same("Dict(int, str)", OfNumberedDict.class, Map.of(1L, "a")),
        new RoundTrips(
            "Dict(str, Tensor[])",
            OfNestedDict.class,
            Map.of("a", List.of(X)),
            Map.of("a", new Tensor[] {X})),
        new RoundTrips(
            "Dict(str, (int, str?))",
            OfPairs.class,
            Map.of("a", new Pair(1, Optional.empty())),
            Map.of("a", Arrays.asList(1L, null))));
  }

  // ---- one signature for each type; public, as adapters of interfaces need them

  public interface OfTensor {
    Tensor call(Tensor x);
  }

  public interface OfLong {
    long call(long x);
  }

  public interface OfBoxedLong {
    Long call(Long x);
  }

  public interface OfDouble {
    double call(double x);
  }

  public interface OfBoxedDouble {
    Double call(Double x);
  }

  public interface OfBoolean {
    boolean call(boolean x);
  }

  public interface OfBoxedBoolean {
    Boolean call(Boolean x);
  }

  public interface OfString {
    String call(String x);
  }

  public interface OfScalar {
    Scalar call(Scalar x);
  }

  public interface OfComplex {
    Complex call(Complex x);
  }

  public interface OfSymInt {
    SymInt call(SymInt x);
  }

  public interface OfDType {
    DType call(DType x);
  }

  public interface OfLayout {
    Layout call(Layout x);
  }

  public interface OfMemoryFormat {
    MemoryFormat call(MemoryFormat x);
  }

  public interface OfDevice {
    Device call(Device x);
  }

  public interface OfGenerator {
    Generator call(Generator x);
  }

  public interface OfStorage {
    Storage call(Storage x);
  }

  public interface OfKey {
    Key call(Key x);
  }

  public interface OfAny {
    Object call(Object x);
  }

  public interface OfLongs {
    long[] call(long[] x);
  }

  public interface OfDoubles {
    double[] call(double[] x);
  }

  public interface OfBooleans {
    boolean[] call(boolean[] x);
  }

  public interface OfTensors {
    Tensor[] call(Tensor[] x);
  }

  public interface OfOptionalTensor {
    Optional<Tensor> call(Optional<Tensor> x);
  }

  public interface OfOptionalBoxedLong {
    Optional<Long> call(Optional<Long> x);
  }

  public interface OfOptionalLong {
    OptionalLong call(OptionalLong x);
  }

  public interface OfOptionalDouble {
    OptionalDouble call(OptionalDouble x);
  }

  public interface OfOptionalString {
    Optional<String> call(Optional<String> x);
  }

  public interface OfOptionalScalar {
    Optional<Scalar> call(Optional<Scalar> x);
  }

  public interface OfOptionalDevice {
    Optional<Device> call(Optional<Device> x);
  }

  public interface OfOptionalIntegers {
    Optional<List<Long>> call(Optional<List<Long>> x);
  }

  public interface OfIntegers {
    List<Long> call(List<Long> x);
  }

  public interface OfReals {
    List<Double> call(List<Double> x);
  }

  public interface OfTruths {
    List<Boolean> call(List<Boolean> x);
  }

  public interface OfTensorList {
    List<Tensor> call(List<Tensor> x);
  }

  public interface OfOptionalTensors {
    List<Optional<Tensor>> call(List<Optional<Tensor>> x);
  }

  public interface OfOptionalIntegerList {
    List<Optional<Long>> call(List<Optional<Long>> x);
  }

  public interface OfStrings {
    List<String> call(List<String> x);
  }

  public interface OfScalars {
    List<Scalar> call(List<Scalar> x);
  }

  public interface OfComplexes {
    List<Complex> call(List<Complex> x);
  }

  public interface OfSymInts {
    List<SymInt> call(List<SymInt> x);
  }

  public interface OfNested {
    List<List<Long>> call(List<List<Long>> x);
  }

  public interface OfDict {
    Map<String, Long> call(Map<String, Long> x);
  }

  public interface OfNumberedDict {
    Map<Long, String> call(Map<Long, String> x);
  }

  public interface OfNestedDict {
    Map<String, List<Tensor>> call(Map<String, List<Tensor>> x);
  }

  public interface OfPairs {
    Map<String, Pair> call(Map<String, Pair> x);
  }

  @Override
  public String toString() {
    return type + " as " + signature.getSimpleName() + " of " + onStack;
  }
}
