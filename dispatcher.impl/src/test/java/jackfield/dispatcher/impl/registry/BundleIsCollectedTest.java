package jackfield.dispatcher.impl.registry;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.dispatch.Dispatcher;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** Spun adapters hold nothing of a bundle once its registrations are taken back. */
final class BundleIsCollectedTest {
  /** Loads the bundle's classes itself and all others from where this test has them. */
  private static final class BundleLoader extends ClassLoader {
    private static final String OWN = BundleOfKernels.class.getName();

    BundleLoader() {
      super(BundleOfKernels.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(OWN)) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      String file = name.replace('.', '/') + ".class";
      try (InputStream bytes = getParent().getResourceAsStream(file)) {
        byte[] all = bytes.readAllBytes();
        return defineClass(name, all, 0, all.length);
      } catch (IOException unreadable) {
        throw new ClassNotFoundException(name, unreadable);
      }
    }
  }

  private final LocalDispatcher dispatcher = new LocalDispatcher();

  /** Runs the bundle's code and returns its loader, which nothing here holds any more. */
  private WeakReference<ClassLoader> loaderOfABundleThatCame() throws ReflectiveOperationException {
    ClassLoader loader = new BundleLoader();
    Class<?> type = loader.loadClass(BundleOfKernels.class.getName());
    assertThat(type.getClassLoader()).isSameAs(loader);
    @SuppressWarnings("unchecked") // which interface it implements is seen above
    ToLongFunction<Dispatcher> bundle =
        (ToLongFunction<Dispatcher>) type.getConstructor().newInstance();
    assertThat(bundle.applyAsLong(dispatcher)).isEqualTo(323);
    return new WeakReference<>(loader);
  }

  @Test
  void aBundlesLoaderIsCollectedWhenItsKernelsHaveLeft() throws ReflectiveOperationException {
    WeakReference<ClassLoader> loader = loaderOfABundleThatCame();
    long end = System.nanoTime() + 20_000_000_000L;
    while (loader.get() != null && System.nanoTime() - end < 0) {
      System.gc();
      Thread.onSpinWait();
    }
    assertThat(loader.get()).isNull();
    assertThat(dispatcher.operators()).isEmpty();
  }
}
