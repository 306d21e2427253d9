package jackfield.backend.cuda;

import jackfield.backend.cuda.driver.DeviceGroup;
import jackfield.spi.Backend;
import jackfield.spi.Quiescent;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;

/** A backend from a class loader of its own, as the framework loads it from the bundle. */
final class PulledBackend {
  private static final String PACKAGE = "jackfield.backend.cuda.";
  private static final Duration LONG = Duration.ofSeconds(30);

  private final WeakReference<ClassLoader> loader;
  private Backend backend; // null after stop()

  private PulledBackend(ClassLoader loader, Backend backend) {
    this.loader = new WeakReference<>(loader);
    this.backend = backend;
  }

  static PulledBackend of(DeviceGroup devices) throws ReflectiveOperationException {
    ClassLoader loader = new BundleLoader();
    Backend backend =
        (Backend)
            loader
                .loadClass(CudaBackend.class.getName())
                .getConstructor(DeviceGroup.class)
                .newInstance(devices);
    if (backend.getClass() == CudaBackend.class) {
      throw new AssertionError("the class loader delegates");
    }
    return new PulledBackend(loader, backend);
  }

  Backend backend() {
    return backend;
  }

  /**
   * Does what the platform does after the backend's kernels were withdrawn and calls have ended.
   */
  void stop() throws InterruptedException, ReflectiveOperationException {
    ((Quiescent) backend).quiesce(LONG);
    try {
      backend.getClass().getMethod("stop").invoke(backend);
    } catch (InvocationTargetException thrown) {
      throw new AssertionError(thrown.getCause());
    }
    backend = null;
  }

  boolean isCollected() {
    return loader.get() == null;
  }

  /** Loads the classes of this module itself, and the driver's from its parent. */
  private static final class BundleLoader extends ClassLoader {
    BundleLoader() {
      super(PulledBackend.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      boolean isOwn = name.startsWith(PACKAGE) && !name.startsWith(PACKAGE + "driver.");
      if (!isOwn) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        return known == null ? define(name) : known;
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] code = in.readAllBytes();
        return defineClass(name, code, 0, code.length);
      } catch (IOException unreadable) {
        throw new ClassNotFoundException(name, unreadable);
      }
    }
  }
}
