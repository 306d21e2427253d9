package jackfield.plugfolder.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is plugged when the platform starts with a folder that it knows. */
class DropFolderRestartTest extends DropFolderFixture {
  @Test
  void anAcceptedJarIsPluggedAfterARestartToo() throws Exception {
    changing.add("acme.a:1.0.0");
    jar("a.jar", "acme.a", "1.0.0");
    Files.createFile(folder.resolve("a.jar.accept"));
    look(2);
    assertThat(platform).containsEntry("acme.a", "1.0.0");
    start();
    assertThat(platform).containsEntry("acme.a", "1.0.0");
  }

  @Test
  void aRestartPlugsTheSameInTheSameOrder() throws Exception {
    jar("b.jar", "acme.b", "1.0.0");
    look(2);
    jar("1-a.jar", "acme.a", "1.0.0");
    look(2);
    jar("c.jar", "acme.c", "1.0.0");
    look(2);
    List<String> before = List.copyOf(platform.keySet());
    start();
    assertThat(platform.keySet()).containsExactlyElementsOf(before);
    assertThat(before).containsExactly("acme.b", "acme.a", "acme.c");
  }

  @Test
  void aCrashInTheMiddleOfWritingTheOrderChangesNothing() throws Exception {
    jar("b.jar", "acme.b", "1.0.0");
    jar("a.jar", "acme.a", "1.0.0");
    Files.writeString(folder.resolve(".order.new"), "hal");
    Files.writeString(folder.resolve(".order"), "b.jar\ngone.jar\n");
    start();
    assertThat(platform.keySet()).containsExactly("acme.b", "acme.a");
    assertThat(folder.resolve(".order")).hasContent("b.jar\na.jar\n");
    assertThat(folder.resolve(".order.new")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"pipe", "bytes"})
  void anOrderThatCannotBeReadIsReplaced(String kind) throws Exception {
    Path order = folder.resolve(".order");
    jar("b.jar", "acme.b", "1.0.0");
    if (kind.equals("pipe")) {
      assumeTrue(new ProcessBuilder("mkfifo", order.toString()).start().waitFor() == 0);
    } else {
      Files.write(order, new byte[] {(byte) 0xff, (byte) 0xfe});
    }
    start();
    assertThat(platform.keySet()).containsExactly("acme.b");
    assertThat(order).isRegularFile().hasContent("b.jar\n");
  }

  /** Overwrites a file that was plugged as 1.0.0 with 2.0.0, which is refused. */
  private Path writtenOver() throws IOException {
    refusals.add("acme.a:2.0.0");
    Path jar = jar("a.jar", "acme.a", "1.0.0");
    look(2);
    jar("a.jar", "acme.a", "2.0.0");
    look(3);
    assertThat(platform).containsEntry("acme.a", "1.0.0");
    return jar;
  }

  @Test
  void theFormerContentOfAnOverwrittenFileIsPluggedAfterARestart() throws Exception {
    Path jar = writtenOver();
    told.clear();
    start();
    assertThat(platform).containsEntry("acme.a", "1.0.0");
    assertThat(told.getFirst()).contains("not acme.a:2.0.0");
    assertThat(told.getLast())
        .contains("plug a.jar", "found ", "available  acme.a 1.0.0", "try ")
        .contains(folder.resolve(".served/a.jar").toString());
    int before = told.size();
    look(4);
    assertThat(told).hasSize(before);
    Files.delete(jar);
    look(1);
    assertThat(platform).isEmpty();
    assertThat(folder.resolve(".served")).isEmptyDirectory();
  }

  @Test
  void afterARestartTheRefusedJarIsTriedFirst() throws Exception {
    writtenOver();
    refusals.clear();
    start();
    assertThat(asked).endsWith("plug acme.a:2.0.0");
    refusals.add("acme.a:2.0.0");
    jar("a.jar", "acme.a", "3.0.0");
    look(2);
    assertThat(asked).endsWith("swap acme.a:2.0.0 3.0.0");
  }

  @Test
  void aRestartPlugsTheCopyOfAnUnfinishedJar() throws Exception {
    Path jar = jar("a.jar", "acme.a", "1.0.0");
    look(2);
    Files.writeString(jar, "half");
    start();
    look(2);
    assertThat(platform).containsEntry("acme.a", "1.0.0");
    jar("a.jar", "acme.a", "1.1.0");
    look(2);
    assertThat(asked).endsWith("swap acme.a:1.0.0 1.1.0");
  }

  @Test
  void theCopyOfAFileThatWasRemovedMeanwhileIsDeleted() throws Exception {
    Files.delete(writtenOver());
    start();
    assertThat(platform).isEmpty();
    assertThat(folder.resolve(".served")).isEmptyDirectory();
  }

  @Test
  void aRefusedJarIsNotPluggedFromItsCopy() throws Exception {
    jar("a.jar", "acme.a", "1.0.0");
    look(2);
    refusals.add("acme.a:1.0.0");
    asked.clear();
    told.clear();
    start();
    assertThat(told).singleElement().asString().contains("not acme.a:1.0.0");
    refusals.clear();
    jar("b.jar", "acme.b", "1.0.0");
    look(2);
    assertThat(asked).containsExactly("plug acme.b:1.0.0", "plug acme.a:1.0.0");
  }

  @Test
  void theNewestOfCopiesAndFilesIsPlugged() throws Exception {
    jar("b.jar", "acme.a", "0.9.0");
    writtenOver();
    start();
    assertThat(platform).containsEntry("acme.a", "1.0.0");
    jar("c.jar", "acme.a", "1.5.0");
    look(2);
    start();
    assertThat(platform).containsEntry("acme.a", "1.5.0");
    Files.delete(folder.resolve("c.jar"));
    look(1);
    assertThat(asked).endsWith("swap acme.a:1.5.0 1.0.0");
  }

  @Test
  void aBrokenCopyDoesNotAffectOtherJars() throws Exception {
    writtenOver();
    jar("b.jar", "acme.b", "1.0.0");
    look(2);
    Files.writeString(folder.resolve(".served/a.jar"), "half");
    start();
    assertThat(platform.keySet()).containsExactly("acme.b");
    assertThat(told).anyMatch(line -> line.contains("cannot read " + folder.resolve(".served")));
  }
}
