package jackfield.backend.cuda.driver;

import jackfield.backend.cuda.driver.failure.CudaFailure;
import jackfield.backend.cuda.driver.failure.DevicePoisoned;
import jackfield.backend.cuda.driver.failure.HandleReleased;
import jackfield.backend.cuda.driver.report.Launch;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntSupplier;
import jcuda.driver.CUcontext;
import jcuda.driver.JCudaDriver;

/**
 * Calls of the driver in a context: makes the context current, turns results into errors, and
 * remembers the first failure after which nothing works.
 *
 * <p><em>Threads</em>: safe for all.
 */
final class DriverCalls {
  private static final System.Logger LOG = System.getLogger(DriverCalls.class.getName());

  // Results after which the driver refuses everything: illegal addresses and instructions, failed
  // assertions, launches that ran too long, faults of the hardware, a device that was taken out.
  private static final Set<Integer> STICKY =
      Set.of(46, 214, 220, 700, 702, 710, 714, 715, 716, 717, 718, 719, 999);

  private final CUcontext context;
  private final String device;
  private final History launches = new History();
  private volatile CudaFailure poison; // the first sticky failure; null while usable
  private volatile boolean isClosed;

  /** The last launches on a device, for the error of a later call. */
  static final class History {
    private static final int LENGTH = 8;

    private final AtomicReferenceArray<Launch> ring = new AtomicReferenceArray<>(LENGTH);
    private final AtomicLong count = new AtomicLong();

    void add(Launch launch) {
      ring.set((int) (count.getAndIncrement() % LENGTH), launch);
    }

    /** Returns the launches, the newest first. */
    List<Launch> newest() {
      List<Launch> newest = new ArrayList<>();
      long end = count.get();
      for (long number = end - 1; number >= Math.max(0, end - LENGTH); number--) {
        Launch launch = ring.get((int) (number % LENGTH));
        if (launch != null) {
          newest.add(launch);
        }
      }
      return newest;
    }
  }

  DriverCalls(CUcontext context, String device) {
    this.context = context;
    this.device = device;
  }

  CUcontext context() {
    return context;
  }

  History launches() {
    return launches;
  }

  /** Returns the failure that made the device unusable, or null. */
  CudaFailure poison() {
    return poison;
  }

  boolean isClosed() {
    return isClosed;
  }

  /** Refuses all later calls. */
  void close() {
    isClosed = true;
  }

  /** Makes the context current, or throws if it cannot be used. */
  void enter(String function) {
    CudaFailure first = poison;
    if (first != null) {
      throw new DevicePoisoned(first);
    }
    if (isClosed) {
      throw new HandleReleased("the context of " + device, function);
    }
    if (JCudaDriver.cuCtxSetCurrent(context) != 0) {
      check("cuCtxSetCurrent", JCudaDriver.cuCtxSetCurrent(context));
    }
  }

  /** Throws if a function of the driver failed. */
  void check(String function, int result) {
    if (result == 0) {
      return;
    }
    boolean isSticky = STICKY.contains(result);
    CudaFailure failure =
        new CudaFailure(function, result, name(result), device, isSticky, launches.newest());
    if (isSticky && poison == null) {
      poison = failure;
    }
    throw failure;
  }

  /**
   * Calls a function that waits or that releases something, and once more if it fails while the
   * device stays usable. Such a failure means that the function was refused and has done nothing,
   * for instance because another library captures. Without the second call a handle would be lost.
   *
   * @throws CudaFailure if both calls failed, or the device became unusable
   */
  void retry(String function, IntSupplier call) {
    enter(function);
    int result = call.getAsInt();
    if (result != 0 && !STICKY.contains(result)) {
      LOG.log(
          System.Logger.Level.WARNING,
          "{0} failed with {1} on {2}; it is called once more",
          function,
          name(result),
          device);
      result = call.getAsInt();
    }
    check(function, result);
  }

  private static String name(int result) {
    String[] name = new String[1];
    JCudaDriver.cuGetErrorName(result, name);
    return name[0] == null ? "code " + result : name[0];
  }
}
