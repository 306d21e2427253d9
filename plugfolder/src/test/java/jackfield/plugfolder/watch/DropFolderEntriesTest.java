package jackfield.plugfolder.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Tests entries of the folder that are no files beside a jar that is served. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DropFolderEntriesTest extends DropFolderFixture {
  private Path pipe(String name) throws Exception {
    Path pipe = folder.resolve(name);
    Assumptions.assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
    return pipe;
  }

  private List<String> skipped() {
    return told.stream().filter(line -> line.contains("skipped")).toList();
  }

  @Test
  void aPipeAtTheStartIsToldOnceAndTheJarsBesideItAreServed() throws Exception {
    pipe("x.jar");
    jar("z.jar", "acme.a", "1.0.0");
    start();
    assertThat(platform).containsEntry("acme.a", "1.0.0");
    look(2 * JarScan.PATIENCE_SECONDS + 5);
    assertThat(skipped())
        .singleElement()
        .asString()
        .contains("x.jar", "found      it is a pipe", "available", "try");
  }

  @Test
  void aPipeThatComesLaterIsNotWaitedFor() throws Exception {
    pipe("x.jar");
    look(2);
    jar("z.jar", "acme.a", "1.0.0");
    look(2);
    assertThat(platform).containsEntry("acme.a", "1.0.0");
    assertThat(skipped()).hasSize(1);
  }

  @Test
  void aLinkToItselfIsToldOnceAndTheJarsBesideItComeAndGo() throws Exception {
    Files.createSymbolicLink(folder.resolve("loop.jar"), Path.of("loop.jar"));
    Path good = jar("z.jar", "acme.a", "1.0.0");
    look(2);
    assertThat(platform).containsEntry("acme.a", "1.0.0");
    Files.delete(good);
    look(1);
    assertThat(platform).isEmpty();
    assertThat(skipped()).singleElement().asString().contains("loop.jar", "symbolic links");
  }

  @Test
  void aFolderWithTheNameOfAJarIsToldOnce() throws Exception {
    Files.createDirectory(folder.resolve("x.jar"));
    look(2 * JarScan.PATIENCE_SECONDS + 5);
    assertThat(told).singleElement().asString().contains("x.jar", "it is a folder");
  }

  @Test
  void aBundleStaysPluggedWhileAPipeHasThePlaceOfItsFile() throws Exception {
    Path jar = jar("x.jar", "acme.a", "1.0.0");
    look(2);
    Files.delete(jar);
    pipe("x.jar");
    look(3);
    assertThat(platform).containsEntry("acme.a", "1.0.0");
    Files.delete(jar);
    look(1);
    assertThat(platform).isEmpty();
  }
}
