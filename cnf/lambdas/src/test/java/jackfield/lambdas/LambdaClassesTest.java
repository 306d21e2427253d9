package jackfield.lambdas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.reflect.InvocationTargetException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LambdaClassesTest {
  private static final String PACKAGE = "jackfield/lambdas/";

  @TempDir private Path folder;

  @BeforeEach
  void rewriteTheSamples() throws Exception {
    URI compiled = Samples.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    Files.createDirectories(folder.resolve(PACKAGE));
    try (Stream<Path> files = Files.list(Path.of(compiled).resolve(PACKAGE))) {
      for (Path file : files.filter(path -> name(path).startsWith("Samples")).toList()) {
        Files.copy(file, folder.resolve(PACKAGE).resolve(name(file)));
      }
    }
    LambdaClasses.main(folder.toString(), "");
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  private List<Path> classes() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve(PACKAGE))) {
      return files.sorted().toList();
    }
  }

  private Class<?> rewritten(Class<?> samples) throws IOException, ClassNotFoundException {
    URL[] urls = {folder.toUri().toURL()};
    return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())
        .loadClass(samples.getName());
  }

  @SuppressWarnings("unchecked")
  private static List<Object> results(Class<?> samples) throws ReflectiveOperationException {
    List<Object> results = new ArrayList<>();
    for (var sample : (List<Supplier<Object>>) samples.getMethod("all").invoke(null)) {
      results.add(sample.get());
    }
    return results;
  }

  @Test
  void everyLambdaComputesWhatItDid() throws Exception {
    assertThat(results(rewritten(Samples.class))).isEqualTo(results(Samples.class));
  }

  @Test
  void everyRecordAndSwitchComputesWhatItDid() throws Exception {
    List<Object> before = results(SamplesLinked.class);
    assertThat(before).contains("box of 7", "metre", true, 4).doesNotContain("other box");
    assertThat(results(rewritten(SamplesLinked.class))).isEqualTo(before);
  }

  @Test
  void onlyStringsOfRecordsAreLinkedAtRunTime() throws Exception {
    List<String> linked = new ArrayList<>();
    for (Path file : classes()) {
      for (MethodModel method : ClassFile.of().parse(file).methods()) {
        method.code().stream()
            .flatMap(CodeModel::elementStream)
            .filter(InvokeDynamicInstruction.class::isInstance)
            .map(element -> ((InvokeDynamicInstruction) element).name().stringValue())
            .forEach(linked::add);
      }
    }
    assertThat(linked).containsOnly("toString", "getAsLong"); // the second: see below
  }

  @Test
  void lambdasAreNestedClassesAndNoneIsMadeAtRunTime() throws Exception {
    List<String> left = new ArrayList<>();
    for (Path file : classes()) {
      boolean isMade = name(file).contains("$$");
      boolean links =
          ClassFile.of().parse(file).findAttribute(Attributes.bootstrapMethods()).stream()
              .flatMap(attribute -> attribute.bootstrapMethods().stream())
              .anyMatch(
                  method -> method.bootstrapMethod().asSymbol().toString().contains("Lambda"));
      assertThat(isMade && links).as("%s links at run time", file).isFalse();
      if (links) {
        left.add(name(file));
      }
    }
    // One lambda stays: it widens the int that the method returns.
    assertThat(left).containsExactly("Samples.class");
    assertThat(classes()).filteredOn(file -> name(file).contains("$$")).hasSizeGreaterThan(25);
  }

  @Test
  void aStackTraceShowsTheLineOfTheLambda() throws Exception {
    Class<?> samples = rewritten(Samples.class);
    Throwable thrown = catchThrowable(() -> samples.getMethod("fail").invoke(null));
    assertThat(thrown).isInstanceOf(InvocationTargetException.class);
    StackTraceElement[] frames = thrown.getCause().getStackTrace();
    assertThat(frames[1].getClassName()).contains("Samples$$");
    assertThat(frames[1].getFileName()).isEqualTo("Samples.java");
    assertThat(frames[1].getLineNumber()).isPositive();
  }

  @Test
  void aSecondTimeNothingChanges() throws Exception {
    List<byte[]> before = new ArrayList<>();
    List<Path> files = classes();
    for (Path file : files) {
      before.add(Files.readAllBytes(file));
    }
    LambdaClasses.main(folder.toString(), "");
    assertThat(classes()).isEqualTo(files);
    for (int i = 0; i < files.size(); i++) {
      assertThat(files.get(i)).hasBinaryContent(before.get(i));
    }
  }
}
