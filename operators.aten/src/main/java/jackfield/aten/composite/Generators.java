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
 * The sources of random numbers of operators that are given none, one for each device, and the
 * factories that draw from them.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class Generators {
  // What PyTorch starts with: a run without a seed repeats itself as well.
  private static final long FIRST_SEED = 67280421310721L;

  private final Aten aten;
  private final Map<Device, Generator> defaults = new ConcurrentHashMap<>();
  private volatile long seed = FIRST_SEED; // of generators that are yet to be made

  /** Creates the generators, at the same seed each time. */
  public Generators(Aten aten) {
    this.aten = aten;
  }

  /** Returns {@code given}, or the generator for {@code device} if it is null. */
  public Generator orDefault(Generator given, Device device) {
    return given == null
        ? defaults.computeIfAbsent(device, missing -> new Generator(missing, seed))
        : given;
  }

  /** Starts the generators of all devices again at {@code newSeed}. */
  public void manualSeed(long newSeed) {
    seed = newSeed;
    defaults.values().forEach(generator -> generator.reseed(newSeed));
  }

  /** Makes a tensor of random numbers from [0, 1). */
  public Tensor rand(long[] size, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    return randFrom(size, null, dtype, layout, device, pinMemory);
  }

  /** Makes a tensor of random numbers from [0, 1), drawn from a generator. */
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

  /** Makes a tensor of random numbers from the normal distribution of mean 0 and deviation 1. */
  public Tensor randn(long[] size, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    return randnFrom(size, null, dtype, layout, device, pinMemory);
  }

  /** Makes a tensor of normally distributed random numbers, drawn from a generator. */
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
