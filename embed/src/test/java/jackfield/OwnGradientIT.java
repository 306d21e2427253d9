package jackfield;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.dispatch.Registration;
import jackfield.error.InvalidArgument;
import jackfield.gradient.GradientFormula;
import jackfield.kernel.NoSuchOperator;
import jackfield.notebook.Cells;
import jackfield.tensor.AutogradMisuse;
import jackfield.tensor.FeatureGone;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gradients of operators that a program defines. */
class OwnGradientIT {
  private static final Path EXAMPLE = Path.of("../examples/programs/OwnGradient.java");

  @Test
  void theExampleDifferentiatesItsOperator(@TempDir Path folder) throws Exception {
    Tool tool = new Tool(folder);
    String path = ArtifactPath.joined();
    Tool.Result compiled =
        tool.run("javac", List.of("-cp", path, "-d", folder.toString(), EXAMPLE.toString()));
    assertThat(compiled.text()).isEmpty();
    List<String> arguments = new ArrayList<>(Tool.FLAGS);
    arguments.addAll(List.of("-cp", folder + File.pathSeparator + path, "OwnGradient"));
    Tool.Result result = tool.run("java", arguments);
    assertThat(result.text())
        .contains("result tensor([ 0.5000, -1.0000,  7.0000], grad_fn=<acme::quantized>)")
        .contains("gradient tensor([ 1., -2.,  0.])");
    assertThat(result.code()).isZero();
  }

  @Test
  void callsComputeWhileAutogradIsPluggedAndSwapped() throws Exception {
    try (Jackfield jackfield = Jackfield.start();
        Cells cells = new Cells(jackfield.dispatcher())) {
      var aten = jackfield.aten();
      cells.kernel(
          "acme::twice(Tensor x) -> Tensor", "CPU", "", 1, all -> aten.mul((Tensor) all[0], 2));
      jackfield.gradient(
          "acme::twice",
          GradientFormula.of((_, gradients) -> new Tensor[] {aten.mul(gradients[0], 2)}));
      Tensor x = jackfield.tensor(new float[] {1, 2}).requiresGradient();
      jackfield.unplug("feature.autograd");
      meanwhile(() -> twice(cells, x), () -> jackfield.plug("feature.autograd"));
      meanwhile(
          () -> {
            assertThat(twice(cells, x).requiresGrad()).isTrue();
            jackfield.autograd();
          },
          () -> jackfield.swap("feature.autograd", "feature.autograd"));
    }
  }

  /** Runs {@code calls} again and again on another thread until {@code change} is done. */
  private static void meanwhile(Runnable calls, Runnable change) throws Exception {
    AtomicBoolean isDone = new AtomicBoolean();
    CountDownLatch begun = new CountDownLatch(1);
    FutureTask<Void> caller =
        new FutureTask<>(
            () -> {
              while (!isDone.get()) {
                calls.run();
                begun.countDown();
              }
            },
            null);
    new Thread(caller, "caller").start();
    try {
      begun.await(1, TimeUnit.MINUTES);
      change.run();
    } finally {
      isDone.set(true);
    }
    caller.get(1, TimeUnit.MINUTES);
  }

  @Test
  void aFormulaServesUntilItIsClosedAndSurvivesAutograd() {
    try (Jackfield jackfield = Jackfield.start();
        Cells cells = new Cells(jackfield.dispatcher())) {
      var aten = jackfield.aten();
      cells.kernel(
          "acme::twice(Tensor x) -> Tensor", "CPU", "", 1, all -> aten.mul((Tensor) all[0], 2));
      GradientFormula formula =
          GradientFormula.of((_, gradients) -> new Tensor[] {aten.mul(gradients[0], 2)});
      Tensor x = jackfield.tensor(new float[] {1, 2}).requiresGradient();
      Registration gradient = jackfield.gradient("acme::twice", formula);

      jackfield.unplug("feature.autograd");
      assertThat(twice(cells, x).requiresGrad()).isFalse();
      jackfield.plug("feature.autograd");
      jackfield.autograd().backward(aten.sum(twice(cells, x)));
      assertThat(HostData.floats(x.grad())).containsExactly(2, 2);

      Tensor recorded = aten.sum(twice(cells, x));
      gradient.close();
      assertThatThrownBy(() -> jackfield.autograd().backward(recorded))
          .isInstanceOf(FeatureGone.class);
      Tensor without = aten.sum(twice(cells, x));
      assertThatThrownBy(() -> jackfield.autograd().backward(without))
          .isInstanceOf(AutogradMisuse.class);
    }
  }

  @Test
  void operatorsThatAreUnknownOrDifferentiatedByTheirPartsAreRefused() {
    GradientFormula none = GradientFormula.of((_, gradients) -> gradients);
    try (Jackfield jackfield = Jackfield.start();
        Cells cells = new Cells(jackfield.dispatcher())) {
      String key = "CompositeImplicitAutograd";
      cells.kernel("acme::same(Tensor x) -> Tensor", key, "", 1, all -> all[0]);

      assertThatThrownBy(() -> jackfield.gradient("acme::same", none))
          .isInstanceOf(InvalidArgument.class)
          .hasMessageContaining("CompositeExplicitAutograd");
      assertThatThrownBy(() -> jackfield.gradient("acme::other", none))
          .isInstanceOf(NoSuchOperator.class);
    }
  }

  private static Tensor twice(Cells cells, Tensor x) {
    return (Tensor) cells.call("acme::twice", x);
  }
}
