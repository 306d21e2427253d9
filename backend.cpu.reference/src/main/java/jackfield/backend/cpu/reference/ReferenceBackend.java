package jackfield.backend.cpu.reference;

import jackfield.aten.Aten;
import jackfield.aten.random.HostBodies;
import jackfield.backend.cpu.reference.decomposition.SingularValueKernels;
import jackfield.backend.cpu.reference.embedding.BagKernels;
import jackfield.backend.cpu.reference.fourier.FourierKernels;
import jackfield.backend.cpu.reference.linalg.EigenKernels;
import jackfield.backend.cpu.reference.linalg.FactorKernels;
import jackfield.backend.cpu.reference.linalg.OrthogonalKernels;
import jackfield.backend.cpu.reference.linalg.SolveKernels;
import jackfield.backend.cpu.reference.loss.AlignmentKernels;
import jackfield.backend.cpu.reference.loss.EntropyKernels;
import jackfield.backend.cpu.reference.loss.LikelihoodKernels;
import jackfield.backend.cpu.reference.loss.MarginKernels;
import jackfield.backend.cpu.reference.loss.MultilabelMarginKernels;
import jackfield.backend.cpu.reference.normalization.BatchNormKernels;
import jackfield.backend.cpu.reference.normalization.GroupNormKernels;
import jackfield.backend.cpu.reference.pointwise.PairKernels;
import jackfield.backend.cpu.reference.pointwise.TripleKernels;
import jackfield.backend.cpu.reference.pooling.AveragePoolKernels;
import jackfield.backend.cpu.reference.pooling.MaxPoolKernels;
import jackfield.backend.cpu.reference.reduction.ChoiceKernels;
import jackfield.backend.cpu.reference.reduction.LogicKernels;
import jackfield.backend.cpu.reference.reduction.ProductKernels;
import jackfield.backend.cpu.reference.resampling.ResamplingKernels;
import jackfield.backend.cpu.reference.scan.ScanKernels;
import jackfield.backend.cpu.reference.scan.SegmentKernels;
import jackfield.backend.cpu.reference.scatter.GatherKernels;
import jackfield.backend.cpu.reference.scatter.ScatterKernels;
import jackfield.backend.cpu.reference.special.SpecialKernels;
import jackfield.backend.cpu.reference.statistics.DistinctKernels;
import jackfield.backend.cpu.reference.statistics.HistogramKernels;
import jackfield.backend.cpu.reference.statistics.SearchKernels;
import jackfield.backend.cpu.reference.unary.ElementaryKernels;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;
import jackfield.spi.ProvideBackend;
import org.osgi.service.component.annotations.Component;

/**
 * Scalar kernels for every operator and every element type on the CPU. Its low service ranking lets
 * every other CPU backend shadow it: its kernels are active for the operators that the others lack,
 * and for all operators when it is the only CPU backend.
 */
@Component(service = Backend.class, immediate = true, property = "service.ranking:Integer=-100")
@ProvideBackend(name = "cpu", version = "0.1.0")
public final class ReferenceBackend implements Backend {
  /** Creates the backend. */
  public ReferenceBackend() {}

  @Override
  public String device() {
    return "cpu";
  }

  @Override
  public void register(KernelRegistrar kernels) {
    registerPointwise(kernels);
    UnaryKernels.register(kernels);
    PairKernels.register(kernels);
    TripleKernels.register(kernels);
    ElementaryKernels.register(kernels);
    SpecialKernels.register(kernels);
    registerGradients(kernels);
    registerReductions(kernels);
    registerStatistics(kernels);
    registerProducts(kernels);
    registerActivations(kernels);
    registerMoves(kernels);
    registerFills(kernels);
    registerRandom(kernels);
    registerLines(kernels);
    registerLosses(kernels);
    registerMatrices(kernels);
  }

  private static void registerMatrices(KernelRegistrar kernels) {
    FactorKernels.register(kernels);
    SolveKernels.register(kernels);
    EigenKernels.register(kernels);
    OrthogonalKernels.register(kernels);
    FourierKernels.register(kernels);
  }

  private static void registerLosses(KernelRegistrar kernels) {
    LikelihoodKernels.register(kernels);
    EntropyKernels.register(kernels);
    MarginKernels.register(kernels);
    MultilabelMarginKernels.register(kernels);
    AlignmentKernels.register(kernels);
  }

  private static void registerLines(KernelRegistrar kernels) {
    LogicKernels.register(kernels);
    ProductKernels.register(kernels);
    ChoiceKernels.register(kernels);
    ScanKernels.register(kernels);
    SegmentKernels.register(kernels);
    ScatterKernels.register(kernels);
    GatherKernels.register(kernels);
    BagKernels.register(kernels);
    AveragePoolKernels.register(kernels);
    MaxPoolKernels.register(kernels);
    SearchKernels.register(kernels);
    DistinctKernels.register(kernels);
    HistogramKernels.register(kernels);
    ResamplingKernels.register(kernels);
  }

  private static void registerPointwise(KernelRegistrar kernels) {
    kernels
        .structured(Aten.ADD, PointwiseKernels::add)
        .structured(Aten.SUB, PointwiseKernels::sub)
        .structured(Aten.MUL, PointwiseKernels::mul)
        .structured(Aten.DIV, PointwiseKernels::div)
        .structured(Aten.DIV_TENSOR_MODE, PointwiseKernels::div)
        .structured(Aten.NEG, PointwiseKernels::neg)
        .structured(Aten._CONJ_PHYSICAL, PointwiseKernels::conjugate)
        .structured(Aten.EXP, PointwiseKernels::exp)
        .structured(Aten.LOG, PointwiseKernels::log)
        .structured(Aten.SQRT, PointwiseKernels::sqrt)
        .structured(Aten.RECIPROCAL, PointwiseKernels::reciprocal)
        .structured(Aten.SIGMOID, PointwiseKernels::sigmoid)
        .structured(Aten.TANH, PointwiseKernels::tanh)
        .structured(Aten.RELU, PointwiseKernels::relu)
        .structured(Aten.POW_TENSOR_SCALAR, PointwiseKernels::pow)
        .structured(Aten.EQ, PointwiseKernels::eq)
        .structured(Aten.GT, PointwiseKernels::gt)
        .structured(Aten.WHERE_SELF, PointwiseKernels::where);
  }

  private static void registerGradients(KernelRegistrar kernels) {
    kernels
        .structured(Aten.THRESHOLD_BACKWARD, PointwiseKernels::thresholdBackward)
        .structured(Aten.SIGMOID_BACKWARD, PointwiseKernels::sigmoidBackward)
        .structured(Aten.TANH_BACKWARD, PointwiseKernels::tanhBackward)
        .structured(Aten._SOFTMAX_BACKWARD_DATA, ActivationKernels::softmaxBackward)
        .structured(Aten._LOG_SOFTMAX_BACKWARD_DATA, ActivationKernels::logSoftmaxBackward);
  }

  private static void registerReductions(KernelRegistrar kernels) {
    kernels
        .structured(Aten.SUM, ReductionKernels::sum)
        .structured(Aten.SUM_DIM_INT_LIST, ReductionKernels::sum)
        .structured(Aten.MEAN, ReductionKernels::mean)
        .structured(Aten.MEAN_DIM, ReductionKernels::mean)
        .structured(Aten.AMAX, ReductionKernels::amax)
        .structured(Aten.ARGMAX, ReductionKernels::argmax)
        .structured(Aten.AMIN, ReductionKernels::amin)
        .structured(Aten.AMINMAX, ReductionKernels::aminmax)
        .structured(Aten.MAX_DIM, ReductionKernels::max)
        .structured(Aten.MIN_DIM, ReductionKernels::min);
  }

  private static void registerStatistics(KernelRegistrar kernels) {
    kernels
        .structured(Aten.VAR_CORRECTION, StatisticsKernels::var)
        .structured(Aten.STD_CORRECTION, StatisticsKernels::std)
        .structured(Aten.VAR_MEAN_CORRECTION, StatisticsKernels::var)
        .structured(Aten.STD_MEAN_CORRECTION, StatisticsKernels::std)
        .structured(Aten.TOPK, SortingKernels::topk)
        .structured(Aten.SORT_STABLE, SortingKernels::sort)
        .structured(Aten.NATIVE_LAYER_NORM, NormalizationKernels::layerNorm)
        .structured(Aten.NATIVE_LAYER_NORM_BACKWARD, NormalizationKernels::layerNormBackward)
        .structured(Aten.NATIVE_BATCH_NORM, BatchNormKernels::batchNorm)
        .structured(Aten.NATIVE_BATCH_NORM_BACKWARD, BatchNormKernels::batchNormBackward)
        .structured(Aten.NATIVE_GROUP_NORM, GroupNormKernels::groupNorm)
        .structured(Aten.NATIVE_GROUP_NORM_BACKWARD, GroupNormKernels::groupNormBackward);
  }

  private static void registerProducts(KernelRegistrar kernels) {
    kernels
        .structured(Aten.MM, LinearAlgebraKernels::mm)
        .structured(Aten.ADDMM, LinearAlgebraKernels::addmm)
        .structured(Aten.BMM, LinearAlgebraKernels::bmm)
        .structured(Aten._LINALG_SVD, SingularValueKernels::svd)
        .structured(Aten.CONVOLUTION, ConvolutionKernels::convolution)
        .structured(Aten.CONVOLUTION_BACKWARD, ConvolutionKernels::convolutionBackward);
  }

  private static void registerActivations(KernelRegistrar kernels) {
    kernels
        .structured(Aten._SOFTMAX, ActivationKernels::softmax)
        .structured(Aten._LOG_SOFTMAX, ActivationKernels::logSoftmax);
  }

  private static void registerMoves(KernelRegistrar kernels) {
    kernels
        .structured(Aten.COPY_, CopyKernels::copy)
        .structured(Aten.CAT, IndexingKernels::cat)
        .structured(Aten.INDEX_SELECT, IndexingKernels::indexSelect)
        .structured(Aten.INDEX, IndexedElementKernels::index)
        .structured(Aten._UNSAFE_INDEX, IndexedElementKernels::index)
        .structured(Aten.INDEX_PUT, IndexedElementKernels::indexPut)
        .structured(Aten._UNSAFE_INDEX_PUT, IndexedElementKernels::indexPut)
        .structured(Aten._INDEX_PUT_IMPL_, IndexedElementKernels::indexPut)
        .structured(Aten.MASKED_SELECT, IndexedElementKernels::index)
        .structured(Aten.NONZERO, IndexedElementKernels::nonzero);
  }

  private static void registerFills(KernelRegistrar kernels) {
    kernels
        .structured(Aten.FILL__SCALAR, FillKernels::fill)
        .structured(Aten.ZERO_, FillKernels::zero)
        .kernel(Aten.ARANGE_START_OUT, FillKernels::arange);
  }

  private static void registerRandom(KernelRegistrar kernels) {
    HostBodies random = new HostBodies((count, body) -> body.run(0, count)); // on one thread
    kernels
        .structured(Aten.UNIFORM_, random::uniform)
        .structured(Aten.NORMAL_, random::normal)
        .structured(Aten.LOG_NORMAL_, random::logNormal)
        .structured(Aten.EXPONENTIAL_, random::exponential)
        .structured(Aten.CAUCHY_, random::cauchy)
        .structured(Aten.GEOMETRIC_, random::geometric)
        .structured(Aten.BERNOULLI__FLOAT, random::bernoulli)
        .structured(Aten.BERNOULLI_, random::bernoulliOfTensor)
        .structured(Aten.RANDOM__FROM, random::integers);
  }
}
