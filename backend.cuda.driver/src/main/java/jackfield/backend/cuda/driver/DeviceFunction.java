package jackfield.backend.cuda.driver;

import jackfield.backend.cuda.driver.failure.CudaFailure;
import jackfield.backend.cuda.driver.handle.Handles.FunctionHandle;
import jackfield.backend.cuda.driver.report.Launch;
import java.lang.foreign.MemorySegment;
import jcuda.driver.CUfunction;
import jcuda.driver.CUfunction_attribute;
import jcuda.driver.JCudaDriver;

/** A kernel that can be launched. */
public final class DeviceFunction {
  private final KernelModule module;
  private final CUfunction function;
  private final long handle;
  private final Launch launch;

  DeviceFunction(KernelModule module, FunctionHandle function, Launch launch) {
    this.module = module;
    this.function = function;
    this.handle = function.number();
    this.launch = launch;
  }

  /** Returns how errors name the kernel. */
  public Launch launch() {
    return launch;
  }

  /**
   * Lets launches ask for so much dynamic shared memory; without this call they get 48 KiB at most.
   *
   * @throws CudaFailure if a block of this device cannot have as much
   */
  public void allowShared(int bytes) {
    module.requireOpen(launch);
    GpuContext context = module.context();
    context.enter("cuFuncSetAttribute");
    context.check(
        "cuFuncSetAttribute " + launch,
        JCudaDriver.cuFuncSetAttribute(
            function, CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes));
  }

  /**
   * Launches the kernel in one dimension. The driver has copied the parameters when the call
   * returns.
   *
   * @param blocks the number of blocks
   * @param threads the number of threads of a block
   * @param sharedBytes the dynamic shared memory of a block, of more than 48 KiB as {@link
   *     #allowShared} allowed
   * @param parameters an array with the address of each parameter
   * @param words the parameters. Each 64-bit word, from the first byte on, that is an address in
   *     memory of the device notes the use of that memory: a graph holds it, and, once a thread has
   *     entered a stream, it waits for this kernel before other streams' work gets it. Memory that
   *     is in no word is not protected, unless {@link GpuStream#upload} has noted it.
   */
  public void run(
      GpuStream stream,
      int blocks,
      int threads,
      int sharedBytes,
      MemorySegment parameters,
      MemorySegment words) {
    module.requireOpen(launch);
    StreamWork work = stream.work();
    GraphCapture open = work.begin();
    try {
      work.launches(module, launch, open);
      work.uses(words, open);
      stream.enter("cuLaunchKernel");
      launch(stream, blocks, threads, sharedBytes, parameters);
    } finally {
      work.end(open);
    }
    if (module.context().isBlocking() && !stream.isCapturing()) {
      stream.awaitBlocking();
    }
  }

  private void launch(
      GpuStream stream, int blocks, int threads, int sharedBytes, MemorySegment parameters) {
    GpuContext context = module.context();
    context.launches().add(launch);
    int result;
    try {
      result =
          (int)
              context
                  .launch()
                  .invokeExact(
                      handle,
                      blocks,
                      1,
                      1,
                      threads,
                      1,
                      1,
                      sharedBytes,
                      stream.handle().number(),
                      parameters,
                      MemorySegment.NULL);
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    }
    if (result != 0) { // the text is not made for each launch
      context.check("cuLaunchKernel " + launch, result);
    }
  }
}
