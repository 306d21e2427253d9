package jackfield.schema;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The parameter and result types of a kernel, without a leading key set. All kernels of an operator
 * that have a signature have the same one.
 *
 * @param parameters the real types of the parameters
 * @param results the real types of the results
 */
public record KernelSignature(List<SchemaType> parameters, List<SchemaType> results) {
  /** Copies the lists. */
  public KernelSignature {
    parameters = List.copyOf(parameters);
    results = List.copyOf(results);
  }

  /** Returns the signature of kernels for {@code schema}. */
  public static KernelSignature of(OperatorSchema schema) {
    return new KernelSignature(types(schema.arguments()), types(schema.returns()));
  }

  private static List<SchemaType> types(List<SchemaArgument> arguments) {
    SchemaType[] types = new SchemaType[arguments.size()];
    for (int i = 0; i < types.length; i++) {
      types[i] = arguments.get(i).type();
    }
    return List.of(types);
  }

  /**
   * Returns whether a parameter may be symbolic; such signatures are only compared with each other.
   */
  public boolean hasSymbols() {
    for (SchemaType type : parameters) {
      if (SchemaComparison.isSymbolic(type)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the signature with plain integers where a parameter may be symbolic. */
  public KernelSignature withoutSymbols() {
    if (!hasSymbols()) {
      return this;
    }
    return new KernelSignature(
        parameters.stream()
            .map(type -> SchemaComparison.isSymbolic(type) ? type.fake() : type)
            .toList(),
        results);
  }

  /** Returns the schema inferred from the types: {@code (Tensor _0) -> Tensor _0}. */
  public OperatorSchema inferredSchema() {
    return OperatorSchema.inferred(parameters, results);
  }

  /** Returns {@code (Tensor, int) -> Tensor}. */
  @Override
  public String toString() {
    return joined(parameters) + " -> " + (results.size() == 1 ? results.get(0) : joined(results));
  }

  private static String joined(List<SchemaType> types) {
    return types.stream().map(SchemaType::toString).collect(Collectors.joining(", ", "(", ")"));
  }
}
