package jackfield;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.wiring.BundleWiring;

/** After a platform was closed, none of its threads, class loaders and files is left. */
class NothingStaysIT {
  private static final Duration DEADLINE = Duration.ofSeconds(30);

  @TempDir private Path folder; // set before each test

  @Test
  void aClosedPlatformLeavesNoThreadNoLoaderAndNoFile() {
    useAndClose().forEach(loader -> assertThat(loader.get()).isNotNull()); // warms up the JVM
    Set<Thread> before = threads();
    List<WeakReference<ClassLoader>> loaders = useAndClose();
    assertThat(loaders).hasSizeGreaterThan(8);
    await(() -> before.containsAll(threads()));
    assertThat(folder).isEmptyDirectory();
    await(() -> {
      System.gc();
      return loaders.stream().allMatch(loader -> loader.get() == null);
    });
  }

  private static Set<Thread> threads() {
    Set<Thread> found = new HashSet<>(Thread.getAllStackTraces().keySet());
    found.removeIf(thread -> thread.getName().startsWith("Attach Listener"));
    return found;
  }

  private List<WeakReference<ClassLoader>> useAndClose() {
    List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    try (Jackfield jackfield = Jackfield.start(Options.defaults().temporaryFolder(folder))) {
      Plugged _ = jackfield.plug("backend.cpu");
      assertThat(new Regression(jackfield).train(10)).isFinite();
      Bundle any = FrameworkUtil.getBundle(jackfield.removedBundles().getClass());
      for (Bundle bundle : any.getBundleContext().getBundles()) {
        BundleWiring wiring = bundle.adapt(BundleWiring.class);
        if (bundle.getBundleId() != 0 && wiring != null) {
          loaders.add(new WeakReference<>(wiring.getClassLoader()));
        }
      }
    }
    return loaders;
  }

  @Test
  void aPoolThreadThatComputedHoldsNoBundle() throws Exception {
    try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
      List<WeakReference<ClassLoader>> loaders = pool.submit(this::useAndClose).get();
      await(() -> {
        System.gc();
        return loaders.stream().allMatch(loader -> loader.get() == null);
      });
      assertThat(pool.isShutdown()).isFalse(); // its thread still lives
    }
  }

  @Test
  @Tag("thorough")
  void aThreadThatComputedHoldsItsApplicationUntilItEnds() throws Exception {
    List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
      pool.submit(() -> startAndCloseInTwoLoaders(loaders)).get();
      System.gc();
      assertThat(loaders).anyMatch(loader -> loader.get() != null); // as Jackfield.close documents
    }
    await(() -> {
      System.gc();
      return loaders.stream().allMatch(loader -> loader.get() == null);
    });
  }

  @Test
  @Tag("thorough")
  void twoClassLoadersOfOneJvmHaveAPlatformEach() throws Exception {
    Set<Thread> before = threads();
    List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    FutureTask<Void> application = new FutureTask<>(() -> startAndCloseInTwoLoaders(loaders));
    Thread thread = Thread.ofPlatform().start(application); // ends: its context holds the API
    application.get();
    thread.join();
    await(() -> before.containsAll(threads()));
    assertThat(folder).isEmptyDirectory();
    await(() -> {
      System.gc();
      return loaders.stream().allMatch(loader -> loader.get() == null);
    });
  }

  private Void startAndCloseInTwoLoaders(List<WeakReference<ClassLoader>> loaders)
      throws Exception {
    try (URLClassLoader one = application();
        URLClassLoader other = application()) {
      loaders.add(new WeakReference<>(one));
      loaders.add(new WeakReference<>(other));
      AutoCloseable first = start(one);
      AutoCloseable second = start(other);
      assertThat(first.getClass()).isNotSameAs(second.getClass());
      first.getClass().getMethod("plug", String.class).invoke(first, "backend.cpu");
      first.close();
      second.getClass().getMethod("plug", String.class).invoke(second, "backend.cpu");
      second.close();
      return null;
    }
  }

  private AutoCloseable start(ClassLoader loader) throws Exception {
    Class<?> options = loader.loadClass(Options.class.getName());
    Object defaults = options.getMethod("defaults").invoke(null);
    Object here = options.getMethod("temporaryFolder", Path.class).invoke(defaults, folder);
    Class<?> type = loader.loadClass(Jackfield.class.getName());
    return (AutoCloseable) type.getMethod("start", options).invoke(null, here);
  }

  private static URLClassLoader application() throws IOException {
    List<URL> urls = new ArrayList<>();
    for (Path jar : ArtifactPath.jars()) {
      urls.add(jar.toUri().toURL());
    }
    return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  private static void await(BooleanSupplier state) {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (!state.getAsBoolean()) {
      assertThat(System.nanoTime()).as("deadline; threads " + threads()).isLessThan(deadline);
      Thread.onSpinWait();
    }
  }

  @Test
  void theIndexNamesExactlyTheBundlesInsideTheJar() throws IOException {
    Path extracted = Files.createDirectory(folder.resolve("inside"));
    List<String> indexed =
        EmbeddedBundle.all().stream().map(each -> each.extract(extracted).toString()).toList();
    try (var jar = new java.util.jar.JarFile(System.getProperty("jackfield.jar"))) {
      long inside = jar.stream().filter(entry -> entry.getName().endsWith(".jar")).count();
      assertThat(indexed).doesNotHaveDuplicates().hasSize((int) inside);
    }
    assertThat(Arrays.asList(extracted.toFile().list())).hasSize(indexed.size());
  }
}
