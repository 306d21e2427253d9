package jackfield;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.dispatch.PlugFailure;
import jackfield.refusing.RefusingBackend;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A bundle whose component throws a typed error: the program sees the error and no stack. */
class RefusedBundleIT {
  private static final String DESCRIPTION =
      """
      <scr:component xmlns:scr="http://www.osgi.org/xmlns/scr/v1.3.0" name="refusing">
        <service><provide interface="jackfield.spi.Backend"/></service>
        <implementation class="jackfield.refusing.RefusingBackend"/>
      </scr:component>
      """;

  @TempDir private Path folder; // set before each test

  private Path bundle() throws IOException {
    Manifest manifest = new Manifest();
    var headers = manifest.getMainAttributes();
    headers.putValue("Manifest-Version", "1.0");
    headers.putValue("Bundle-ManifestVersion", "2");
    headers.putValue("Bundle-SymbolicName", "my.refusing");
    headers.putValue("Import-Package", "jackfield.schema,jackfield.spi");
    headers.putValue("Service-Component", "OSGI-INF/refusing.xml");
    Path jar = folder.resolve("refusing.jar");
    String type = RefusingBackend.class.getName().replace('.', '/') + ".class";
    try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        InputStream in = RefusingBackend.class.getResourceAsStream("/" + type)) {
      out.putNextEntry(new JarEntry("OSGI-INF/refusing.xml"));
      out.write(DESCRIPTION.getBytes(StandardCharsets.UTF_8));
      out.putNextEntry(new JarEntry(type));
      in.transferTo(out);
    }
    return jar;
  }

  @Test
  void theTypedErrorIsInTheFailureAndNoStackIsPrinted() throws IOException {
    String jar = bundle().toString();
    PrintStream before = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (Jackfield jackfield = Jackfield.start()) {
      System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
      var refused = catchThrowableOfType(PlugFailure.class, () -> jackfield.plug(jar));
      assertThat(refused.problem())
          .startsWith("refusing cannot be made: unknown type at line 1, column 13")
          .contains("found      Tensr");
      assertThat(refused.getCause()).isNull();
    } finally {
      System.setErr(before);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8)).doesNotContain("\tat ");
  }
}
