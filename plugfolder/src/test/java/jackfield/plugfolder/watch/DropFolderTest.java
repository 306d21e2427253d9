package jackfield.plugfolder.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DropFolderTest extends DropFolderFixture {
  @Test
  void aJarIsPluggedOnceItLooksTheSameTwice() throws Exception {
    jar("a.jar", "acme.a", "1.0.0");
    look(1);
    assertThat(platform).isEmpty();
    look(1);
    assertThat(platform).containsEntry("acme.a", "1.0.0");
  }

  @Test
  void aJarThatWasMovedInIsPlugged() throws Exception {
    Path part = jar("a.jar.part", "acme.a", "1.0.0");
    look(3);
    assertThat(platform).isEmpty();
    Files.move(part, folder.resolve("a.jar"), StandardCopyOption.ATOMIC_MOVE);
    look(2);
    assertThat(platform).containsKey("acme.a");
  }

  @Test
  void aRefusedJarIsTakenWhenAMarkerBesideItAcceptsItsChanges() throws Exception {
    jar("a-1.jar", "acme.a", "1.0.0");
    look(2);
    changing.add("acme.a:2.0.0");
    jar("a-2.jar", "acme.a", "2.0.0");
    look(4);
    assertThat(platform).containsEntry("acme.a", "1.0.0");
    Path marker = Files.createFile(folder.resolve("a-2.jar.accept"));
    look(1);
    assertThat(platform).containsEntry("acme.a", "2.0.0");
    assertThat(marker).doesNotExist();
  }

  @Test
  void aMarkerIsForOneContentOfItsJar() throws Exception {
    jar("a.jar", "acme.a", "1.0.0");
    Files.createFile(folder.resolve("a.jar.accept"));
    look(2);
    changing.add("acme.a:2.0.0");
    jar("a.jar", "acme.a", "2.0.0");
    look(4);
    assertThat(platform).containsEntry("acme.a", "1.0.0");
  }

  @Test
  void aHalfWrittenJarIsWaitedFor() throws Exception {
    Path jar = jar("a.jar", "acme.a", "1.0.0");
    byte[] whole = Files.readAllBytes(jar);
    Files.write(jar, java.util.Arrays.copyOf(whole, whole.length / 2));
    look(5);
    assertThat(platform).isEmpty();
    assertThat(told).isEmpty();
    Files.write(jar, whole);
    look(2);
    assertThat(platform).containsKey("acme.a");
  }

  @Test
  void aJarThatStaysUnfinishedIsRefusedOnceAfterTheWait() throws Exception {
    Files.writeString(folder.resolve("a.jar"), "half");
    look(2 * JarScan.PATIENCE_SECONDS - 2);
    assertThat(told).isEmpty();
    look(20);
    assertThat(told).singleElement().asString().contains("a.jar", "no jar");
  }

  @Test
  void removingAJarUnplugsIt() throws Exception {
    Path jar = jar("a.jar", "acme.a", "1.0.0");
    look(2);
    Files.delete(jar);
    look(1);
    assertThat(platform).isEmpty();
  }

  @Test
  void ofSeveralVersionsTheNewestIsPlugged() throws Exception {
    jar("a-9.jar", "acme.a", "9.0.0");
    jar("a-10.jar", "acme.a", "10.0.0");
    look(2);
    assertThat(platform).containsExactly(Map.entry("acme.a", "10.0.0"));
  }

  @Test
  void aNewerVersionBesideTheOldTakesOverAndRemovingItGivesBack() throws Exception {
    jar("a-1.jar", "acme.a", "1.0.0");
    look(2);
    Path newer = jar("a-2.jar", "acme.a", "2.0.0");
    look(2);
    assertThat(platform).containsEntry("acme.a", "2.0.0");
    Files.delete(newer);
    look(1);
    assertThat(platform).containsEntry("acme.a", "1.0.0");
    assertThat(asked)
        .containsExactly("plug acme.a:1.0.0", "swap acme.a:1.0.0 2.0.0", "swap acme.a:2.0.0 1.0.0");
  }

  @Test
  void aRefusedNewerVersionLeavesTheOlderPlugged() throws Exception {
    refusals.add("acme.a:2.0.0");
    jar("a-1.jar", "acme.a", "1.0.0");
    look(2);
    jar("a-2.jar", "acme.a", "2.0.0");
    look(4);
    assertThat(platform).containsEntry("acme.a", "1.0.0");
    assertThat(told.stream().filter(line -> line.contains("not acme.a:2.0.0"))).hasSize(1);
    assertThat(asked).containsExactly("plug acme.a:1.0.0");
  }

  @Test
  void aRefusedReplacementLeavesTheBundlePluggedUntilTheFileIsRemoved() throws Exception {
    refusals.add("acme.a:2.0.0");
    jar("a-0.jar", "acme.a", "0.9.0");
    Path jar = jar("a.jar", "acme.a", "1.0.0");
    look(2);
    jar("a.jar", "acme.a", "2.0.0");
    look(4);
    assertThat(asked).containsExactly("plug acme.a:1.0.0");
    assertThat(told).hasSize(2);
    Files.delete(jar);
    look(1);
    assertThat(asked).endsWith("swap acme.a:1.0.0 0.9.0");
  }

  @Test
  void aFileThatIsNoJarAnyMoreLeavesTheBundlePlugged() throws Exception {
    Path jar = jar("a.jar", "acme.a", "1.0.0");
    look(2);
    Files.writeString(jar, "half");
    look(2 * JarScan.PATIENCE_SECONDS + 5);
    assertThat(platform).containsEntry("acme.a", "1.0.0");
    assertThat(told).last().asString().contains("it is no jar");
    Files.delete(jar);
    look(1);
    assertThat(platform).isEmpty();
  }

  @Test
  void aFileWithAnotherBundleUnplugsTheFormer() throws Exception {
    refusals.add("acme.b:1.0.0");
    jar("a.jar", "acme.a", "1.0.0");
    look(2);
    jar("a.jar", "acme.b", "1.0.0");
    look(3);
    assertThat(platform.keySet()).containsExactly("acme.a");
    jar("a.jar", "acme.b", "1.1.0");
    look(2);
    assertThat(platform.keySet()).containsExactly("acme.b");
  }

  @Test
  void otherContentOfTheSameVersionIsSwappedToo() throws Exception {
    Path jar = jar("a.jar", "acme.a", "1.0.0");
    look(2);
    Path part = jar("a.part", "acme.a", "1.0.0");
    Files.move(part, jar, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    look(2);
    assertThat(asked).endsWith("swap acme.a:1.0.0 1.0.0");
  }

  @Test
  void aBundleThatAUserUnpluggedIsPluggedInsteadOfSwapped() throws Exception {
    jar("a-1.jar", "acme.a", "1.0.0");
    look(2);
    platform.clear();
    jar("a-2.jar", "acme.a", "2.0.0");
    look(2);
    assertThat(asked).endsWith("plug acme.a:2.0.0");
  }

  @Test
  void aVetoedUnplugIsRepeated() throws Exception {
    Path jar = jar("a.jar", "acme.a", "1.0.0");
    look(2);
    isUsed = true;
    jar("a.jar", "acme.a", "2.0.0");
    look(3);
    assertThat(platform).containsEntry("acme.a", "1.0.0");
    Files.delete(jar);
    look(2);
    assertThat(platform).containsEntry("acme.a", "1.0.0");
    isUsed = false;
    look(1);
    assertThat(platform).isEmpty();
  }

  @Test
  void aJarThatIsWrittenOverIsReplacedWhenItIsFinished() throws Exception {
    Path jar = jar("a.jar", "acme.a", "1.0.0");
    look(2);
    Files.writeString(jar, "half");
    look(3);
    assertThat(platform).containsEntry("acme.a", "1.0.0");
    jar("a.jar", "acme.a", "1.1.0");
    look(2);
    assertThat(platform).containsEntry("acme.a", "1.1.0");
  }

  @Test
  void jarsOfOneScanArePluggedByStartLevel() throws Exception {
    jar("a.jar", "acme.a", "1.0.0");
    jar("60-b.jar", "acme.b", "1.0.0");
    jar("9-z.jar", "acme.z", "1.0.0");
    look(2);
    assertThat(platform.keySet()).containsExactly("acme.z", "acme.a", "acme.b");
  }

  @Test
  void aRefusedJarIsTriedAgainAfterAnotherBundle() throws Exception {
    refusals.add("acme.a:1.0.0");
    jar("a.jar", "acme.a", "1.0.0");
    look(3);
    refusals.clear();
    look(2);
    assertThat(platform).isEmpty();
    jar("b.jar", "acme.b", "1.0.0");
    look(2);
    assertThat(platform.keySet()).containsExactly("acme.b", "acme.a");
  }

  @Test
  void aRefusedJarIsTriedAgainAfterForgive() throws Exception {
    refusals.add("acme.a:1.0.0");
    jar("a.jar", "acme.a", "1.0.0");
    look(3);
    refusals.clear();
    drop.forgive();
    look(1);
    assertThat(platform).containsKey("acme.a");
  }
}
