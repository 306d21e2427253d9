package jackfield.backend.cuda.driver.fallback;

import jackfield.kernel.BoxedKernel;
import jackfield.kernel.Operator;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.memory.MemoryDomain;

/**
 * Computes an operator on the CPU: copies the arguments to the host, calls the operator's kernel
 * for the CPU, and copies the results and the arguments that were written back to the device.
 *
 * <p>Tensors that share memory share their copy, so that an argument may be a view of another.
 * Whole storages are copied back unless the device can copy elements: what another thread writes to
 * the same storage during the call is lost. If the kernel refuses the call, its error is passed on
 * and nothing is written.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class HostFallback implements BoxedKernel {
  private final MemoryDomain memory;
  private final DeviceCopies copies;
  private final FallbackCounts counts;
  private final ElementCopy elements; // null if whole storages are copied back

  /**
   * Creates the kernel.
   *
   * @param memory the memory of the device
   * @param elements copies what a call wrote; null to copy whole storages
   */
  public HostFallback(
      MemoryDomain memory, DeviceCopies copies, FallbackCounts counts, ElementCopy elements) {
    this.memory = memory;
    this.copies = copies;
    this.counts = counts;
    this.elements = elements;
  }

  @Override
  public void call(Operator operator, long keys, Stack stack) {
    int arguments = operator.schema().arguments().size();
    int bottom = stack.size() - arguments;
    HostCall call = new HostCall(operator.schema(), memory, copies, elements);
    try {
      Stack near = call.arguments(stack, bottom);
      operator.redispatchBoxed(DispatchKey.CPU.bits(), near);
      call.writeBack();
      Object[] results = call.results(near);
      stack.cut(bottom);
      for (Object result : results) {
        stack.pushValue(result);
      }
      counts.add(operator.name().toString());
    } finally {
      call.close();
    }
  }
}
