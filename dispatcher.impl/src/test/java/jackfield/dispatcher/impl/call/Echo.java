package jackfield.dispatcher.impl.call;

import jackfield.memory.Device;
import jackfield.memory.Storage;
import jackfield.schema.SymInt;
import jackfield.tensor.Complex;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.Layout;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * For each type a method that takes it and returns it; public, as adapters of interfaces need them.
 */
public final class Echo {
  private Echo() {}

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
    RoundTrips.Key call(RoundTrips.Key x);
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
    Map<String, RoundTrips.Pair> call(Map<String, RoundTrips.Pair> x);
  }
}
