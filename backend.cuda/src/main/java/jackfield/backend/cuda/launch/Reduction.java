package jackfield.backend.cuda.launch;

import jackfield.aten.kernel.ParameterBlock;
import jackfield.backend.cuda.driver.DeviceMemory.Lease;

/**
 * Launches reductions. A block of threads reduces an output; where there are few outputs of many
 * elements, several blocks reduce slices first, and a second pass joins them in their order. So the
 * result repeats bit for bit on one device.
 */
public final class Reduction {
  private static final long LEAST_SLICE = 2048; // elements of a slice
  private static final long SLICES_PER_PROCESSOR = 4; // as many blocks as run at a time
  private static final long PART_BYTES = 64; // as in reduce.h
  private static final long WHOLE = 0; // the passes, as in reduce.h
  private static final long SLICES = 1;
  private static final long JOIN = 2;

  private Reduction() {}

  /**
   * Reduces elements to outputs.
   *
   * @param outputs the number of outputs
   * @param elements the number of elements of each
   */
  public static void run(
      Launcher launcher,
      String operator,
      String kernel,
      ParameterBlock block,
      long outputs,
      long elements) {
    long slices =
        outputs == 0
            ? 1
            : Math.min(
                SLICES_PER_PROCESSOR * launcher.processors() / outputs, elements / LEAST_SLICE);
    if (slices < 2) {
      launcher.cooperative(operator, kernel, block.with(1, 0, WHOLE), outputs, elements);
      return;
    }
    Lease results = launcher.context().memory().lease(outputs * slices * PART_BYTES);
    try {
      long address = results.address();
      launcher.cooperative(
          operator, kernel, block.with(slices, address, SLICES), outputs * slices, LEAST_SLICE);
      launcher.cooperative(operator, kernel, block.with(slices, address, JOIN), outputs, slices);
    } finally {
      launcher.context().memory().release(results); // later work of the stream may have it
    }
  }
}
