package jackfield.backend.cuda.driver;

import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUfunction;
import jcuda.driver.CUstream;

/** JCuda's handles that tell their number, which other interfaces to the driver need. */
final class Handles {
  private Handles() {}

  static final class Address extends CUdeviceptr {
    Address() {}

    Address(long address) {
      super(new CUdeviceptr(), address);
    }

    long number() {
      return getNativePointer() + getByteOffset();
    }
  }

  static final class Host extends Pointer {
    Host(long address) {
      super(address);
    }
  }

  /** Host memory that the driver allocates. */
  static final class HostHandle extends Pointer {
    long number() {
      return getNativePointer();
    }
  }

  static final class StreamHandle extends CUstream {
    long number() {
      return getNativePointer();
    }
  }

  static final class FunctionHandle extends CUfunction {
    long number() {
      return getNativePointer();
    }
  }
}
