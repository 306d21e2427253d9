package jackfield.backend.cpu;

import jackfield.aten.Aten;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;
import jackfield.spi.ProvideBackend;
import org.osgi.service.component.annotations.Component;

/**
 * Kernels by the Vector API for the operators whose speed matters; what it leaves out stays with
 * the backend beneath.
 */
@Component(service = Backend.class, immediate = true, property = "service.ranking:Integer=0")
@ProvideBackend(name = "cpu", version = "0.1.0")
public final class CpuBackend implements Backend {
  /** Creates the backend. */
  public CpuBackend() {}

  @Override
  public String device() {
    return "cpu";
  }

  @Override
  public void register(KernelRegistrar kernels) {
    Workspaces workspaces = new Workspaces();
    SharedLoops loops = new SharedLoops();
    new PointwiseKernels(loops, workspaces).register(kernels);
    registerMoves(kernels, new FillKernels(loops, workspaces));
    registerReductions(kernels, new ReductionKernels(loops, workspaces));
    registerProducts(kernels, new MatrixKernels(loops, workspaces));
    registerActivations(kernels, new SoftmaxKernels(loops, workspaces));
  }

  private static void registerMoves(KernelRegistrar kernels, FillKernels fills) {
    kernels
        .structured(Aten.COPY_, CopyKernel::run)
        .structured(Aten.ZERO_, fills::zero)
        .structured(Aten.FILL__SCALAR, fills::fill)
        .structured(Aten.CAT, IndexingKernels::cat)
        .structured(Aten.INDEX_SELECT, IndexingKernels::indexSelect);
  }

  private static void registerReductions(KernelRegistrar kernels, ReductionKernels reductions) {
    kernels
        .structured(Aten.SUM, reductions::sum)
        .structured(Aten.SUM_DIM_INT_LIST, reductions::sum)
        .structured(Aten.MEAN, reductions::mean)
        .structured(Aten.MEAN_DIM, reductions::mean)
        .structured(Aten.AMAX, reductions::amax)
        .structured(Aten.ARGMAX, reductions::argmax);
  }

  private static void registerProducts(KernelRegistrar kernels, MatrixKernels products) {
    kernels
        .structured(Aten.MM, products::mm)
        .structured(Aten.BMM, products::bmm)
        .structured(Aten.ADDMM, products::addmm);
  }

  private static void registerActivations(KernelRegistrar kernels, SoftmaxKernels softmax) {
    kernels
        .structured(Aten._SOFTMAX, softmax::softmax)
        .structured(Aten._LOG_SOFTMAX, softmax::logSoftmax)
        .structured(Aten._SOFTMAX_BACKWARD_DATA, softmax::softmaxBackward)
        .structured(Aten._LOG_SOFTMAX_BACKWARD_DATA, softmax::logSoftmaxBackward);
  }
}
