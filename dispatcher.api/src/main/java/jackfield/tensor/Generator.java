package jackfield.tensor;

import jackfield.error.InvalidArgument;
import jackfield.key.BackendComponent;
import jackfield.key.DispatchKey;
import jackfield.memory.Device;

/**
 * A position in a stream of random numbers: a seed, which names the stream, and an offset, which
 * moves with each call that draws. The generator computes no numbers. A kernel reserves an offset
 * and computes each element from the seed, the offset and the element's number alone, so a seed
 * gives the same numbers on every backend and with every number of threads.
 *
 * <p>Seed and offset mean what they mean in PyTorch's generators for CUDA. The seed is the key of
 * Philox4x32-10. The offset counts words of 32 bits and is a multiple of {@value #STEP}.
 *
 * <p><em>Threads</em>: safe for use by several threads. Each reserves offsets of its own; which
 * thread gets which offset is not determined.
 */
public final class Generator {
  /** The words by which a call moves the offset: those of one block of Philox4x32. */
  public static final int STEP = 4;

  private final Device device;
  private final long keys;
  private State state; // guarded by this

  /**
   * A position in the stream of a seed. It can be stored and restored.
   *
   * @param seed names the stream
   * @param offset what the next call uses, a multiple of {@value #STEP}; it wraps around at 2⁶⁴
   */
  public record State(long seed, long offset) {
    /**
     * Creates a position.
     *
     * @throws InvalidArgument if {@code offset} is not a multiple of {@value #STEP}
     */
    public State {
      if (offset % STEP != 0) {
        throw new InvalidArgument(
            "Generator.State",
            "offset",
            "is %d, expected a multiple of %d".formatted(offset, STEP));
      }
    }
  }

  /**
   * Creates a generator for tensors on {@code device}, at the start of the stream of a seed.
   *
   * @throws InvalidArgument if {@code device} is null
   */
  public Generator(Device device, long seed) {
    if (device == null) {
      throw new InvalidArgument("Generator", "device", "must not be null");
    }
    this.device = device;
    this.keys =
        BackendComponent.all().stream()
            .filter(backend -> backend.label().equalsIgnoreCase(device.type()))
            .mapToLong(backend -> DispatchKey.DENSE.on(backend).bits())
            .findFirst()
            .orElse(0);
    this.state = new State(seed, 0);
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

  /** Moves to the start of the stream of {@code newSeed}. */
  public void reseed(long newSeed) {
    restore(new State(newSeed, 0));
  }

  /** Returns the seed. */
  public long seed() {
    return state().seed();
  }

  /** Returns the position, for {@link #restore}. */
  public synchronized State state() {
    return state;
  }

  /**
   * Moves to a position that {@link #state} returned, of this generator or of another one.
   *
   * @throws InvalidArgument if {@code earlier} is null
   */
  public synchronized void restore(State earlier) {
    if (earlier == null) {
      throw new InvalidArgument("Generator.restore", "earlier", "must not be null");
    }
    state = earlier;
  }

  /** Reserves the numbers of one call: returns the position, and moves to the next one. */
  public synchronized State reserve() {
    State reserved = state;
    state = new State(reserved.seed(), reserved.offset() + STEP);
    return reserved;
  }
}
