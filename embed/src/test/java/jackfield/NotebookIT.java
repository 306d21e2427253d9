package jackfield;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cells in a JShell of its own, on the packaged artifact. */
class NotebookIT {
  private static final Path STARTUP = Path.of("src/main/jshell/jackfield.jsh");

  @TempDir private Path folder; // set before each test

  private String answers(String cells) throws Exception {
    Path script = Files.writeString(folder.resolve("cells.jsh"), cells + "/exit\n");
    List<String> arguments = new ArrayList<>(List.of("-s", "--class-path", ArtifactPath.joined()));
    Tool.FLAGS.forEach(flag -> arguments.add("-R" + flag));
    arguments.addAll(List.of("--startup", "DEFAULT", "--startup", STARTUP.toString()));
    arguments.add(script.toString());
    return new Tool(folder).run("jshell", arguments).text();
  }

  @Test
  void aLambdaOfTensorsNeedsNoTypesAndTheNewestCellServesUntilItIsUndone() throws Exception {
    String text =
        answers(
            """
            var x = tensor(1, 2, 3);
            kernel("my::twice(Tensor x) -> Tensor", "CPU", x -> aten.add(x, x));
            System.out.println("first " + call("my::twice", x));
            kernel("my::twice", "CPU", (Tensor x) -> aten.mul(x, 3));
            System.out.println("second " + call("my::twice", x));
            System.out.println(undo());
            System.out.println("third " + call("my::twice", x));
            """);
    assertThat(text)
        .contains("first tensor([2., 4., 6.])", "second tensor([3., 6., 9.])")
        .contains("third tensor([2., 4., 6.])", "served by the kernel of cell 2 again");
  }

  @Test
  void aClosedPlatformSaysHowToStartAnother() throws Exception {
    String text =
        answers(
            """
            close();
            try { plug("backend.cpu"); } catch (PlatformClosed closed) {
              System.out.println("closed " + closed.getMessage());
            }
            try { aten.add(tensor(1), tensor(2)); } catch (RuntimeException closed) {
              System.out.println("call " + closed.getMessage());
            }
            aten = start();
            System.out.println(aten.add(tensor(1), tensor(2)));
            kernel("my::twice(Tensor x) -> Tensor", "CPU", x -> aten.add(x, x));
            System.out.println(call("my::twice", tensor(4)));
            """);
    assertThat(text)
        .contains("closed plug: the platform is closed", "aten = start() in a notebook")
        .contains("tensor([3.])", "tensor([8.])");
  }

  @Test
  void aKernelThatDoesNotFitItsSchemaIsRefused() throws Exception {
    String text =
        answers(
            """
            String schema = "my::scaled(Tensor x, float by) -> Tensor";
            void refuse(Runnable cell) {
              try { cell.run(); } catch (jackfield.notebook.CellRefused refused) {
                System.out.println("refused " + refused.getMessage());
              }
            }
            refuse(() -> kernel(schema, "CPU", x -> x));
            refuse(() -> kernel(schema, "CPU", (x, by) -> aten.mul(x, by)));
            kernel(schema, "CPU", typed((Tensor x, Double by) -> aten.mul(x, by)));
            System.out.println(call("my::scaled", tensor(1, 2), 2.5));
            """);
    assertThat(text)
        .contains("the kernel has 1 parameters", "argument by is of type float")
        .contains("tensor([2.5000, 5.0000])");
  }
}
