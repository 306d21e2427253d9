package jackfield.itests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The lambdas of shipped modules are nested classes, and their records and switches over types link
 * nothing (docs/decisions/0018): a start that makes those classes at run time takes a tenth longer.
 * The build makes them, except with {@code -Pquick}.
 */
@Tag("slow")
class ShippedLambdasTest {
  private static final int MOST = 5; // lambdas of several interfaces, or that convert numbers

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jackfield.aten.Aten",
        "jackfield.backend.cpu.reference.ReferenceBackend",
        "jackfield.dispatch.Dispatcher",
        "jackfield.feature.autograd.AutogradFeature"
      })
  void littleIsLinkedAtRunTime(String inModule) throws Exception {
    Class<?> type = Class.forName(inModule);
    Path place = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    assertThat(Files.isDirectory(place) ? linked(place) : linkedInJar(place))
        .isLessThanOrEqualTo(MOST);
  }

  private static long linkedInJar(Path jar) throws IOException {
    try (FileSystem files = FileSystems.newFileSystem(jar)) {
      return linked(files.getPath("/"));
    }
  }

  private static long linked(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().matches(".*/jackfield/.*\\.class")) // no library inside
          .mapToLong(ShippedLambdasTest::linkedInClass)
          .sum();
    }
  }

  private static long linkedInClass(Path file) {
    try {
      ClassModel type = ClassFile.of().parse(file);
      return type.methods().stream()
          .flatMap(method -> method.code().stream())
          .flatMap(CodeModel::elementStream)
          .filter(element ->
              element instanceof InvokeDynamicInstruction call
                  && !call.name().equalsString("toString")) // of records: no start calls it
          .count();
    } catch (IOException e) {
      throw new IllegalStateException(file.toString(), e);
    }
  }
}
