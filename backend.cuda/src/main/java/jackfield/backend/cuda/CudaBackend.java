package jackfield.backend.cuda;

import jackfield.aten.Aten;
import jackfield.aten.Copy_;
import jackfield.aten.composite.allocation.ArangeKernels;
import jackfield.aten.composite.allocation.EmptyKernels;
import jackfield.aten.kernel.ParameterBlock;
import jackfield.backend.cuda.driver.DeviceGroup;
import jackfield.backend.cuda.driver.GpuContext;
import jackfield.backend.cuda.driver.GpuEvent;
import jackfield.backend.cuda.driver.failure.CudaFailure;
import jackfield.backend.cuda.driver.failure.DevicePoisoned;
import jackfield.backend.cuda.fourier.FourierBodies;
import jackfield.backend.cuda.image.ResamplingBodies;
import jackfield.backend.cuda.launch.Blocks;
import jackfield.backend.cuda.launch.KernelFamilies;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.backend.cuda.loss.AlignmentBodies;
import jackfield.backend.cuda.loss.EntropyBodies;
import jackfield.backend.cuda.loss.MarginBodies;
import jackfield.backend.cuda.random.RandomBodies;
import jackfield.backend.cuda.statistics.DistinctBodies;
import jackfield.backend.cuda.statistics.HistogramBodies;
import jackfield.backend.cuda.statistics.SearchBodies;
import jackfield.backend.cuda.statistics.SegmentBodies;
import jackfield.error.JackfieldException;
import jackfield.memory.MemoryDomain;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;
import jackfield.spi.ProvideBackend;
import jackfield.spi.Quiescent;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Kernels for NVIDIA's GPUs. The memory of tensors belongs to the driver's bundle, so tensors stay
 * when this bundle is unplugged.
 */
@Component(service = Backend.class, immediate = true)
@ProvideBackend(name = "cuda", version = "0.1.0")
public final class CudaBackend implements Backend, Quiescent {
  private static final long POLL_MICROS = 100;

  private final Launcher launcher;

  /** Creates the backend of some devices; called by Declarative Services. */
  @Activate
  public CudaBackend(@Reference DeviceGroup devices) {
    this.launcher = new Launcher(devices, allFamilies());
  }

  @Override
  public String device() {
    return "cuda";
  }

  /** Returns the names of all families of kernels. */
  static List<String> allFamilies() {
    List<String> names = new ArrayList<>(KernelFamilies.WRITTEN);
    names.addAll(GeneratedKernels.FAMILIES);
    return names;
  }

  @Override
  public void register(KernelRegistrar plain) {
    DeviceGroup devices = launcher.devices();
    KernelRegistrar kernels =
        devices.devices().size() == 1 ? plain : new GuardedRegistrar(plain, devices);
    KernelFamilies loaded = launcher.families();
    registerElementwise(kernels, loaded, launcher);
    registerSelections(kernels, loaded, launcher);
    registerLayers(kernels, loaded, launcher);
    registerNumeric(kernels, loaded, launcher);
    registerComposed(kernels, loaded, launcher);
    if (loaded.has(KernelFamilies.LINES)) {
      registerLines(kernels, new LineBodies(launcher));
    }
  }

  private void registerElementwise(
      KernelRegistrar kernels, KernelFamilies loaded, Launcher launcher) {
    ElementwiseBodies elementwise = new ElementwiseBodies(launcher);
    if (loaded.has(KernelFamilies.MOVES)) {
      registerMemory(kernels, launcher, elementwise);
    }
    for (String family : GeneratedKernels.FAMILIES) {
      if (loaded.has(family)) {
        GeneratedKernels.register(family, kernels, elementwise);
      }
    }
    registerOptions(kernels, loaded, elementwise);
  }

  /** Registers indexing, orders and reductions. */
  private static void registerSelections(
      KernelRegistrar kernels, KernelFamilies loaded, Launcher launcher) {
    if (loaded.has(KernelFamilies.INDEXING) && loaded.has(KernelFamilies.MOVES)) {
      new IndexBodies(launcher).register(kernels);
    }
    if (loaded.has(KernelFamilies.SCANS)) {
      new OrderBodies(launcher).register(kernels);
    }
    if (loaded.has(KernelFamilies.REDUCTIONS)) {
      new ReductionBodies(launcher).register(kernels);
    }
  }

  /** Registers the kernels of layers of networks. */
  private static void registerLayers(
      KernelRegistrar kernels, KernelFamilies loaded, Launcher launcher) {
    if (loaded.has(KernelFamilies.CONVOLUTIONS) && loaded.has(KernelFamilies.REDUCTIONS)) {
      new ConvolutionBodies(launcher).register(kernels);
    }
    if (loaded.has(KernelFamilies.NORMALIZATIONS)) {
      new NormalizationBodies(launcher).register(kernels);
    }
    if (loaded.has(KernelFamilies.LOSSES)) {
      new LikelihoodBodies(launcher).register(kernels);
    }
    if (loaded.has(KernelFamilies.POOLINGS)) {
      PoolingBodies pooling = new PoolingBodies(launcher);
      pooling.register(kernels);
      if (loaded.has(KernelFamilies.INDEXING) && loaded.has(KernelFamilies.MOVES)) {
        pooling.registerMoves(kernels);
      }
    }
  }

  /** Registers totals, products, segments, random numbers and Fourier transforms. */
  private void registerNumeric(KernelRegistrar kernels, KernelFamilies loaded, Launcher launcher) {
    if (loaded.has(KernelFamilies.TOTALS)) {
      new ReductionBodies(launcher).registerTotals(kernels);
    }
    if (loaded.has(KernelFamilies.PRODUCTS)) {
      boolean _ = launcher.library().isPresent(); // opened and reported now, not by the first call
      registerProducts(kernels, new ProductBodies(launcher));
    }
    if (loaded.has(KernelFamilies.SEGMENTS)) {
      new SegmentBodies(launcher).register(kernels);
    }
    if (loaded.has(KernelFamilies.RANDOM)) {
      new RandomBodies(launcher).register(kernels);
    }
    if (loaded.has(KernelFamilies.FOURIER)) {
      new FourierBodies(launcher).register(kernels);
    }
  }

  private static void registerOptions(
      KernelRegistrar kernels, KernelFamilies loaded, ElementwiseBodies elementwise) {
    OptionBodies options = new OptionBodies(elementwise);
    if (loaded.has("arithmetic")) {
      kernels.structured(Aten.DIV_TENSOR_MODE, elementwise::divide);
    }
    if (loaded.has("activations")) {
      options.registerActivations(kernels);
    }
    if (loaded.has("elementary") && loaded.has("functions")) {
      options.registerElementary(kernels);
    }
    if (loaded.has("comparisons")) {
      kernels.structured(Aten.CLAMP, options::clamp);
    }
    if (loaded.has("special")) {
      kernels.structured(Aten.POLYGAMMA, options::polygamma);
    }
    if (loaded.has(KernelFamilies.POINTWISE)) {
      kernels
          .structured(Aten.MASKED_FILL__SCALAR, elementwise::maskedFill)
          .structured(Aten.MASKED_FILL_, elementwise::maskedFill)
          .structured(Aten.LOG_SIGMOID_FORWARD, elementwise::logSigmoid);
    }
  }

  private static void registerMemory(
      KernelRegistrar kernels, Launcher launcher, ElementwiseBodies elementwise) {
    Supplier<MemoryDomain> memory = () -> launcher.context().domain();
    CopyKernel copy = new CopyKernel(launcher, kernels.key(), kernels.operator(Copy_.TYPE));
    kernels
        .kernel(Aten.EMPTY_MEMORY_FORMAT, EmptyKernels.emptyIn(memory, kernels.key()))
        .kernel(Aten.EMPTY_STRIDED, EmptyKernels.emptyStridedIn(memory, kernels.key()))
        .kernel(Copy_.TYPE, copy::copy)
        .kernel(
            Aten.ARANGE_START_OUT,
            (start, end, step, out) -> arange(launcher, start, end, step, out))
        .structured(Aten.FILL__SCALAR, elementwise::fill)
        .structured(Aten.ZERO_, elementwise::zero)
        .structured(Aten.WHERE_SELF, elementwise::where)
        .structured(Aten.FREXP, elementwise::frexp)
        .structured(Aten.CAT, new LineBodies(launcher)::cat);
    new DecompositionKernels(launcher.devices(), copy).register(kernels);
  }

  /** Registers the operators of families that also sort, fill or copy. */
  private static void registerComposed(
      KernelRegistrar kernels, KernelFamilies loaded, Launcher launcher) {
    if (!loaded.has(KernelFamilies.MOVES, KernelFamilies.INDEXING)) {
      return;
    }
    if (loaded.has(KernelFamilies.RESAMPLING)) {
      new ResamplingBodies(launcher).register(kernels);
    }
    if (loaded.has(KernelFamilies.LOSSES)) {
      new EntropyBodies(launcher).register(kernels);
      new MarginBodies(launcher).register(kernels);
    }
    if (loaded.has(KernelFamilies.ALIGNMENTS)) {
      new AlignmentBodies(launcher).register(kernels);
    }
    if (loaded.has(KernelFamilies.BAGS)) {
      new BagBodies(launcher).register(kernels);
    }
    if (loaded.has(KernelFamilies.STATISTICS, KernelFamilies.SCANS)) {
      new HistogramBodies(launcher).register(kernels);
      new SearchBodies(launcher).register(kernels);
      new DistinctBodies(launcher).register(kernels);
    }
  }

  /** Writes {@code start + step · i} into element {@code i} in row-major order. */
  private static Tensor arange(
      Launcher launcher, Scalar start, Scalar end, Scalar step, Tensor out) {
    ArangeKernels.prepare(start, end, step, out);
    ParameterBlock.Builder block = Blocks.of(out);
    for (int dim = 0; dim < out.rank(); dim++) {
      block.dimension(out.size(dim), new long[] {out.stride(dim) * out.dtype().sizeBytes()});
    }
    launcher.elementwise(
        "arange",
        "arange_" + out.dtype(),
        block.build().with(Launcher.words(DType.INT64, start, step)),
        out.elementCount());
    return out;
  }

  private static void registerProducts(KernelRegistrar kernels, ProductBodies bodies) {
    kernels
        .structured(Aten.MM, bodies::mm)
        .structured(Aten.BMM, bodies::bmm)
        .structured(Aten.ADDMM, bodies::addmm);
  }

  private static void registerLines(KernelRegistrar kernels, LineBodies bodies) {
    kernels
        .structured(Aten._SOFTMAX, plan -> bodies.run("softmax", plan))
        .structured(Aten._LOG_SOFTMAX, plan -> bodies.run("log_softmax", plan))
        .structured(Aten._SOFTMAX_BACKWARD_DATA, plan -> bodies.run("softmax_backward", plan))
        .structured(
            Aten._LOG_SOFTMAX_BACKWARD_DATA, plan -> bodies.run("log_softmax_backward", plan))
        .structured(Aten.NATIVE_LAYER_NORM, bodies::layerNorm);
  }

  @Override
  public void quiesce(Duration deadline) throws InterruptedException {
    JackfieldException failure = null;
    for (GpuContext each : launcher.used()) {
      try {
        awaitWork(each);
      } catch (CudaFailure | DevicePoisoned failed) { // the others' work is waited for all the same
        failure = failure == null ? failed : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static void awaitWork(GpuContext context) throws InterruptedException {
    List<GpuEvent> ends = context.ends(); // of replays and of threads with other streams, too
    try {
      for (GpuEvent end : ends) {
        while (!end.isDone()) {
          TimeUnit.MICROSECONDS.sleep(POLL_MICROS);
        }
      }
    } finally {
      ends.forEach(GpuEvent::closeIfUsable);
    }
  }

  /** Unloads the kernels; called by Declarative Services when none is running. */
  @Deactivate
  public void stop() {
    launcher.close();
  }
}
