package jackfield.itests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The dispatcher's code contains no operator names: it knows operators only by their registrations.
 */
class OperatorNamesTest {
  private static final Pattern QUALIFIED = // namespace:: is what stands for any in messages
      Pattern.compile("\\b(?!namespace::)[a-z_]\\w*::[A-Za-z_]");
  private static final Pattern SCHEMA = Pattern.compile("\\baten::([\\w.]+)\\(");
  private static final Path OPERATORS =
      Path.of("../../operators.aten/src/generated/java/jackfield/aten");
  private static final String[] CORE = {
    "jackfield.boxing",
    "jackfield.context",
    "jackfield.dispatch",
    "jackfield.dispatcher",
    "jackfield.error",
    "jackfield.gradient",
    "jackfield.kernel",
    "jackfield.key",
    "jackfield.library",
    "jackfield.memory",
    "jackfield.report",
    "jackfield.schema",
    "jackfield.spi",
    "jackfield.tensor"
  };

  private static Stream<JavaClass> classes(String... packages) {
    return new ClassFileImporter()
        .withImportOption(new DoNotIncludeTests()).importPackages(packages).stream();
  }

  /** Returns the operators that occur in {@code texts}, with namespace or by name and overload. */
  private static List<String> named(Stream<String> texts, Set<String> overloads) {
    return texts
        .filter(text -> QUALIFIED.matcher(text).find() || overloads.contains(text))
        .toList();
  }

  /** Returns the overloads of the operator library, such as {@code add.Tensor}. */
  private static Set<String> overloads() throws IOException {
    Set<String> overloads = new HashSet<>();
    try (Stream<Path> sources = Files.list(OPERATORS)) {
      for (Path source : sources.filter(Files::isRegularFile).toList()) {
        SCHEMA
            .matcher(Files.readString(source))
            .results()
            .map(schema -> schema.group(1))
            .filter(name -> name.contains("."))
            .forEach(overloads::add);
      }
    }
    return overloads;
  }

  @Test
  void theDispatcherNamesNoOperator() throws IOException {
    Set<String> overloads = overloads();
    assertThat(overloads).contains("add.Tensor");
    assertThat(classes(CORE))
        .isNotEmpty()
        .allSatisfy(type -> assertThat(named(Texts.of(type), overloads)).isEmpty());
  }

  @Test
  void anOperatorThatIsNamedIsFound() {
    JavaClass naming = new ClassFileImporter().importClass(Naming.class);
    assertThat(named(Texts.of(naming), Set.of("add.Tensor")))
        .containsExactlyInAnyOrder("add.Tensor", "call aten::size.int first");
  }

  /** A class that violates the rule. */
  static final class Naming {
    String[] texts() {
      return new String[] {
        "add.Tensor", "call aten::size.int first", "aten::", "namespace::add", "add"
      };
    }
  }
}
