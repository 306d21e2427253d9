package jackfield.nn;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.backend.cpu.CpuBackend;
import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.kernel.Provenance;
import jackfield.nn.data.Batch;
import jackfield.nn.data.Batches;
import jackfield.nn.data.Dataset;
import jackfield.nn.data.FashionMnist;
import jackfield.nn.layer.Linear;
import jackfield.nn.loss.Loss;
import jackfield.nn.module.Module;
import jackfield.nn.optim.Optimizer;
import jackfield.nn.schedule.LRScheduler;
import jackfield.nn.schedule.LinearLR;
import jackfield.tensor.HostData;
import jackfield.tensor.Scope;
import jackfield.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whole trainings, to a bound on the loss. */
final class TrainingTest {
  private static final Path SAMPLE = Path.of("../examples/data/fashion-mnist");

  private final LocalPlatform platform = new LocalPlatform();
  private final Nn nn = new Nn(platform.aten, platform.autograd).seeded(1);

  /** Points of y = 3 a - 2 b + 0.5, the same for each seed. */
  private static Dataset plane() {
    Random random = new Random(1);
    float[] inputs = new float[200];
    float[] targets = new float[100];
    for (int i = 0; i < 100; i++) {
      inputs[2 * i] = (float) random.nextGaussian();
      inputs[2 * i + 1] = (float) random.nextGaussian();
      targets[i] = 3 * inputs[2 * i] - 2 * inputs[2 * i + 1] + 0.5f;
    }
    return Dataset.of(inputs, new long[] {2}, targets, new long[] {1});
  }

  private static double epoch(Nn nn, Module model, Optimizer optimizer, Batches batches) {
    double sum = 0;
    for (Batch batch : batches) {
      try (Scope _ = Scope.open()) {
        Loss loss = nn.mseLoss(model.forward(batch.inputs()), batch.targets());
        loss.backward();
        optimizer.step();
        optimizer.zeroGrad();
        sum += loss.item();
      }
    }
    return sum / batches.count();
  }

  @Test
  void aRegressionFindsThePlane() {
    Linear model = nn.linear(2, 1);
    Optimizer adam = nn.adam(model.parameters(), 0.1);
    LRScheduler schedule = new LinearLR(adam, 1, 0.01, 30);
    Batches batches = plane().shuffled(2).batches(10);
    double last = 1;
    for (int i = 0; i < 40; i++) {
      last = epoch(nn, model, adam, batches);
      schedule.step();
    }
    assertThat(last).isLessThan(1e-5);
    float[] weight = HostData.floats(model.weight().tensor());
    assertThat(weight[0]).isBetween(2.99f, 3.01f);
    assertThat(weight[1]).isBetween(-2.01f, -1.99f);
    assertThat(HostData.floats(model.bias().tensor())[0]).isBetween(0.49f, 0.51f);
  }

  @Test
  void twoPlatformsTrainSideBySide() {
    LocalPlatform other = new LocalPlatform();
    Nn otherNn = new Nn(other.aten, other.autograd).seeded(1);
    Linear here = nn.linear(2, 1);
    Linear there = otherNn.linear(2, 1);
    Optimizer sgdHere = nn.sgd(here.parameters(), 0.05).momentum(0.5);
    Optimizer sgdThere = otherNn.sgd(there.parameters(), 0.05).momentum(0.5);
    double first = epoch(nn, here, sgdHere, plane().shuffled(3).batches(10));
    assertThat(epoch(otherNn, there, sgdThere, plane().shuffled(3).batches(10))).isEqualTo(first);
    assertThat(HostData.floats(here.weight().tensor()))
        .containsExactly(HostData.floats(there.weight().tensor()));
    platform.whiteboard.unplug(platform.reference); // the other one is not concerned
    assertThat(epoch(otherNn, there, sgdThere, plane().batches(10))).isLessThan(first);
  }

  @Test
  @Tag("thorough")
  @Tag("slow")
  void theLoopOfTheReadmeLearnsClothes() {
    platform.whiteboard.plug(new CpuBackend(), Provenance.of("backend.cpu"), 0);
    Path folder = SAMPLE;
    // ---- the loop of README.md, as it is there
    Module model = nn.sequential(nn.linear(784, 256), nn.relu(), nn.linear(256, 10));
    Optimizer sgd = nn.sgd(model.parameters(), 0.03).momentum(0.9);
    for (Batch batch : FashionMnist.train(folder).shuffled(1).batches(64)) {
      try (Scope _ = Scope.open()) { // frees what the step made
        nn.crossEntropy(model.forward(batch.images()), batch.labels()).backward();
        sgd.step();
        sgd.zeroGrad();
      }
    }
    // ---- the end of the loop
    assertThat(loss(model, FashionMnist.test(folder))).isLessThan(0.65);
  }

  @Test
  void theReadmeHasTheLoopThatRunsHere() throws IOException {
    String test = Files.readString(Path.of("src/test/java/jackfield/nn/TrainingTest.java"));
    int begin = test.indexOf("as it is there\n") + "as it is there\n".length();
    String loop = test.substring(begin, test.indexOf("    // ---- the end"));
    assertThat(Files.readString(Path.of("README.md"))).contains(loop.stripTrailing().stripIndent());
  }

  private double loss(Module model, Dataset data) {
    double sum = 0;
    Batches batches = data.batches(500);
    for (Batch batch : batches) {
      try (Scope _ = Scope.open();
          Guard _ = DispatchContext.current().gradients(false)) {
        Tensor scores = model.forward(batch.images());
        sum += nn.crossEntropy(scores, batch.labels()).item() / batches.count();
      }
    }
    return sum;
  }
}
