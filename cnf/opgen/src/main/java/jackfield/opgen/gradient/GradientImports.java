package jackfield.opgen.gradient;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The imports of the sources of the autograd bundle; the formatter removes unused ones. */
final class GradientImports {
  private static final List<String> ALWAYS =
      List.of(
          "jackfield.context.DispatchContext",
          "jackfield.feature.autograd.history.AutogradFallback",
          "jackfield.feature.autograd.history.Histories",
          "jackfield.feature.autograd.history.StructuralFormulas",
          "jackfield.feature.autograd.history.TensorLists",
          "jackfield.feature.autograd.history.ViewTracking",
          "jackfield.key.DispatchKey",
          "jackfield.context.Guard",
          "jackfield.kernel.KernelSource",
          "jackfield.key.KeySets",
          "jackfield.spi.KernelRegistrar",
          "jackfield.tensor.DType",
          "jackfield.memory.Device",
          "jackfield.tensor.Generator",
          "jackfield.tensor.GradientEdge",
          "jackfield.tensor.GradientNode",
          "jackfield.tensor.GradientRuntime",
          "jackfield.tensor.Layout",
          "jackfield.memory.MemoryDomain",
          "jackfield.tensor.MemoryFormat",
          "jackfield.tensor.SavedTensor",
          "jackfield.tensor.Scalar",
          "jackfield.tensor.Tensor");

  private GradientImports() {}

  /** Returns the imports of a source that names these operators. */
  static String with(Collection<String> operatorClasses) {
    return with(operatorClasses, List.of());
  }

  /** Returns the imports of a source that names these operators and classes of functions. */
  static String with(Collection<String> operatorClasses, Collection<String> functionClasses) {
    return Stream.of(
            ALWAYS.stream(),
            operatorClasses.stream().map(type -> "jackfield.aten." + type),
            functionClasses.stream().map(type -> "jackfield.feature.autograd.gradient." + type))
        .flatMap(Function.identity())
        .distinct()
        .sorted()
        .map(type -> "import " + type + ";")
        .collect(Collectors.joining("\n"));
  }
}
