package jackfield.tensor;

import jackfield.key.BackendComponent;
import jackfield.key.DispatchKey;
import jackfield.memory.Device;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * A generator of random numbers with a seed. The same seed gives the same numbers on every machine.
 *
 * <p><em>Threads</em>: calls exclude each other; a kernel holds {@link #lock} while it fills a
 * tensor.
 */
public final class Generator {
  private static final RandomGeneratorFactory<RandomGenerator> ALGORITHM =
      RandomGeneratorFactory.of("L64X128MixRandom");

  private final Device device;
  private final long keys;
  private final Object lock = new Object();
  private long seed; // guarded by lock
  private RandomGenerator numbers; // guarded by lock

  /** Creates a generator for tensors on {@code device}, starting at {@code seed}. */
  public Generator(Device device, long seed) {
    this.device = device;
    this.keys =
        BackendComponent.all().stream()
            .filter(backend -> backend.label().equalsIgnoreCase(device.type()))
            .mapToLong(backend -> DispatchKey.DENSE.on(backend).bits())
            .findFirst()
            .orElse(0);
    reseed(seed);
  }

  /** Returns the device whose factory operators may use this generator. */
  public Device device() {
    return device;
  }

  /**
   * Returns the raw key set of this generator in typed calls: the dense key of its device, empty
   * where the device has none. Boxed calls use the keys of tensors only, as in C10.
   */
  public long keyBits() {
    return keys;
  }

  /** Restarts the sequence at {@code newSeed}. */
  public void reseed(long newSeed) {
    synchronized (lock) {
      seed = newSeed;
      numbers = ALGORITHM.create(newSeed);
    }
  }

  /** Returns the seed last set. */
  public long seed() {
    synchronized (lock) {
      return seed;
    }
  }

  /** Returns the monitor that a caller holds during several {@code next…} calls. */
  public Object lock() {
    return lock;
  }

  /** Returns a number from [0, 1), uniform. */
  public double nextUniform() {
    synchronized (lock) {
      return numbers.nextDouble();
    }
  }

  /** Returns a number from the normal distribution of mean 0 and deviation 1. */
  public double nextNormal() {
    synchronized (lock) {
      return numbers.nextGaussian();
    }
  }

  /** Returns an integer from [0, bound), uniform. */
  public long nextLong(long bound) {
    synchronized (lock) {
      return numbers.nextLong(bound);
    }
  }
}
