package jackfield.backend.cuda.fourier;

import jackfield.aten.kernel.ParameterBlock;
import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.tensor.DType;
import java.util.ArrayList;
import java.util.List;

/** The arrays of complex numbers that a call needs, and the kernels that compute with them. */
final class Scratch implements AutoCloseable {
  private static final int OPERANDS = 3; // what is written, and two that are read

  private final Launcher launcher;
  private final String operator;
  private final DType type;
  private final List<Lease> leases = new ArrayList<>();

  /**
   * Creates scratch memory that has no array yet.
   *
   * @param type the complex type
   */
  Scratch(Launcher launcher, String operator, DType type) {
    this.launcher = launcher;
    this.operator = operator;
    this.type = type;
  }

  DType type() {
    return type;
  }

  /** Returns a new array of so many numbers, which have any values. */
  Lease lease(long count) {
    long bytes = Math.multiplyExact(count, (long) type.sizeBytes());
    Lease lease = launcher.context().memory().lease(bytes);
    leases.add(lease);
    return lease;
  }

  /** Gives an array back before the call ends; later work of the stream may have it. */
  void release(Lease lease) {
    if (leases.remove(lease)) {
      launcher.context().memory().release(lease);
    }
  }

  /**
   * Launches a kernel on arrays.
   *
   * @param kernel its name without the family and the type
   * @param second null if it reads one array
   * @param count the number of elements that it writes
   * @param numbers what it reads beside that
   */
  void launch(String kernel, Lease to, Lease first, Lease second, long count, long... numbers) {
    launchNamed(name(kernel), block(to, first, second).with(count).with(numbers), count);
  }

  /**
   * Launches a kernel whose blocks of threads compute in shared memory.
   *
   * @param sharedBytes what a block needs
   * @param blocks the number of blocks
   * @param numbers what it reads
   */
  void inShared(
      String kernel,
      int sharedBytes,
      long blocks,
      Lease to,
      Lease first,
      Lease second,
      long[] numbers) {
    ParameterBlock block = block(to, first, second).with(numbers);
    launcher.inSharedMemory(operator, name(kernel), block, blocks, sharedBytes);
  }

  private String name(String kernel) {
    return "fourier_" + kernel + "_" + type;
  }

  private ParameterBlock block(Lease to, Lease first, Lease second) {
    long[] addresses = new long[OPERANDS];
    Lease[] operands = {to, first, second};
    DType[] types = new DType[OPERANDS];
    for (int operand = 0; operand < OPERANDS; operand++) {
      if (operands[operand] != null) {
        addresses[operand] = operands[operand].address();
        types[operand] = type;
      }
    }
    return new ParameterBlock.Builder(types, addresses).build();
  }

  /** Launches a kernel with the given whole name. */
  void launchNamed(String kernel, ParameterBlock block, long count) {
    launcher.elementwise(operator, kernel, block, count);
  }

  @Override
  public void close() {
    leases.forEach(launcher.context().memory()::release);
    leases.clear();
  }
}
