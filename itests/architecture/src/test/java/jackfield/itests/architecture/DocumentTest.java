package jackfield.itests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.itests.architecture.Document.Reference;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the documents say of the code is so. */
class DocumentTest {
  private static final Pattern MAIN_CLASS =
      Pattern.compile("(?s)public final class (\\w+) .*public static void main\\(");
  private static final Pattern PRINTED = Pattern.compile("System\\.out\\.println\\(.*\\); // (.*)");

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"ARCHITECTURE.md", "README.md"})
  void everyPlaceThatIsNamedExistsAndReadsAsQuoted(String name) throws IOException {
    List<Reference> references = Document.read(name).references();
    assertThat(references).isNotEmpty().allSatisfy(DocumentTest::assertStands);
  }

  private static void assertStands(Reference reference) throws IOException {
    assertThat(reference.target()).exists();
    if (reference.line() > 0) {
      List<String> lines = Files.readAllLines(reference.target());
      assertThat(lines).hasSizeGreaterThanOrEqualTo(reference.line());
      assertThat(lines.get(reference.line() - 1)).contains(reference.quoted());
    } else if (!reference.quoted().isEmpty()) {
      assertThat(Files.readString(reference.target()))
          .containsIgnoringWhitespaces(reference.quoted());
    }
  }

  @Test
  void everyProgramInTheArchitecturePrintsWhatItsCommentsSay() throws Exception {
    List<String> programs =
        Document.read("ARCHITECTURE.md").blocks("java").stream()
            .filter(block -> MAIN_CLASS.matcher(block).find())
            .toList();
    assertThat(programs).isNotEmpty();
    for (String program : programs) {
      List<String> announced = matches(PRINTED, program);
      assertThat(announced).isNotEmpty();
      assertThat(run(program)).containsExactlyElementsOf(announced);
    }
  }

  private static List<String> matches(Pattern pattern, String text) {
    return pattern.matcher(text).results().map((MatchResult match) -> match.group(1)).toList();
  }

  /** Compiles a program with the class path of this test, runs it and returns what it prints. */
  private List<String> run(String program) throws Exception {
    String name = matches(MAIN_CLASS, program).getFirst();
    Path source = Files.writeString(folder.resolve(name + ".java"), program);
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null, messages, messages, "-proc:none", "-d", folder.toString(), source.toString());
    assertThat(code).as(messages.toString(StandardCharsets.UTF_8)).isZero();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      Method main = loader.loadClass(name).getMethod("main", String[].class);
      return printedBy(() -> main.invoke(null, (Object) new String[0]));
    }
  }

  private interface Program {
    Object run() throws ReflectiveOperationException;
  }

  private static List<String> printedBy(Program program) throws ReflectiveOperationException {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream before = System.out;
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      program.run();
    } finally {
      System.setOut(before);
    }
    return printed.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
