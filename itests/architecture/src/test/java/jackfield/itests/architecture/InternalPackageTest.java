package jackfield.itests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The package {@code jackfield.internal} is for the dispatcher alone. */
class InternalPackageTest {
  private static final Pattern INTERNAL =
      Pattern.compile("(?:^|,)jackfield\\.internal((?:;[\\w-]+:?=(?:\"[^\"]*\"|[^;,\"]*))*)");

  /** Returns the clauses for the package in a header, by symbolic name of the bundle. */
  private static Map<String, String> clauses(String header) throws IOException {
    Map<String, String> found = new TreeMap<>();
    ClassLoader loader = InternalPackageTest.class.getClassLoader();
    for (URL url : Collections.list(loader.getResources("META-INF/MANIFEST.MF"))) {
      try (InputStream stream = url.openStream()) {
        Attributes main = new Manifest(stream).getMainAttributes();
        String name = main.getValue("Bundle-SymbolicName");
        Matcher clause = INTERNAL.matcher(String.valueOf(main.getValue(header)));
        if (name != null && clause.find()) {
          found.put(name, clause.group(1));
        }
      }
    }
    return found;
  }

  @Test
  void anImportWithoutTheAttributeIsNotWiredToThePackage() throws IOException {
    Map<String, String> exports = clauses("Export-Package");
    assertThat(exports).containsOnlyKeys("jackfield.dispatcher.api");
    assertThat(exports.get("jackfield.dispatcher.api").split(";"))
        .contains("for=dispatcher", "mandatory:=for");
  }

  @Test
  void onlyTheDispatcherImportsIt() throws IOException {
    Map<String, String> imports = clauses("Import-Package");
    assertThat(imports).containsOnlyKeys("jackfield.dispatcher.impl");
    assertThat(imports.get("jackfield.dispatcher.impl").split(";")).contains("for=dispatcher");
  }

  @ParameterizedTest
  @CsvSource({
    "jackfield.kernel.Operator, define nextSchema publishRelease reference",
    "jackfield.kernel.DispatchTable, cutPrevious redispatchFunction",
    "jackfield.context.Epochs, advance anyInsideBefore insideBefore oldestInside",
    "jackfield.context.DispatchContext, isInsideBefore epochAcquire upcomingSequence",
    "jackfield.memory.Storage, enlist requireBackend",
    "jackfield.memory.MemoryDomain, isRemovable"
  })
  void theMembersThatItGivesAccessToAreNotPublic(String type, String names) throws Exception {
    List<String> wanted = List.of(names.split(" "));
    List<Method> methods =
        Stream.of(Class.forName(type).getDeclaredMethods())
            .filter(method -> wanted.contains(method.getName()))
            .toList();
    assertThat(methods).extracting(Method::getName).containsAll(wanted);
    assertThat(methods).noneMatch(method -> Modifier.isPublic(method.getModifiers()));
  }

  @ParameterizedTest
  @CsvSource({"jackfield.memory.DomainRemoval", "jackfield.memory.ThreadMemory"})
  void theClassesThatItGivesAccessToAreNotPublic(String type) throws ClassNotFoundException {
    assertThat(Modifier.isPublic(Class.forName(type).getModifiers())).isFalse();
  }
}
