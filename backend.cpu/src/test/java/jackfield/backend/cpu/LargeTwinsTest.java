package jackfield.backend.cpu;

import static jackfield.backend.cpu.LargeCalls.TWINS;
import static org.assertj.core.api.Assertions.assertThat;

import jackfield.tensor.DType;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Large random tensors, beyond each strip, tile, block and grain of the fast kernels. The property
 * twins.seed repeats a run.
 */
@Tag("thorough")
@TestMethodOrder(OrderAnnotation.class)
final class LargeTwinsTest {
  @ParameterizedTest
  @Order(1)
  @EnumSource(DType.class)
  void arithmetic(DType type) {
    LargePointwise.arithmetic(type);
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(DType.class)
  void functionsOfOneNumber(DType type) {
    LargePointwise.functionsOfOneNumber(type);
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(DType.class)
  void activations(DType type) {
    LargeFormulas.activations(type);
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(DType.class)
  void logic(DType type) {
    LargeFormulas.logic(type);
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(DType.class)
  void parts(DType type) {
    LargeFormulas.parts(type);
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(DType.class)
  void sums(DType type) {
    LargeFormulas.sums(type);
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(DType.class)
  void quotients(DType type) {
    LargeQuotients.quotients(type);
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(DType.class)
  void powers(DType type) {
    LargeQuotients.powers(type);
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(DType.class)
  void inverseFunctions(DType type) {
    LargeQuotients.inverseFunctions(type);
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(DType.class)
  void losses(DType type) {
    LargeQuotients.losses(type);
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(DType.class)
  void copies(DType type) {
    LargePointwise.copies(type);
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64", "COMPLEX64"})
  void functions(DType type) {
    LargePointwise.functions(type);
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void randomNumbers(DType type) {
    LargePointwise.randomNumbers(type);
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(DType.class)
  void selections(DType type) {
    LargeIndexes.selections(type);
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(names = {"BFLOAT16", "FLOAT32", "FLOAT64", "INT64", "COMPLEX64"})
  void places(DType type) {
    LargeIndexes.places(type);
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void images(DType type) {
    LargeImages.images(type);
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(DType.class)
  void indexedElements(DType type) {
    LargeIndexes.indexedElements(type);
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(DType.class)
  void writtenElements(DType type) {
    LargeScatters.writtenElements(type);
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(
      value = DType.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"COMPLEX64", "COMPLEX128"})
  void sortedLines(DType type) {
    LargeIndexes.sortedLines(type);
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(DType.class)
  void reductions(DType type) {
    LargeReductions.reductions(type);
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void softmax(DType type) {
    LargeReductions.softmax(type);
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void layerNormalizations(DType type) {
    LargeReductions.layerNormalizations(type);
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void channelNormalizations(DType type) {
    LargeReductions.channelNormalizations(type);
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(DType.class)
  void runningSums(DType type) {
    LargeReductions.runningSums(type);
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void segments(DType type) {
    LargeReductions.segments(type);
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(names = {"FLOAT32", "FLOAT64", "COMPLEX64"})
  void convolutions(DType type) {
    LargeProducts.convolutions(type);
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(names = {"FLOAT32", "FLOAT64", "BFLOAT16", "INT64", "COMPLEX64"})
  void products(DType type) {
    LargeProducts.products(type);
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64", "INT64"})
  void maximaOfWindows(DType type) {
    LargeProducts.maximaOfWindows(type);
  }

  @ParameterizedTest
  @Order(1)
  @EnumSource(names = {"FLOAT32", "FLOAT64", "COMPLEX64", "COMPLEX128"})
  void singularValues(DType type) {
    LargeProducts.singularValues(type);
  }

  /** Runs after the tests above, whose random numbers it would change. */
  @ParameterizedTest
  @Order(2)
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void windowsOfVolumes(DType type) {
    LargeWindows.volumes(type);
  }

  @ParameterizedTest
  @Order(2)
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void imagesAtPlaces(DType type) {
    LargeWindows.samples(type);
  }

  @ParameterizedTest
  @Order(2)
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void lossesOfRows(DType type) {
    LargeLosses.losses(type);
  }

  @ParameterizedTest
  @Order(2)
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void bagsOfRows(DType type) {
    LargeBags.bags(type);
  }

  @Test
  @Order(3)
  void eachOperatorWithAFastKernelHasATwin() {
    assertThat(TWINS.notCalled())
        .as("operators with a fast kernel that were not called, in no form")
        .isEmpty();
  }
}
