package jackfield.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The verb {@code doctor}: reports what the machine has and what is missing, with remedies. */
final class Doctor {
  private final Distribution distribution;
  private final Machine machine;

  Doctor(Distribution distribution) {
    this(distribution, new Machine(Path.of("/")));
  }

  Doctor(Distribution distribution, Machine machine) {
    this.distribution = distribution;
    this.machine = machine;
  }

  int run(List<String> arguments, PrintStream out, PrintStream err) {
    if (arguments.equals(List.of("--help")) || arguments.equals(List.of("-h"))) {
      out.println("Usage: ./jackfield doctor");
      out.println("Reports what this machine has; exits with 1 if a requirement is missing.");
      return 0;
    }
    if (!arguments.isEmpty()) {
      String surplus = arguments.get(arguments.getFirst().equals("--help") ? 1 : 0);
      err.println("jackfield: doctor takes no arguments, not '" + surplus + "'");
      return Main.MISUSED;
    }
    List<Finding> findings = examine();
    findings.forEach(out::println);
    return findings.stream().anyMatch(f -> f.state() == Finding.State.MISSING) ? Main.FAILED : 0;
  }

  List<Finding> examine() {
    List<Finding> findings = new ArrayList<>();
    findings.add(machine.jdk());
    findings.add(machine.vectors());
    findings.add(machine.cores());
    findings.add(machine.memory());
    findings.add(machine.nativeAccess());
    findings.add(machine.oneDnn());
    findings.add(machine.gpu());
    findings.addAll(fence());
    findings.add(bundles());
    findings.add(data());
    findings.add(plugFolder());
    return findings;
  }

  /** Asks the dispatcher's own class, which chooses the fence at its initialization. */
  private List<Finding> fence() {
    return distribution.platform().stream()
        .filter(jar -> jar.getFileName().toString().startsWith("dispatcher.api"))
        .map(Doctor::fence)
        .toList();
  }

  private static Finding fence(Path jar) {
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      Object way =
          Class.forName("jackfield.context.Epochs", true, loader).getMethod("fence").invoke(null);
      return Finding.ok(
          "fence",
          way.equals("membarrier")
              ? "membarrier: a plug or unplug fences all threads"
              : way + ": each outermost call has a full fence of its own");
    } catch (IOException | ReflectiveOperationException | LinkageError broken) {
      return Finding.missing("fence", jar + " cannot be asked: " + broken, LaunchFailure.REBUILD);
    }
  }

  private Finding bundles() {
    return Finding.ok(
        "bundles",
        "in the platform: %d, backends to plug: %d, verbs: %s"
            .formatted(
                distribution.platform().size(),
                distribution.backends().size(),
                String.join(
                    ", ", distribution.verbBundles().stream().map(VerbBundle::verb).toList())));
  }

  private Finding data() {
    Path data = distribution.home().resolve("examples/data/fashion-mnist");
    return Files.isDirectory(data)
        ? Finding.ok("data", data.toString())
        : Finding.missing(
            "data",
            "no folder " + data,
            "git checkout examples/data, or give the demo another: ./jackfield demo --data DIR");
  }

  private Finding plugFolder() {
    Path plug = distribution.plug();
    Path nearest = Files.exists(plug) ? plug : plug.getParent();
    return Files.isWritable(nearest)
        ? Finding.ok("plug folder", plug + ": a jar dropped there is plugged")
        : Finding.missing("plug folder", "cannot write to " + nearest, "chmod u+w " + nearest);
  }
}
