package jackfield;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.dispatch.PlugFailure;
import jackfield.refusing.FailingActivator;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bundles whose activator throws. */
class FailingActivatorIT {
  @TempDir private Path folder; // set before each test

  private Path bundle(String version, String fails) throws IOException {
    Manifest manifest = new Manifest();
    var headers = manifest.getMainAttributes();
    headers.putValue("Manifest-Version", "1.0");
    headers.putValue("Bundle-ManifestVersion", "2");
    headers.putValue("Bundle-SymbolicName", "my.failing");
    headers.putValue("Bundle-Version", version);
    headers.putValue("Bundle-Activator", FailingActivator.class.getName());
    headers.putValue("Import-Package", "org.osgi.framework");
    headers.putValue("Fails", fails);
    Path jar = folder.resolve(version + ".jar");
    try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      for (String suffix : new String[] {"", "$Failed"}) {
        String type = (FailingActivator.class.getName() + suffix).replace('.', '/') + ".class";
        out.putNextEntry(new JarEntry(type));
        try (InputStream in = FailingActivator.class.getResourceAsStream("/" + type)) {
          in.transferTo(out);
        }
      }
    }
    return jar;
  }

  @Test
  void aBundleThatThrowsWhenItStopsIsUpdated() throws IOException {
    try (Jackfield jackfield = Jackfield.start()) {
      Plugged old = jackfield.plug(bundle("1.0.0", "stop").toString());
      assertThat(old.version()).isEqualTo("1.0.0");
      var report = jackfield.platform().update("my.failing", bundle("2.0.0", "never"));
      assertThat(report.version()).isEqualTo("2.0.0");
    }
  }

  /** Callers may keep the error, which must not keep the bundle's class loader. */
  @Test
  void theErrorOfABundleThatThrowsWhenItStartsHasNoClassOfTheBundle() throws IOException {
    String jar = bundle("1.0.0", "start").toString();
    try (Jackfield jackfield = Jackfield.start()) {
      var refused = catchThrowableOfType(PlugFailure.class, () -> jackfield.plug(jar));
      assertThat(refused.problem()).contains("start on purpose");
      assertThat(refused.remedy()).isEqualTo("mend the bundle, then try again");
      assertThat(refused.getCause()).isNull();
    }
  }
}
