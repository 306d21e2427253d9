package jackfield.plugfolder.watch;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.dispatch.DrainVetoed;
import jackfield.dispatch.PlugFailure;
import jackfield.spi.ChangePolicy;
import jackfield.spi.Platform.PlugReport;
import jackfield.spi.SwapReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DropFolderTest {
  private static final long SECOND = 1_000_000_000L;

  @TempDir private Path folder;
  private final Map<String, String> platform = new LinkedHashMap<>(); // bundle to version
  private final List<String> refusals = new ArrayList<>(); // titles that are refused
  private final List<String> changing = new ArrayList<>(); // titles that need acceptance
  private final List<String> asked = new ArrayList<>();
  private boolean isUsed; // whether calls stay inside, so that a drain is vetoed
  private final List<String> told = new ArrayList<>();
  private long nanos;
  private DropFolder drop; // a restart makes another

  @BeforeEach
  void start() throws IOException {
    platform.clear();
    drop = new DropFolder(folder, () -> nanos, new Sockets(), told::add);
    drop.look(true);
  }

  /** A platform that has each bundle once and records the requests. */
  private final class Sockets implements DropSockets {
    @Override
    public PlugReport plug(Path file, ChangePolicy changes) {
      DroppedJar jar = read("plug", file);
      refuseChanges("plug", jar, changes);
      if (platform.containsKey(jar.bundle())) {
        throw new PlugFailure("plug", file.toString(), jar.title(), "is there already", null);
      }
      platform.put(jar.bundle(), jar.version().toString());
      asked.add("plug " + jar.title());
      return new PlugReport("plugged", jar.bundle(), jar.version().toString(), 1, 1, "", "", 1);
    }

    @Override
    public PlugReport unplug(String title) {
      refuse(title, "");
      asked.add("unplug " + title);
      String bundle = title.substring(0, title.indexOf(':'));
      return new PlugReport("unplugged", bundle, platform.remove(bundle), 1, 1, "", "", 1);
    }

    @Override
    public SwapReport swap(String title, Path file, ChangePolicy changes) {
      refuse(title, file.toString());
      DroppedJar jar = read("swap", file);
      refuseChanges("swap", jar, changes);
      assertThat(holds(title)).isTrue();
      platform.remove(jar.bundle());
      platform.put(jar.bundle(), jar.version().toString());
      asked.add("swap %s %s".formatted(title, jar.version()));
      String version = jar.version().toString();
      return new SwapReport(jar.bundle(), version, title, 1, 1, List.of(), 1);
    }

    @Override
    public boolean holds(String title) {
      String[] nameAndVersion = title.split(":", 2);
      return nameAndVersion[1].equals(platform.get(nameAndVersion[0]));
    }

    private void refuseChanges(String action, DroppedJar jar, ChangePolicy changes) {
      if (changing.contains(jar.title()) && changes != ChangePolicy.ACCEPT) {
        throw new PlugFailure(action, jar.fileName(), "other values", "accept them", null);
      }
    }

    private void refuse(String title, String what) {
      if (isUsed) {
        throw new DrainVetoed(title, "calls stay inside, so not " + what, List.of());
      }
    }
  }

  private DroppedJar read(String action, Path file) {
    try {
      DroppedJar jar = DroppedJar.read(file, Stamp.of(file));
      if (refusals.contains(jar.title())) {
        throw new PlugFailure(action, file.toString(), "not " + jar.title(), "another", null);
      }
      return jar;
    } catch (IOException noJar) {
      throw new PlugFailure(action, file.toString(), "it is no jar", "copy it again", noJar);
    }
  }

  private void look(int times) throws IOException {
    for (int i = 0; i < times; i++) {
      nanos += SECOND / 2;
      drop.look(false);
    }
  }

  private Path jar(String file, String bundle, String version) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(new Attributes.Name("Bundle-SymbolicName"), bundle);
    manifest.getMainAttributes().put(new Attributes.Name("Bundle-Version"), version);
    Path jar = folder.resolve(file);
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      out.putNextEntry(new JarEntry("data"));
      out.write(new byte[2_000]);
    }
    return jar;
  }

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
