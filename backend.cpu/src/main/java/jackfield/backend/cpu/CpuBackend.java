package jackfield.backend.cpu;

import jackfield.aten.Aten;
import jackfield.backend.cpu.counts.BincountKernels;
import jackfield.backend.cpu.counts.HistogramKernels;
import jackfield.backend.cpu.decomposition.SingularValueKernels;
import jackfield.backend.cpu.elementwise.ActivationKernels;
import jackfield.backend.cpu.elementwise.CopyKernel;
import jackfield.backend.cpu.elementwise.FunctionKernels;
import jackfield.backend.cpu.elementwise.KernelList;
import jackfield.backend.cpu.elementwise.LogicKernels;
import jackfield.backend.cpu.elementwise.PointwiseKernels;
import jackfield.backend.cpu.elementwise.SharedLoops;
import jackfield.backend.cpu.embedding.BagKernels;
import jackfield.backend.cpu.line.DistinctKernels;
import jackfield.backend.cpu.line.DistinctSlices;
import jackfield.backend.cpu.line.ModeKernels;
import jackfield.backend.cpu.line.RunningExtremes;
import jackfield.backend.cpu.line.RunningLogarithms;
import jackfield.backend.cpu.line.RunningProducts;
import jackfield.backend.cpu.line.RunningSums;
import jackfield.backend.cpu.line.SearchKernels;
import jackfield.backend.cpu.line.SelectionKernels;
import jackfield.backend.cpu.line.SortKernels;
import jackfield.backend.cpu.line.TopKernels;
import jackfield.backend.cpu.loops.fold.FoldLoops;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.backend.cpu.moves.ColumnKernels;
import jackfield.backend.cpu.moves.ColumnSums;
import jackfield.backend.cpu.moves.GatherKernels;
import jackfield.backend.cpu.moves.JoinKernels;
import jackfield.backend.cpu.moves.MaskKernels;
import jackfield.backend.cpu.moves.SelectKernels;
import jackfield.backend.cpu.moves.TakeKernels;
import jackfield.backend.cpu.normalization.BatchNormKernels;
import jackfield.backend.cpu.normalization.GroupNormKernels;
import jackfield.backend.cpu.pooling.MaxPoolKernels;
import jackfield.backend.cpu.random.RandomKernels;
import jackfield.backend.cpu.reduction.ColumnFolds;
import jackfield.backend.cpu.reduction.CountKernels;
import jackfield.backend.cpu.reduction.ExtremeKernels;
import jackfield.backend.cpu.reduction.NormKernels;
import jackfield.backend.cpu.reduction.NumberSums;
import jackfield.backend.cpu.reduction.ProductKernels;
import jackfield.backend.cpu.reduction.SegmentGradients;
import jackfield.backend.cpu.reduction.SegmentKernels;
import jackfield.backend.cpu.resampling.InterpolationKernels;
import jackfield.backend.cpu.scatter.PutKernels;
import jackfield.backend.cpu.scatter.ScatterKernels;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;
import jackfield.spi.ProvideBackend;
import jackfield.tensor.DType;
import java.util.function.Function;
import org.osgi.service.component.annotations.Component;

/**
 * Kernels with the Vector API for the operators whose speed matters. For all other operators the
 * kernels of {@code backend.cpu.reference} stay active.
 */
@Component(service = Backend.class, immediate = true, property = "service.ranking:Integer=0")
@ProvideBackend(name = "cpu", version = "0.1.0")
public final class CpuBackend implements Backend {
  private final KernelList kernels = new KernelList();

  /** Creates the backend. */
  public CpuBackend() {
    Workspaces workspaces = new Workspaces();
    SharedLoops loops = new SharedLoops();
    new PointwiseKernels(loops, workspaces).addTo(kernels);
    new FunctionKernels(workspaces).addTo(kernels);
    new ActivationKernels(workspaces).addTo(kernels);
    new LogicKernels(workspaces).addTo(kernels);
    addMoves(kernels, new FillKernels(loops, workspaces), workspaces);
    new ScatterKernels(loops.add(), workspaces).addTo(kernels);
    addReductions(kernels, loops, workspaces);
    addProducts(kernels, new MatrixKernels(loops, workspaces));
    addActivations(kernels, new SoftmaxKernels(loops, workspaces));
    addStatistics(kernels, new StatisticsKernels(loops, workspaces));
    addNormalizations(kernels, NormalizationLoops.of(loops), workspaces);
    addChannels(
        kernels, new BatchNormKernels(loops, workspaces), new GroupNormKernels(loops, workspaces));
    addConvolutions(kernels, new ConvolutionKernels(loops, workspaces));
    addDecompositions(kernels, loops, workspaces);
    addLines(kernels, workspaces);
    addChoices(kernels, new SelectionKernels(workspaces));
    addDistinct(kernels, workspaces);
    addBins(kernels, loops, workspaces);
    new PoolingKernels(new MaxPoolKernels(loops.fill(), workspaces)).addTo(kernels);
    addColumns(kernels, workspaces);
    new ImageKernels(new InterpolationKernels(loops, workspaces)).addTo(kernels);
    new RandomKernels(workspaces).addTo(kernels);
    LossKernels.addTo(kernels, loops, workspaces);
  }

  @Override
  public String device() {
    return "cpu";
  }

  @Override
  public void register(KernelRegistrar registrar) {
    kernels.register(registrar);
  }

  private static void addMoves(KernelList kernels, FillKernels fills, Workspaces workspaces) {
    kernels
        .structured(Aten.COPY_, new CopyKernel(workspaces)::run)
        .structured(Aten.ZERO_, fills::zero)
        .structured(Aten.FILL__SCALAR, fills::fill)
        .structured(Aten.CAT, JoinKernels::cat)
        .structured(Aten.INDEX_SELECT, new SelectKernels(workspaces)::indexSelect)
        .structured(Aten.GATHER, GatherKernels::gather)
        .structured(Aten.TAKE, TakeKernels::take)
        .structured(Aten._EMBEDDING_BAG, BagKernels::bag)
        .structured(Aten._EMBEDDING_BAG_FORWARD_ONLY, BagKernels::forwardOnly)
        .structured(Aten.INDEX, IndexedElementKernels::index)
        .structured(Aten._UNSAFE_INDEX, IndexedElementKernels::index)
        .structured(Aten.INDEX_PUT, IndexedElementKernels::indexPut)
        .structured(Aten._UNSAFE_INDEX_PUT, IndexedElementKernels::indexPut)
        .structured(Aten._INDEX_PUT_IMPL_, IndexedElementKernels::indexPut)
        .structured(Aten.MASKED_SELECT, IndexedElementKernels::index)
        .structured(Aten.NONZERO, IndexedElementKernels::nonzero)
        .structured(Aten.NONZERO_STATIC, MaskKernels::nonzeroStatic)
        .structured(Aten.MASKED_SCATTER, MaskKernels::maskedScatter)
        .structured(Aten.PUT, PutKernels::put);
  }

  private static void addReductions(KernelList kernels, SharedLoops loops, Workspaces workspaces) {
    ColumnFolds columns = new ColumnFolds(loops.fill(), workspaces);
    ReductionKernels sums = new ReductionKernels(loops, columns);
    kernels
        .structured(Aten.SUM, sums::sum)
        .structured(Aten.SUM_DIM_INT_LIST, sums::sum)
        .structured(Aten.MEAN, sums::mean)
        .structured(Aten.MEAN_DIM, sums::mean)
        .structured(Aten.NANSUM, new NumberSums(loops.add(), columns, workspaces)::nansum)
        .structured(Aten.PROD, ProductKernels::prod)
        .structured(Aten.PROD_DIM_INT, ProductKernels::prod);
    addExtremes(kernels, new ExtremeKernels(loops.max(), columns, workspaces));
    addCounts(kernels, new CountKernels(workspaces));
    addNorms(kernels, new NormKernels(loops.max(), workspaces));
  }

  private static void addExtremes(KernelList kernels, ExtremeKernels extremes) {
    kernels
        .structured(Aten.MAX, extremes::max)
        .structured(Aten.MIN, extremes::min)
        .structured(Aten.AMAX, extremes::max)
        .structured(Aten.AMIN, extremes::min)
        .structured(Aten.AMINMAX, extremes::minAndMax)
        .structured(Aten.ARGMAX, extremes::argmax)
        .structured(Aten.ARGMIN, extremes::argmin)
        .structured(Aten.MAX_DIM, extremes::maxWithPosition)
        .structured(Aten.MIN_DIM, extremes::minWithPosition);
  }

  private static void addCounts(KernelList kernels, CountKernels counts) {
    kernels
        .structured(Aten.ALL, counts::all)
        .structured(Aten.ALL_DIM, counts::all)
        .structured(Aten.ALL_DIMS, counts::all)
        .structured(Aten.ANY, counts::any)
        .structured(Aten.ANY_DIM, counts::any)
        .structured(Aten.ANY_DIMS, counts::any)
        .structured(Aten.COUNT_NONZERO, counts::count)
        .structured(Aten.COUNT_NONZERO_DIM_INT_LIST, counts::count);
  }

  private static void addNorms(KernelList kernels, NormKernels norms) {
    kernels
        .structured(Aten.LINALG_VECTOR_NORM, norms::norm)
        .structured(Aten.LOGSUMEXP, norms::logsumexp);
  }

  private static void addProducts(KernelList kernels, MatrixKernels products) {
    kernels
        .structured(Aten.MM, products::mm)
        .structured(Aten.BMM, products::bmm)
        .structured(Aten.ADDMM, products::addmm);
  }

  private static void addActivations(KernelList kernels, SoftmaxKernels softmax) {
    kernels
        .structured(Aten._SOFTMAX, softmax::softmax)
        .structured(Aten._LOG_SOFTMAX, softmax::logSoftmax)
        .structured(Aten._SOFTMAX_BACKWARD_DATA, softmax::softmaxBackward)
        .structured(Aten._LOG_SOFTMAX_BACKWARD_DATA, softmax::logSoftmaxBackward);
  }

  private static void addStatistics(KernelList kernels, StatisticsKernels statistics) {
    kernels
        .structured(Aten.VAR_CORRECTION, statistics::var)
        .structured(Aten.STD_CORRECTION, statistics::std)
        .structured(Aten.VAR_MEAN_CORRECTION, statistics::var)
        .structured(Aten.STD_MEAN_CORRECTION, statistics::std);
  }

  private static void addNormalizations(
      KernelList kernels, Function<DType, NormalizationLoops> loops, Workspaces workspaces) {
    NormalizationGradients gradients = new NormalizationGradients(loops, workspaces);
    kernels
        .structured(Aten.NATIVE_LAYER_NORM, new NormalizationKernels(loops, workspaces)::layerNorm)
        .structured(Aten.NATIVE_LAYER_NORM_BACKWARD, gradients::layerNormBackward);
  }

  private static void addChannels(
      KernelList kernels, BatchNormKernels batches, GroupNormKernels groups) {
    kernels
        .structured(Aten.NATIVE_BATCH_NORM, batches::batchNorm)
        .structured(Aten.NATIVE_BATCH_NORM_BACKWARD, batches::batchNormBackward)
        .structured(Aten.NATIVE_GROUP_NORM, groups::groupNorm)
        .structured(Aten.NATIVE_GROUP_NORM_BACKWARD, groups::groupNormBackward);
  }

  private static void addConvolutions(KernelList kernels, ConvolutionKernels convolutions) {
    kernels
        .structured(Aten.CONVOLUTION, convolutions::convolution)
        .structured(Aten.CONVOLUTION_BACKWARD, convolutions::convolutionBackward);
  }

  private static void addLines(KernelList kernels, Workspaces workspaces) {
    kernels
        .structured(Aten.CUMSUM, new RunningSums(workspaces)::cumsum)
        .structured(Aten.CUMPROD, new RunningProducts(workspaces)::cumprod)
        .structured(Aten.LOGCUMSUMEXP, RunningLogarithms.kernel(workspaces)::run)
        .structured(Aten.CUMMAX, RunningExtremes::cummax)
        .structured(Aten.CUMMIN, RunningExtremes::cummin)
        .structured(Aten.MODE, new ModeKernels(workspaces)::mode)
        .structured(Aten.SORT_STABLE, new SortKernels(workspaces)::sort)
        .structured(Aten.TOPK, new TopKernels(workspaces)::topk);
  }

  private static void addChoices(KernelList kernels, SelectionKernels choices) {
    kernels
        .structured(Aten.MEDIAN, choices::median)
        .structured(Aten.MEDIAN_DIM, choices::median)
        .structured(Aten.NANMEDIAN, choices::nanmedian)
        .structured(Aten.NANMEDIAN_DIM, choices::nanmedian)
        .structured(Aten.KTHVALUE, choices::kthvalue)
        .structured(Aten.SEARCHSORTED, SearchKernels::searchsorted);
  }

  private static void addDistinct(KernelList kernels, Workspaces workspaces) {
    DistinctSlices slices = new DistinctSlices(workspaces);
    DistinctKernels elements = new DistinctKernels(workspaces, slices);
    kernels
        .structured(Aten._UNIQUE, elements::unique)
        .structured(Aten._UNIQUE2, elements::unique2)
        .structured(Aten.UNIQUE_CONSECUTIVE, elements::uniqueConsecutive)
        .structured(Aten.UNIQUE_DIM, slices::uniqueDim)
        .structured(Aten.UNIQUE_DIM_CONSECUTIVE, slices::uniqueDimConsecutive);
  }

  private static void addBins(KernelList kernels, SharedLoops loops, Workspaces workspaces) {
    kernels
        .structured(Aten.BINCOUNT, BincountKernels::bincount)
        .structured(Aten.HISTC, HistogramKernels::histc)
        .structured(Aten.HISTOGRAM_BIN_CT, HistogramKernels::histogram)
        .structured(Aten.HISTOGRAM_BINS_TENSOR, HistogramKernels::histogramEdges)
        .structured(Aten.SEGMENT_REDUCE, new SegmentKernels(loops.add(), workspaces)::reduce)
        .structured(Aten._SEGMENT_REDUCE_BACKWARD, SegmentGradients::backward);
  }

  private static void addColumns(KernelList kernels, Workspaces workspaces) {
    kernels
        .structured(Aten.IM2COL, new ColumnKernels(workspaces)::columns)
        .structured(Aten.COL2IM, new ColumnSums(workspaces)::planes);
  }

  private static void addDecompositions(
      KernelList kernels, SharedLoops loops, Workspaces workspaces) {
    SingularValueKernels singularValues =
        new SingularValueKernels(
            FoldLoops.sumOfProducts()::of, loops.add()::of, loops.scale()::of, workspaces::use);
    kernels.structured(Aten._LINALG_SVD, singularValues::svd);
  }
}
