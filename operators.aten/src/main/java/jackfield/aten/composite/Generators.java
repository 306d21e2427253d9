package jackfield.aten.composite;

import jackfield.aten.Aten;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.Layout;
import jackfield.tensor.Tensor;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The default random number generators, one for each device, and the factories that draw from them.
 * Operators that are given no generator use these.
 *
 * <p><em>Threads</em>: safe for use by several threads.
 */
public final class Generators {
  // PyTorch's default seed, so that a run without a seed is repeatable too.
  private static final long FIRST_SEED = 67280421310721L;

  private final Aten aten;
  private final Map<Device, Generator> defaults = new ConcurrentHashMap<>();
  private volatile long seed = FIRST_SEED; // the seed of generators that are created later

  /** Creates the generators, always with the same seed. */
  public Generators(Aten aten) {
    this.aten = aten;
  }

  /** Returns {@code given}, or the generator for {@code device} if it is null. */
  public Generator orDefault(Generator given, Device device) {
    return given == null ? ofDevice(device) : given;
  }

  /** Returns the generator for {@code device}, whose state may be stored and restored. */
  public Generator ofDevice(Device device) {
    return defaults.computeIfAbsent(device, missing -> new Generator(missing, seed));
  }

  /** Restarts the generators of all devices with {@code newSeed}. */
  public void manualSeed(long newSeed) {
    seed = newSeed;
    defaults.values().forEach(generator -> generator.reseed(newSeed));
  }

  /** Creates a tensor of random numbers from [0, 1). */
  public Tensor rand(long[] size, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    return randFrom(size, null, dtype, layout, device, pinMemory);
  }

  /** Creates a tensor of random numbers from [0, 1), drawn from a generator. */
  public Tensor randFrom(
      long[] size,
      Generator generator,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory) {
    Tensor result = aten.empty(size, dtype, layout, device, pinMemory, null);
    return aten.uniform_(result, 0, 1, orDefault(generator, result.device()));
  }

  /** Creates a tensor of random numbers from the normal distribution of mean 0 and deviation 1. */
  public Tensor randn(long[] size, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    return randnFrom(size, null, dtype, layout, device, pinMemory);
  }

  /** Creates a tensor of normally distributed random numbers, drawn from a generator. */
  public Tensor randnFrom(
      long[] size,
      Generator generator,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory) {
    Tensor result = aten.empty(size, dtype, layout, device, pinMemory, null);
    return aten.normal_(result, 0, 1, orDefault(generator, result.device()));
  }
}
