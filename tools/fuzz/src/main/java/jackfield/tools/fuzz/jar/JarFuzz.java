package jackfield.tools.fuzz.jar;

import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.PlugFailure;
import jackfield.error.JackfieldException;
import jackfield.memory.Device;
import jackfield.spi.Platform;
import jackfield.tools.fuzz.operator.Backends;
import jackfield.tools.fuzz.operator.CaseCheck;
import jackfield.tools.fuzz.operator.Failure;
import jackfield.tools.fuzz.operator.OperatorFuzz;
import jackfield.tools.fuzz.operator.OracleFinding;
import jackfield.tools.fuzz.operator.argument.CaseGenerator;
import jackfield.tools.fuzz.run.Message;
import jackfield.tools.fuzz.run.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/**
 * Plugs damaged jars, swaps them in and updates with them. The oracle accepts two outcomes: a typed
 * error after which everything is as before, or a plugged backend whose results agree with the
 * reference.
 */
final class JarFuzz {
  static final String BACKEND = "backend.cpu";
  static final String REFERENCE = "backend.cpu.reference";
  private static final int CALLS = 60;

  private final BundleContext context;
  private final Dispatcher dispatcher;
  private final Platform platform;
  private final Path distribution;
  private final Path folder;
  private final CaseGenerator calls;
  private final Progress progress;

  /**
   * Creates the run.
   *
   * @param folder the folder for the jars that it writes
   */
  JarFuzz(
      BundleContext context,
      Dispatcher dispatcher,
      Platform platform,
      Path distribution,
      Path folder,
      Progress progress) {
    this.context = context;
    this.dispatcher = dispatcher;
    this.platform = platform;
    this.distribution = distribution;
    this.folder = folder;
    this.calls = new CaseGenerator(OperatorFuzz.schemas(dispatcher, ""), 0);
    this.progress = progress;
  }

  /** Returns the finding, if there is one; afterwards the platform is as before. */
  Optional<Message> check(JarCase broken) throws IOException {
    prepare(broken);
    Set<Long> before = bundles();
    Set<Platform.Contribution> pluggedBefore = Set.copyOf(platform.plugged());
    Optional<Bundle> target = find(broken.bundle());
    Path jar = folder.resolve(broken.number() + ".jar");
    Files.write(jar, broken.apply(Files.readAllBytes(shipped(broken.bundle()))));
    boolean isTaken = false;
    try {
      progress.call();
      if (ask(broken, jar)) {
        isTaken = true;
        checkTaken(broken, pluggedBefore, before);
      } else {
        checkRefused(pluggedBefore, before);
      }
      checkAnswers();
      return Optional.empty();
    } catch (OracleFinding wrong) {
      return Optional.of(
          new Message(
              broken.subject() + ": " + wrong.kind(),
              "// %s: %s%n// %s%n%s"
                  .formatted(
                      broken.subject(), wrong.kind(), wrong.getMessage(), broken.command())));
    } finally {
      Files.delete(jar);
      if (isTaken && broken.action() == JarCase.Action.UPDATE) {
        target.ifPresent(updated -> before.remove(updated.getBundleId()));
      }
      restore(before);
    }
  }

  private void prepare(JarCase broken) {
    boolean isThere = find(BACKEND).isPresent();
    if (isThere && broken.action() == JarCase.Action.PLUG) {
      platform.unplug(BACKEND);
    } else if (!isThere && broken.action() != JarCase.Action.PLUG) {
      platform.plug(shipped(BACKEND));
    }
  }

  /** Returns whether the platform accepted the jar. */
  private boolean ask(JarCase broken, Path jar) {
    try {
      switch (broken.action()) {
        case PLUG -> platform.plug(jar);
        case SWAP -> platform.swap(broken.bundle(), jar);
        case UPDATE -> platform.update(broken.bundle(), jar);
      }
      return true;
    } catch (PlugFailure refusal) {
      if (refusal.problem().isBlank() || refusal.remedy().isBlank()) {
        throw new OracleFinding("a refusal without reason", refusal.toString());
      }
      return false;
    } catch (JackfieldException _) {
      return false;
    } catch (RuntimeException | Error untyped) { // the errors that the fuzzer searches for
      throw OracleFinding.untyped(untyped, "the platform");
    }
  }

  private void checkRefused(Set<Platform.Contribution> pluggedBefore, Set<Long> before) {
    if (!bundles().equals(before)) {
      throw new OracleFinding("a refusal changes the bundles", changes(before));
    }
    Set<Platform.Contribution> plugged = Set.copyOf(platform.plugged());
    if (!plugged.equals(pluggedBefore)) {
      throw new OracleFinding(
          "a refusal changes the plugged backends", "before " + pluggedBefore + ", " + plugged);
    }
  }

  private void checkTaken(
      JarCase broken, Set<Platform.Contribution> pluggedBefore, Set<Long> before) {
    List<Platform.Contribution> came =
        platform.plugged().stream()
            .filter(each -> each.kind() == Platform.Contribution.Kind.BACKEND)
            .toList();
    long backendsBefore =
        pluggedBefore.stream()
            .filter(each -> each.kind() == Platform.Contribution.Kind.BACKEND)
            .count();
    boolean isPlug = broken.action() == JarCase.Action.PLUG;
    if (came.size() != backendsBefore + (isPlug ? 1 : 0)) {
      throw new OracleFinding("accepted, but no backend was plugged", came.toString());
    }
    if (bundles().size() != before.size() + (isPlug ? 1 : 0)) {
      throw new OracleFinding("accepted, but the number of bundles is wrong", changes(before));
    }
  }

  /** Compares the results of all plugged backends by calls of operators. */
  private void checkAnswers() {
    try (Backends backends = new Backends(dispatcher)) {
      CaseCheck check = new CaseCheck(dispatcher, backends, null, Device.CPU, progress::call);
      for (long number = 0; number < CALLS; number++) {
        Optional<Failure> failure = check.check(calls.make(number), false);
        if (failure.isPresent()) {
          throw new OracleFinding(
              "a wrong answer", failure.get().title() + ": " + failure.get().says());
        }
      }
    }
  }

  // ---- bundles

  private Path shipped(String bundle) {
    Path backend = distribution.resolve("backends").resolve(bundle + ".jar");
    return Files.exists(backend)
        ? backend
        : distribution.resolve("platform").resolve(bundle + ".jar");
  }

  private Set<Long> bundles() {
    return Arrays.stream(context.getBundles()).map(Bundle::getBundleId).collect(Collectors.toSet());
  }

  private String changes(Set<Long> before) {
    return "before %s, now %s".formatted(before, Arrays.toString(context.getBundles()));
  }

  private Optional<Bundle> find(String name) {
    return Arrays.stream(context.getBundles())
        .filter(bundle -> ("jackfield." + name).equals(bundle.getSymbolicName()))
        .findFirst();
  }

  /** Unplugs new bundles, and plugs the reference again if it was replaced. */
  private void restore(Set<Long> before) {
    for (Bundle bundle : context.getBundles()) {
      if (!before.contains(bundle.getBundleId())) {
        platform.unplug(bundle.getSymbolicName() + ":" + bundle.getVersion());
      }
    }
    if (find(REFERENCE).isEmpty()) {
      platform.plug(shipped(REFERENCE));
    }
  }
}
