package jackfield.nn.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.error.InvalidArgument;
import jackfield.tensor.HostData;
import jackfield.tensor.Scope;
import jackfield.tensor.Tensor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BatchesTest {
  private static final Path SAMPLE = Path.of("../examples/data/fashion-mnist");

  /** Ten examples: example i has the input [i, -i] and the class i. */
  private static Dataset ten() {
    float[] inputs = new float[20];
    long[] labels = new long[10];
    for (int i = 0; i < 10; i++) {
      inputs[2 * i] = i;
      inputs[2 * i + 1] = -i;
      labels[i] = i;
    }
    return Dataset.of(inputs, labels, 2);
  }

  private static List<Long> epoch(Batches batches) {
    List<Long> labels = new ArrayList<>();
    for (Batch batch : batches) {
      long[] classes = HostData.longs(batch.labels());
      float[] inputs = HostData.floats(batch.inputs());
      for (int i = 0; i < batch.count(); i++) {
        assertThat(inputs[2 * i]).isEqualTo((float) classes[i]);
        assertThat(inputs[2 * i + 1]).isEqualTo((float) -classes[i]);
        labels.add(classes[i]);
      }
    }
    return labels;
  }

  // ---- order

  @Test
  void batchesHaveTheExamplesInTheirOrder() {
    Batches batches = ten().batches(4);
    assertThat(batches.count()).isEqualTo(3);
    assertThat(epoch(batches)).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    assertThat(batches).extracting(Batch::count).containsExactly(4, 4, 2);
  }

  @Test
  void aShuffledEpochHasEachExampleOnceInAnotherOrder() {
    Batches batches = ten().shuffled(1).batches(3);
    List<Long> first = epoch(batches);
    List<Long> second = epoch(batches);
    assertThat(first).containsExactlyInAnyOrder(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    assertThat(second).containsExactlyInAnyOrderElementsOf(first).isNotEqualTo(first);
  }

  @Test
  void theSeedDecidesTheOrder() {
    Batches again = ten().shuffled(5).batches(10);
    assertThat(epoch(again)).isEqualTo(epoch(ten().shuffled(5).batches(3)));
    assertThat(epoch(ten().shuffled(6).batches(3)))
        .isNotEqualTo(epoch(ten().shuffled(5).batches(3)));
  }

  @Test
  void aSmallLastBatchMayBeDropped() {
    Batches batches = ten().batches(4).dropLast();
    assertThat(batches.count()).isEqualTo(2);
    assertThat(epoch(batches)).hasSize(8);
    assertThat(epoch(ten().batches(11).dropLast())).isEmpty();
  }

  // ---- content

  @Test
  void targetsMayBeNumbers() {
    Dataset pairs =
        Dataset.of(
            new float[] {1, 2, 3}, new long[] {1}, new float[] {1, 1, 2, 4, 3, 9}, new long[] {2});
    Batch batch = pairs.batches(2).iterator().next();
    assertThat(batch.targets().sizes()).containsExactly(2, 2);
    assertThat(HostData.floats(batch.targets())).containsExactly(1, 1, 2, 4);
    assertThat(HostData.floats(pairs.range(2, 3).batches(1).iterator().next().targets()))
        .containsExactly(3, 9);
  }

  @Test
  void aScopeReleasesTheTensorsOfABatch() {
    Dataset images = FashionMnist.test(SAMPLE);
    Batch batch = images.batches(64).iterator().next();
    Tensor inside;
    try (Scope _ = Scope.open()) {
      inside = batch.images();
    }
    assertThat(inside.storage().isClosed()).isTrue();
    assertThat(HostData.floats(batch.images())).hasSize(64 * FashionMnist.PIXELS);
  }

  @Test
  void inputsMayGetOtherSizes() {
    Dataset images = FashionMnist.test(SAMPLE).range(0, 5).inputSizes(1, 28, 28);
    assertThat(images.batches(5).iterator().next().images().sizes()).containsExactly(5, 1, 28, 28);
    assertThat(refused(() -> images.inputSizes(28))).isEqualTo("inputs");
  }

  @Test
  void numbersThatDoNotFitAreRefused() {
    assertThat(refused(() -> Dataset.of(new float[5], new long[3], 2))).isEqualTo("inputs");
    assertThat(refused(() -> Dataset.of(new float[0], new long[0], 0))).isEqualTo("inputs");
    assertThat(refused(() -> ten().batches(0))).isEqualTo("size");
    assertThat(
            refused(() -> Dataset.of(new float[2], new long[] {1}, new float[3], new long[] {2})))
        .isEqualTo("targets");
  }

  @Test
  void sizesBelowOneAreRefused() {
    assertThat(refused(() -> Dataset.of(new float[4], new long[2], -1, -2))).isEqualTo("inputs");
    assertThat(refused(() -> ten().inputSizes(-1, -2))).isEqualTo("inputs");
    assertThat(
            refused(
                () -> Dataset.of(new float[2], new long[] {1}, new float[4], new long[] {-1, -2})))
        .isEqualTo("targets");
  }

  @Test
  void examplesThatAreNotThereAreRefused() {
    assertThat(refused(() -> ten().range(1, 0))).isEqualTo("range");
    assertThat(refused(() -> ten().range(-1, 5))).isEqualTo("range");
    assertThat(refused(() -> ten().range(0, 11))).isEqualTo("range");
    assertThat(ten().range(10, 10).count()).isZero();
    assertThat(refused(() -> ten().label(10))).isEqualTo("label");
    assertThat(refused(() -> ten().label(-1))).isEqualTo("label");
  }

  @Test
  void theSizesOfADatasetCannotBeWritten() {
    long[] sizes = {2};
    Dataset pairs = Dataset.of(new float[4], new long[2], sizes);
    sizes[0] = 7;
    pairs.inputSizes()[0] = 7;
    assertThat(pairs.inputSizes()).containsExactly(2);
    assertThat(pairs.batches(2).iterator().next().inputs().sizes()).containsExactly(2, 2);
  }

  private static String refused(Runnable action) {
    return catchThrowableOfType(InvalidArgument.class, action::run).argument();
  }

  // ---- Fashion-MNIST

  @Test
  void theSampleHasEveryClassEquallyOften() {
    Dataset test = FashionMnist.test(SAMPLE);
    assertThat(test.count()).isEqualTo(2_000);
    int[] counts = new int[FashionMnist.CLASSES];
    for (int i = 0; i < test.count(); i++) {
      counts[(int) test.label(i)]++;
    }
    assertThat(Arrays.stream(counts).distinct().toArray()).containsExactly(200);
  }

  @Test
  void pixelsAreScaledToAboutUnitDeviation() {
    Dataset test = FashionMnist.test(SAMPLE);
    float[] pixels = HostData.floats(test.batches(test.count()).iterator().next().images());
    double mean = 0;
    double square = 0;
    for (float pixel : pixels) {
      mean += pixel;
      square += pixel * pixel;
    }
    mean /= pixels.length;
    assertThat(mean).isBetween(-0.05, 0.05);
    assertThat(square / pixels.length - mean * mean).isBetween(0.95, 1.05);
  }

  @Test
  void aFolderWithoutTheFilesIsNamed() {
    Path nowhere = Path.of("nowhere");
    assertThat(catchThrowableOfType(BadDataFile.class, () -> FashionMnist.train(nowhere)).file())
        .isEqualTo(nowhere.resolve("train-images-idx3-ubyte.gz"));
  }
}
