package jackfield.opgen.gradient;

import jackfield.opgen.catalog.OperatorEntry.Form;
import jackfield.opgen.catalog.Parameter;
import jackfield.opgen.java.JavaType;
import jackfield.opgen.java.JavaTypes;
import jackfield.opgen.java.Names;
import jackfield.schema.SchemaArgument;
import jackfield.schema.SchemaType.Basic;
import jackfield.schema.SchemaType.ListOf;
import java.util.List;
import java.util.Map;

/**
 * The types in formulas: the types of operators, lists of sizes and of types for lists of tensors,
 * and memory domains for the memory of a tensor. A memory domain keeps no memory reachable and
 * knows what became of its tensors.
 */
final class FormulaTypes {
  private static final JavaType SIZES_OF_LIST = new JavaType("long[][]", "object", "push");
  private static final JavaType DOMAIN = new JavaType("MemoryDomain", "object", "push");
  private static final JavaType DTYPES = new JavaType("DType[]", "object", "push");
  private static final ListOf LISTS = new ListOf(new ListOf(Basic.INT));
  private static final ListOf TYPES = new ListOf(Basic.SCALAR_TYPE);

  /** The properties of a tensor, and their types. */
  private static final Map<String, Typed> OF_TENSOR =
      Map.of(
          "sizes", new Typed("%s.sizes()", "long[]"),
          "strides", new Typed("%s.strides()", "long[]"),
          "offset", new Typed("%s.offset()", "long"),
          "dtype", new Typed("%s.dtype()", "DType"),
          "device", new Typed("%s.device()", "Device"),
          "memory", new Typed("%s.storage().domain()", "MemoryDomain"),
          "rank", new Typed("(long) %s.rank()", "long"),
          "numel", new Typed("%s.elementCount()", "long"));

  private static final Map<String, Typed> OF_LIST =
      Map.of(
          "sizes", new Typed("TensorLists.sizes(%s)", "long[][]"),
          "dtypes", new Typed("TensorLists.dtypes(%s)", "DType[]"));

  private FormulaTypes() {}

  /** Returns the parameters of an operator or function. */
  static List<Parameter> parameters(Form form) {
    return form.schema().arguments().stream().map(argument -> parameter(argument, form)).toList();
  }

  private static Parameter parameter(SchemaArgument argument, Form form) {
    String variable = Names.variable(argument.name());
    if (argument.type().equals(LISTS)) {
      return new Parameter(argument, SIZES_OF_LIST, variable, form.place());
    }
    if (argument.type().equals(TYPES)) {
      return new Parameter(argument, DTYPES, variable, form.place());
    }
    return argument.type() == Basic.STORAGE
        ? new Parameter(argument, DOMAIN, variable, form.place())
        : Parameter.of(argument, form.place());
  }

  /** Returns the type of what an operator or function returns. */
  static String result(Form form) {
    List<SchemaArgument> returns = form.schema().returns();
    return returns.size() == 1
        ? JavaTypes.of(returns.getFirst(), form.place()).name()
        : Names.classOf(form.schema().name()) + ".Result";
  }

  /** Returns a property of a value, or null if it has no property of that name. */
  static Typed property(Typed of, String name) {
    Map<String, Typed> properties = properties(of.type());
    Typed property = properties.get(name);
    return property == null
        ? null
        : new Typed(property.java().formatted(of.java()), property.type());
  }

  /** Returns the properties of a type. */
  static Map<String, Typed> properties(String type) {
    return switch (type) {
      case "Tensor" -> OF_TENSOR;
      case "Tensor[]" -> OF_LIST;
      default -> Map.of();
    };
  }
}
