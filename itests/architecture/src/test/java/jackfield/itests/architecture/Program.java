package jackfield.itests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

/** A Java program in a document. */
record Program(String name, String source) {
  private static final Pattern MAIN_CLASS =
      Pattern.compile("(?s)public final class (\\w+) .*public static void main\\(");

  /** Returns the program in a code block, if the block has a main method. */
  static Optional<Program> in(String block) {
    Matcher main = MAIN_CLASS.matcher(block);
    return main.find() ? Optional.of(new Program(main.group(1), block)) : Optional.empty();
  }

  /**
   * Compiles the program with the class path of this test, runs it and returns the lines that it
   * prints.
   */
  List<String> run(Path folder) throws IOException, ReflectiveOperationException {
    compile(folder);
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      return printedBy(loader.loadClass(name).getMethod("main", String[].class));
    }
  }

  private void compile(Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve(name + ".java"), source);
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, messages, messages, "-proc:none", "-d", folder.toString(), file.toString());
    assertThat(code).as(messages.toString(StandardCharsets.UTF_8)).isZero();
  }

  private static List<String> printedBy(Method main) throws ReflectiveOperationException {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream before = System.out;
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      main.invoke(null, (Object) new String[0]);
    } finally {
      System.setOut(before);
    }
    return printed.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
