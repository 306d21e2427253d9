package jackfield.aten.resampling;

import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.OutputSpec;
import jackfield.aten.window.Windows;
import jackfield.tensor.Tensor;

/**
 * The decisions of a rule about the windows of planes as columns, or their sum. Planes are {@code
 * [batch, channels, height, width]}; columns are {@code [batch, channels × taps, windows]}; both
 * may lack the batch.
 */
public final class BlockPlan extends OutputPlan {
  private final Windows windows;

  private BlockPlan(String operator, Windows windows, Tensor[] inputs, OutputSpec[] specs) {
    super(operator, inputs, specs);
    this.windows = windows;
  }

  /** Plans columns or planes. */
  public static BlockPlan of(String operator, Windows windows, Tensor input, OutputSpec spec) {
    Tensor[] inputs = {input};
    OutputSpec[] specs = {spec};
    return new BlockPlan(operator, windows, inputs, specs);
  }

  /** Returns the windows. */
  public Windows windows() {
    return windows;
  }

  /** Returns planes with a batch dimension. */
  public Tensor planes(Tensor planes) {
    return planes.rank() == windows.rank() + 2 ? planes : batched(planes);
  }

  /** Returns columns as {@code [batch, channels, tap rows, tap columns, rows, columns]}. */
  public Tensor columns(Tensor columns) {
    Tensor batch = columns.rank() == 1 + 2 ? columns : batched(columns);
    long[] taps = windows.taps();
    long[] count = windows.positions();
    long tap = batch.stride(1);
    long position = batch.stride(2);
    long channels = batch.size(1) / (taps[0] * taps[1]);
    long[] sizes = {batch.size(0), channels, taps[0], taps[1], count[0], count[1]};
    long[] strides = {
      batch.stride(0), tap * taps[0] * taps[1], tap * taps[1], tap, position * count[1], position
    };
    return batch.alias(sizes, strides, batch.offset());
  }

  private static Tensor batched(Tensor tensor) {
    long[] sizes = new long[tensor.rank() + 1];
    long[] strides = new long[sizes.length];
    sizes[0] = 1;
    System.arraycopy(tensor.sizes(), 0, sizes, 1, tensor.rank());
    System.arraycopy(tensor.strides(), 0, strides, 1, tensor.rank());
    return tensor.alias(sizes, strides, tensor.offset());
  }
}
