package jackfield.backend.cuda.driver;

import jackfield.backend.cuda.driver.failure.CudaFailure;
import jackfield.backend.cuda.driver.failure.DevicePoisoned;
import jackfield.backend.cuda.driver.failure.HandleReleased;
import jackfield.backend.cuda.driver.handle.Handles.FunctionHandle;
import jackfield.backend.cuda.driver.report.Launch;
import java.util.Arrays;
import jcuda.driver.CUmodule;
import jcuda.driver.JCudaDriver;

/** Kernels that were loaded together. */
public final class KernelModule implements AutoCloseable {
  private final GpuContext context;
  private final CUmodule handle;
  private final String bundle;
  private volatile boolean isClosed;
  private boolean isUnloaded; // guarded by this

  private KernelModule(GpuContext context, CUmodule handle, String bundle) {
    this.context = context;
    this.handle = handle;
    this.bundle = bundle;
  }

  static KernelModule load(GpuContext context, String name, byte[] ptx, String bundle) {
    context.enter("cuModuleLoadData");
    CUmodule handle = new CUmodule();
    byte[] text = Arrays.copyOf(ptx, ptx.length + 1); // the driver expects a 0 at the end
    context.check("cuModuleLoadData of " + name, JCudaDriver.cuModuleLoadData(handle, text));
    return new KernelModule(context, handle, bundle);
  }

  /**
   * Returns a kernel.
   *
   * @param operator the operator that errors name
   * @throws CudaFailure if the module has no kernel of this name
   */
  public DeviceFunction function(String name, String operator) {
    requireOpen(name);
    context.enter("cuModuleGetFunction");
    FunctionHandle function = new FunctionHandle();
    context.check(
        "cuModuleGetFunction " + name, JCudaDriver.cuModuleGetFunction(function, handle, name));
    return new DeviceFunction(this, function, new Launch(name, operator, bundle));
  }

  GpuContext context() {
    return context;
  }

  void requireOpen(Object kernel) {
    if (isClosed) {
      throw new HandleReleased("the module of kernels", "the kernel " + kernel);
    }
  }

  /**
   * Unloads the kernels; none of them may be running, except in replays of graphs: those are waited
   * for, and the graphs end. Does nothing a second time, unless the first close failed.
   *
   * @throws CudaFailure if the driver cannot wait for a replay; the kernels stay loaded then
   */
  @Override
  public void close() {
    isClosed = true;
    synchronized (this) {
      if (isUnloaded) {
        return;
      }
    }
    context.withdrawGraphs(this);
    synchronized (this) {
      if (!isUnloaded) {
        unload();
      }
    }
    context.forget(this);
  }

  // Holds: the lock of this.
  private void unload() {
    try {
      context.retry("cuModuleUnload", () -> JCudaDriver.cuModuleUnload(handle));
      isUnloaded = true;
    } catch (CudaFailure | DevicePoisoned failed) {
      isUnloaded = !context.isUsable(); // the reset of the device unloads it
      throw failed;
    }
  }
}
