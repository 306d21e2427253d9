package jackfield.opgen;

import jackfield.opgen.device.DeviceGenerator;
import jackfield.opgen.gradient.GradientGenerator;
import jackfield.opgen.input.FaultyInput;
import jackfield.opgen.java.GeneratedTree;
import jackfield.opgen.operator.OperatorGenerator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Writes all generated sources of the repository. */
public final class Main {
  private Main() {}

  /** Writes them; the only argument is the root of the repository. */
  public static void main(String[] arguments) throws IOException {
    try {
      for (GeneratedTree tree : trees(Path.of(arguments[0]))) {
        System.out.printf("%s: %d files changed%n", tree.folder().normalize(), tree.write());
      }
    } catch (FaultyInput faulty) {
      System.err.println(faulty.getMessage());
      System.exit(1);
    }
  }

  /** Returns everything that is generated under {@code root}. */
  static List<GeneratedTree> trees(Path root) throws IOException {
    return List.of(
        OperatorGenerator.tree(root), GradientGenerator.tree(root), DeviceGenerator.tree(root));
  }
}
