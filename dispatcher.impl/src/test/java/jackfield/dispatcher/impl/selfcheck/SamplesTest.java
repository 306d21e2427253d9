package jackfield.dispatcher.impl.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.memory.Device;
import jackfield.schema.OperatorSchema;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The arguments with which the kernels of a new bundle are called. */
final class SamplesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "t::f(Tensor self, int[1]? dim, bool keepdim=False) -> Tensor",
        "t::f(Tensor self, SymInt[] size, *, ScalarType dtype) -> Tensor",
        "t::f(Tensor self, int dim, Tensor index) -> Tensor",
        "t::f(Tensor[] tensors, int dim=0) -> Tensor",
        "t::f(SymInt[] size, *, Generator? generator, Device? device=None) -> Tensor",
        "t::f(Scalar start, Scalar end) -> Tensor",
        "t::f(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0) -> Tensor",
        "t::f(Tensor grad, Tensor self, int[3] kernel_size, int[3] stride, int[3] padding) -> Tensor"
      })
  void theseHaveSamples(String schema) {
    assertThat(new Samples(OperatorSchema.parse(schema)).next(7)).isPresent();
  }

  private static List<Object> made(String schema, Form form) {
    return new Samples(OperatorSchema.parse(schema), Device.CPU, UnaryOperator.identity(), form)
        .next(7)
        .orElseThrow()
        .positional();
  }

  @Test
  void placesInImagesHaveANumberForEachDimensionOfAnImage() {
    String schema = "t::f(Tensor input, Tensor grid, int interpolation_mode) -> Tensor";
    List<Object> planes = made(schema, Form.IMAGES);
    List<Object> volumes = made(schema, Form.VOLUMES);

    assertThat(((Tensor) planes.get(1)).sizes()).containsExactly(1, 3, 3, 2);
    assertThat(((Tensor) volumes.get(1)).sizes()).containsExactly(1, 3, 3, 3, 3);
    assertThat(planes.get(2)).isEqualTo(0L);
  }

  @Test
  void targetsOfSequencesAndOfRowsFitTheirLengths() {
    String schema =
        "t::f(Tensor log_probs, Tensor targets, int[] input_lengths, int[] target_lengths) -> Tensor";
    List<Object> sequences = made(schema, Form.BATCHES);
    List<Object> rows = made("t::f(Tensor self, Tensor target) -> Tensor", Form.TABLES);

    assertThat(((Tensor) sequences.get(1)).sizes()).containsExactly(3, 3);
    assertThat(sequences.get(2)).isEqualTo(new long[] {3, 3, 3});
    assertThat(sequences.get(3)).isEqualTo(new long[] {1, 1, 1});
    assertThat(HostData.longs((Tensor) rows.get(1)))
        .containsExactly(0, -1, -1, 1, -1, -1, 2, -1, -1);
  }

  /** A window is at each element of an image, so a gradient has the image's sizes. */
  @Test
  void windowsHaveAsManyDimensionsAsTheSchemaSaysAndPositionsInTheImage() {
    OperatorSchema schema =
        OperatorSchema.parse(
            "t::f(Tensor grad, Tensor self, int[2] kernel_size, int[2] stride, int[2] padding,"
                + " int[2] dilation, bool ceil_mode, Tensor indices) -> Tensor");
    List<Object> made =
        new Samples(schema, Device.CPU, UnaryOperator.identity(), Form.BATCHES)
            .next(7)
            .orElseThrow()
            .positional();

    assertThat(made.subList(2, 6))
        .containsExactly(
            new long[] {3, 3}, new long[] {1, 1}, new long[] {1, 1}, new long[] {1, 1});
    Tensor image = (Tensor) made.get(1);
    Tensor positions = (Tensor) made.getLast();
    assertThat(((Tensor) made.getFirst()).sizes()).isEqualTo(image.sizes());
    assertThat(positions.sizes()).isEqualTo(image.sizes());
    assertThat(Arrays.stream(HostData.longs(positions)).boxed())
        .contains(0L, 8L)
        .allMatch(at -> at >= 0 && at < 9);
  }

  @Test
  void theGradientOfAResampledImageHasAnInputOneElementNarrower() {
    OperatorSchema schema =
        OperatorSchema.parse(
            "t::f(Tensor grad_output, SymInt[2] output_size, SymInt[4] input_size) -> Tensor");
    List<Object> made =
        new Samples(schema, Device.CPU, UnaryOperator.identity(), Form.IMAGES)
            .next(7)
            .orElseThrow()
            .positional();

    assertThat(made.subList(1, 3)).containsExactly(new long[] {3, 3}, new long[] {1, 3, 3, 2});
  }

  @Test
  void batchNormalizationsTrainAndHaveStatisticsOfEachChannel() {
    List<Object> made =
        positional("t::f(Tensor input, Tensor? running_mean, bool training) -> Tensor");
    assertThat(((Tensor) made.get(1)).sizes()).containsExactly(3);
    assertThat(made.getLast()).isEqualTo(true);
  }

  @Test
  void aMatrixIsOneSampleOfGroupsWithOneChannelEach() {
    List<Object> made =
        positional(
            "t::f(Tensor input, Tensor? weight, int N, int C, int HxW, int group) -> Tensor");
    assertThat(made.subList(2, 6)).containsExactly(1L, 3L, 3L, 3L);
    assertThat(((Tensor) made.get(1)).sizes()).containsExactly(3);
  }

  @Test
  void theColumnsOfAMatrixAreWindowsThatOverlap() {
    List<Object> made =
        positional(
            "t::f(Tensor self, int[2] output_size, int[2] kernel_size, int[2] dilation, "
                + "int[2] padding, int[2] stride) -> Tensor");
    assertThat((long[]) made.get(1)).containsExactly(1, 5);
    assertThat((long[]) made.get(2)).containsExactly(1, 3);
    assertThat((long[]) made.get(4)).containsExactly(0, 0);
  }

  @Test
  void targetsBesideATotalWeightAreClasses() {
    List<Object> made =
        positional(
            "t::f(Tensor grad_output, Tensor self, Tensor target, Tensor total_weight) -> Tensor");
    assertThat(((Tensor) made.get(0)).sizes()).isEmpty();
    assertThat(((Tensor) made.get(2)).dtype()).isEqualTo(DType.INT64);
    assertThat(((Tensor) made.get(3)).sizes()).isEmpty();
  }

  @Test
  void valuesOfIndexesAreMultiplied() {
    List<Object> made =
        positional("t::f(Tensor self, Tensor index, str reduce, bool include_self) -> Tensor");
    assertThat(made.get(2)).isEqualTo("prod");
    assertThat(positional("t::f(Tensor self, Tensor index, str reduce) -> Tensor").get(2))
        .isEqualTo("multiply");
  }

  private static List<Object> positional(String schema) {
    return new Samples(OperatorSchema.parse(schema)).next(7).orElseThrow().positional();
  }

  @Test
  void anOperatorWithoutTensorsHasNoSamples() {
    OperatorSchema schema = OperatorSchema.parse("t::seed(int seed) -> ()");
    assertThat(new Samples(schema).next(7)).isEmpty();
  }
}
