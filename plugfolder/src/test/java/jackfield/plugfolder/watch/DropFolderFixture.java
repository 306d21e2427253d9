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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A folder whose jars are plugged into a platform that records what it is asked for. */
abstract class DropFolderFixture {
  private static final long SECOND = 1_000_000_000L;

  @TempDir Path folder;
  final Map<String, String> platform = new LinkedHashMap<>(); // bundle to version
  final List<String> refusals = new ArrayList<>(); // titles that are refused
  final List<String> changing = new ArrayList<>(); // titles that need acceptance
  final List<String> asked = new ArrayList<>();
  boolean isUsed; // whether calls stay inside, so that a drain is vetoed
  final List<String> told = new ArrayList<>();
  private long nanos;
  DropFolder drop; // a restart makes another

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
      return new PlugReport(
          PlugReport.Action.PLUGGED, jar.bundle(), jar.version().toString(), 1, 1, "", "", 1);
    }

    @Override
    public PlugReport unplug(String title) {
      refuse(title, "");
      asked.add("unplug " + title);
      String bundle = title.substring(0, title.indexOf(':'));
      return new PlugReport(
          PlugReport.Action.UNPLUGGED, bundle, platform.remove(bundle), 1, 1, "", "", 1);
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
      return new SwapReport(jar.bundle(), version, 2, title, 1, 1, List.of(), 1);
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

  void look(int times) throws IOException {
    for (int i = 0; i < times; i++) {
      nanos += SECOND / 2;
      drop.look(false);
    }
  }

  Path jar(String file, String bundle, String version) throws IOException {
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
}
