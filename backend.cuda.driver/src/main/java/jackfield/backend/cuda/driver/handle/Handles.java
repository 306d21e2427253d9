package jackfield.backend.cuda.driver.handle;

import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUfunction;
import jcuda.driver.CUstream;

/** JCuda's handles that tell their number, which other interfaces to the driver need. */
public final class Handles {
  private Handles() {}

  /** An address of device memory. */
  public static final class Address extends CUdeviceptr {
    /** Creates a handle whose number the driver sets. */
    public Address() {}

    /** Creates the handle of a known address. */
    public Address(long address) {
      super(new CUdeviceptr(), address);
    }

    /** Returns the number that the driver knows it by. */
    public long number() {
      return getNativePointer() + getByteOffset();
    }
  }

  /** An address of host memory. */
  public static final class Host extends Pointer {
    /** Creates the handle of a known address. */
    public Host(long address) {
      super(address);
    }
  }

  /** Host memory that the driver allocates. */
  public static final class HostHandle extends Pointer {
    /** Returns the number that the driver knows it by. */
    public long number() {
      return getNativePointer();
    }
  }

  /** A stream. */
  public static final class StreamHandle extends CUstream {
    /** Returns the number that the driver knows it by. */
    public long number() {
      return getNativePointer();
    }
  }

  /** A kernel. */
  public static final class FunctionHandle extends CUfunction {
    /** Returns the number that the driver knows it by. */
    public long number() {
      return getNativePointer();
    }
  }
}
