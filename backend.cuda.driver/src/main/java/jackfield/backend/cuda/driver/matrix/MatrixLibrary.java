package jackfield.backend.cuda.driver.matrix;

import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.backend.cuda.driver.GpuContext;
import jackfield.backend.cuda.driver.GpuStream;
import jackfield.backend.cuda.driver.failure.DeviceOutOfMemory;
import jackfield.backend.cuda.driver.report.Launch;
import jackfield.tensor.DType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * NVIDIA's cuBLASLt for a context. The algorithm for a product is chosen at the first one of its
 * sizes and layouts, and kept.
 *
 * <p>The property {@code jackfield.cuda.cublaslt} is the name or path of the library, or {@code
 * off}. With {@code jackfield.cuda.tf32=true} factors of float32 are rounded to TF32.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class MatrixLibrary implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(MatrixLibrary.class.getName());
  private static final int MOST_PLANS = 1024; // later sizes are left to the caller's kernels
  private static final Set<DType> TYPES =
      Set.of(DType.FLOAT16, DType.BFLOAT16, DType.FLOAT32, DType.FLOAT64);

  private final GpuContext context;
  private final LtFunctions functions;
  private final long handle;
  private final boolean isFast = Boolean.getBoolean("jackfield.cuda.tf32");
  private final Arena arena = Arena.ofShared();
  private final Map<PlanKey, Optional<MatrixPlan>> plans = new ConcurrentHashMap<>();
  private final AtomicBoolean isFull = new AtomicBoolean();

  private MatrixLibrary(GpuContext context, LtFunctions functions, long handle) {
    this.context = context;
    this.functions = functions;
    this.handle = handle;
  }

  /** Returns the library for a context, if it is installed and not turned off. */
  public static Optional<MatrixLibrary> open(GpuContext context) {
    String chosen = System.getProperty("jackfield.cuda.cublaslt", "");
    List<String> names = chosen.isEmpty() ? LtFunctions.NAMES : List.of(chosen);
    if (chosen.equals("off")) {
      return Optional.empty();
    }
    Optional<MatrixLibrary> found =
        names.stream()
            .map(LtFunctions::load)
            .flatMap(Optional::stream)
            .map(functions -> create(context, functions))
            .flatMap(Optional::stream)
            .findFirst();
    if (found.isEmpty()) {
      LOG.log(
          System.Logger.Level.INFO,
          "cuBLASLt was not found as "
              + String.join(" or ", names)
              + ": own kernels multiply matrices. Try jackfield.cuda.cublaslt=PATH");
    }
    return found;
  }

  private static Optional<MatrixLibrary> create(GpuContext context, LtFunctions functions) {
    context.stream().enterForeign();
    try (Arena near = Arena.ofConfined()) {
      MemorySegment created = near.allocate(ValueLayout.JAVA_LONG);
      int status = (int) functions.create.invokeExact(created);
      if (status == 0) {
        long handle = created.get(ValueLayout.JAVA_LONG, 0);
        return Optional.of(new MatrixLibrary(context, functions, handle));
      }
      LOG.log(
          System.Logger.Level.WARNING,
          functions.name
              + " refuses the device with status "
              + status
              + ": own kernels multiply matrices");
      return Optional.empty();
    } catch (RuntimeException | Error failed) {
      throw failed;
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    }
  }

  /**
   * Adds a product to the work of the calling thread's current stream.
   *
   * @param launch what errors name
   * @return whether it was added; false if the library has no algorithm for it or refuses it, if
   *     there is no memory for its workspace, or if it would be the plan of one size too many.
   *     Another call may be accepted then
   * @throws jackfield.backend.cuda.driver.failure.CudaFailure if the library fails otherwise
   */
  public boolean multiply(MatrixProduct product, Launch launch) {
    if (!TYPES.contains(product.type())) {
      return false;
    }
    MatrixProduct byColumns = product.out().isByColumns() ? product : product.transposed();
    PlanKey key = PlanKey.of(byColumns);
    MatrixPlan plan = key == null ? null : plan(key);
    return plan != null && run(plan, byColumns, key, launch);
  }

  private MatrixPlan plan(PlanKey key) {
    Optional<MatrixPlan> known = plans.get(key);
    if (known == null) {
      if (plans.size() >= MOST_PLANS) {
        sayOnceThatItIsFull();
        return null;
      }
      known = plans.computeIfAbsent(key, this::choose);
    }
    return known == null ? null : known.orElse(null);
  }

  private void sayOnceThatItIsFull() {
    if (isFull.compareAndSet(false, true)) {
      LOG.log(
          System.Logger.Level.INFO,
          "products of more than {0} sizes and layouts: own kernels compute the later ones",
          MOST_PLANS);
    }
  }

  /** Returns a plan, nothing if there is none, or null if there may be one the next time. */
  private Optional<MatrixPlan> choose(PlanKey key) {
    context.stream().enterForeign();
    try {
      return Optional.of(new MatrixPlan(functions, handle, key, isFast, arena));
    } catch (LtRefusal refused) {
      return refused.status == LtRefusal.NOT_SUPPORTED ? Optional.empty() : null;
    } catch (RuntimeException | Error failed) {
      throw failed;
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    }
  }

  private boolean run(MatrixPlan plan, MatrixProduct product, PlanKey key, Launch launch) {
    Lease workspace = null;
    try {
      workspace = plan.workspaceBytes() == 0 ? null : context.memory().lease(plan.workspaceBytes());
      GpuStream stream = context.stream();
      long queue = stream.enterForeign(product.addresses());
      long address = workspace == null ? 0 : workspace.address();
      int status = plan.run(handle, product, key, address, queue);
      if (LtRefusal.isRefusal(status)) {
        return false; // nothing was added, so that nothing is noted
      }
      stream.leaveForeign(launch, this, "cublasLtMatmul " + launch, status);
      return true;
    } catch (LtRefusal | DeviceOutOfMemory _) {
      return false; // own kernels need no workspace
    } catch (RuntimeException | Error failed) {
      throw failed;
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    } finally {
      if (workspace != null) {
        context.memory().release(workspace); // later work of the stream may have it
      }
    }
  }

  /** Releases the library's resources of the context; none of its products may be running. */
  @Override
  public void close() {
    context.withdrawGraphs(this);
    try {
      for (Optional<MatrixPlan> plan : plans.values()) {
        if (plan.isPresent()) {
          plan.get().close();
        }
      }
      if (context.isUsable()) {
        context.stream().enterForeign();
        int _ = (int) functions.destroy.invokeExact(handle);
      }
    } catch (RuntimeException | Error failed) {
      throw failed;
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    } finally {
      arena.close();
    }
  }

  /** Returns the name of the library. */
  @Override
  public String toString() {
    return functions.name;
  }
}
