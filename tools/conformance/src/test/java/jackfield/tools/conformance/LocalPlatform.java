package jackfield.tools.conformance;

import jackfield.conformance.KitPlatform;
import jackfield.conformance.derived.DerivedRun;
import jackfield.conformance.vectors.ConformanceRun;
import jackfield.dispatch.DispatcherFactory;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.tools.conformance.c10.C10Command;
import jackfield.tools.conformance.ops.OpsCommand;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;

/** The platform without a framework, as the kit creates it. */
public final class LocalPlatform implements OpsCommand.Target, C10Command.Target {
  private static final String REFERENCE = "backend.cpu.reference";

  private final KitPlatform platform = new KitPlatform();

  @Override
  public Path vectors() {
    return inRepository("ops");
  }

  @Override
  public DispatcherFactory dispatchers() {
    return LocalDispatcher::new;
  }

  @Override
  public Path recordings() {
    return inRepository("c10");
  }

  /** Returns a folder of recordings, found relative to the compiled classes. */
  public static Path inRepository(String folder) {
    try {
      URI classes = LocalPlatform.class.getProtectionDomain().getCodeSource().getLocation().toURI();
      return Path.of(classes).resolve("../../src/main/vectors").resolve(folder).normalize();
    } catch (URISyntaxException noFolder) {
      throw new AssertionError(noFolder);
    }
  }

  /** Plugs the libraries, the features, the reference and the backend called {@code name}. */
  @Override
  public String choose(String name, boolean withStandIn) {
    return String.join(
        ", ", platform.plugClassPath(component -> isChosen(component.bundle(), name)));
  }

  private static boolean isChosen(String bundle, String name) {
    return bundle.equals(REFERENCE) || bundle.equals("backend." + name);
  }

  @Override
  public ConformanceRun run() {
    return new ConformanceRun(platform.dispatcher(), platform.autograd());
  }

  @Override
  public DerivedRun derived() {
    return new DerivedRun(platform.dispatcher(), platform.autograd());
  }
}
