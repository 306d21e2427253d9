package jackfield.opgen.operator;

import jackfield.opgen.catalog.Signature;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** The types that generated sources may use; the formatter removes unused imports. */
public final class Imports {
  private static final List<String> ALL =
      List.of(
          "jackfield.aten.composite.BackendSelection",
          "jackfield.aten.kernel.ElementwiseIterator",
          "jackfield.aten.kernel.OutputPlan",
          "jackfield.aten.composite.Generators",
          "jackfield.aten.kernel.Outputs",
          "jackfield.aten.kernel.ReductionIterator",
          "jackfield.kernel.BoxedKernel",
          "jackfield.context.DispatchContext",
          "jackfield.key.DispatchKey",
          "jackfield.key.DispatchKeySet",
          "jackfield.kernel.DispatchTable",
          "jackfield.dispatch.Dispatcher",
          "jackfield.kernel.KernelFunction",
          "jackfield.kernel.KernelSource",
          "jackfield.kernel.Operator",
          "jackfield.schema.OperatorSchema",
          "jackfield.schema.OperatorTags",
          "jackfield.kernel.OperatorType",
          "jackfield.boxing.RequiredArguments",
          "jackfield.kernel.Stack",
          "jackfield.spi.KernelRegistrar",
          "jackfield.spi.Library",
          "jackfield.spi.StructuredType",
          "jackfield.tensor.DType",
          "jackfield.memory.Device",
          "jackfield.tensor.Generator",
          "jackfield.tensor.Layout",
          "jackfield.tensor.MemoryFormat",
          "jackfield.tensor.Scalar",
          "jackfield.tensor.Tensor",
          "java.util.List");

  private Imports() {}

  /**
   * Returns the imports of a source that declares {@code ownClass}, which hides the imported class
   * of the same name.
   */
  static String except(String ownClass) {
    return ALL.stream()
        .filter(type -> !simple(type).equals(ownClass))
        .map(type -> "import " + type + ";")
        .collect(Collectors.joining("\n"));
  }

  /** Returns the imports of the types with these simple names. */
  static String only(String... types) {
    List<String> wanted = List.of(types);
    return ALL.stream()
        .filter(type -> wanted.contains(simple(type)))
        .map(type -> "import " + type + ";")
        .collect(Collectors.joining("\n"));
  }

  /** Returns how a source that declares {@code ownClass} names a type. */
  static String name(String type, String ownClass) {
    return type.equals(ownClass)
        ? ALL.stream().filter(each -> simple(each).equals(type)).findFirst().orElseThrow()
        : type;
  }

  /** Returns the imports for naming the interfaces of the kernels of operators. */
  public static String keyed(Collection<Signature> signatures) {
    return signatures.stream()
        .map(each ->
            each.isShared()
                ? signature(each.shared().className())
                : "import jackfield.aten." + each.className() + ";")
        .distinct()
        .collect(Collectors.joining("\n"));
  }

  /** Returns the import of the class of a shared signature. */
  static String signature(String className) {
    return "import jackfield.aten.signature." + className + ";";
  }

  private static String simple(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }
}
