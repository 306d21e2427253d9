package jackfield.lambdas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DeferredBodiesTest {
  // The types are named as those of the API, which is built after this module.
  private static final Map<String, String> SOURCES =
      Map.of(
          "jackfield/kernel/KernelSource.java",
          """
          package jackfield.kernel;

          public interface KernelSource {
            Object kernel(int number);
          }
          """,
          "jackfield/spi/StructuredType.java",
          """
          package jackfield.spi;

          public interface StructuredType<B> {}
          """,
          "jackfield/spi/KernelRegistrar.java",
          """
          package jackfield.spi;

          import jackfield.kernel.KernelSource;

          public interface KernelRegistrar {
            <B> KernelRegistrar structured(StructuredType<B> operators, B body);

            KernelRegistrar structured(StructuredType<?> operators, KernelSource bodies, int number);
          }
          """,
          "Registrations.java",
          """
          import jackfield.kernel.KernelSource;
          import jackfield.spi.KernelRegistrar;
          import jackfield.spi.StructuredType;
          import java.util.ArrayList;
          import java.util.List;
          import java.util.function.Supplier;

          public class Registrations implements KernelRegistrar {
            private final List<String> notes = new ArrayList<>();

            public <B> KernelRegistrar structured(StructuredType<B> operators, B body) {
              notes.add("at once: " + ((Supplier<?>) body).get());
              return this;
            }

            public KernelRegistrar structured(
                StructuredType<?> operators, KernelSource bodies, int number) {
              notes.add("deferred: " + ((Supplier<?>) bodies.kernel(number)).get());
              return this;
            }

            private static String one() {
              return "one";
            }

            private static void register(KernelRegistrar registrar, String captured) {
              StructuredType<Supplier<String>> type = new StructuredType<>() {};
              Supplier<String> kept = () -> "kept";
              registrar
                  .structured(type, Registrations::one)
                  .structured(type, () -> "two")
                  .structured(type, () -> captured)
                  .structured(type, captured.isEmpty() ? () -> "none" : () -> "chosen")
                  .structured(type, kept);
            }

            public static List<String> notes() {
              Registrations made = new Registrations();
              register(made, "captured");
              return made.notes;
            }
          }
          """);

  @TempDir private Path folder;

  private void compile() throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-d", folder.toString()));
    for (Map.Entry<String, String> source : SOURCES.entrySet()) {
      Path file = folder.resolve("sources").resolve(source.getKey());
      Files.createDirectories(file.getParent());
      Files.writeString(file, source.getValue());
      arguments.add(file.toString());
    }
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(status).isZero();
  }

  private Object notes() throws IOException, ReflectiveOperationException {
    URL[] urls = {folder.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
      return loader.loadClass("Registrations").getMethod("notes").invoke(null);
    }
  }

  @Test
  void bodiesWithoutCapturedValuesAreMadeByTheirNumbers() throws Exception {
    compile();
    assertThat(notes())
        .isEqualTo(
            List.of(
                "at once: one",
                "at once: two",
                "at once: captured",
                "at once: chosen",
                "at once: kept"));

    LambdaClasses.main(folder.toString(), "");

    assertThat(notes())
        .isEqualTo(
            List.of(
                "deferred: one",
                "deferred: two",
                "at once: captured",
                "at once: chosen",
                "at once: kept"));
  }
}
