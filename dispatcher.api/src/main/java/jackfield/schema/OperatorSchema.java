package jackfield.schema;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The name, arguments and results of an operator. Its {@code toString} is the canonical text, which
 * {@link #parse} reads.
 *
 * <p>Equality ignores real types and the alias analysis; see {@link SchemaArgument}.
 *
 * @param name the operator's name
 * @param arguments the arguments in order, keyword-only ones last
 * @param returns the returns in order
 * @param isVararg whether further arguments may follow
 * @param isVarret whether further returns may follow
 * @param declaredAliasAnalysis the declared alias analysis, if any
 */
public record OperatorSchema(
    OperatorName name,
    List<SchemaArgument> arguments,
    List<SchemaArgument> returns,
    boolean isVararg,
    boolean isVarret,
    Optional<AliasAnalysis> declaredAliasAnalysis)
    implements OperatorDeclaration {
  /** Copies the lists. */
  public OperatorSchema {
    Objects.requireNonNull(name, "name");
    arguments = List.copyOf(arguments);
    returns = List.copyOf(returns);
    Objects.requireNonNull(declaredAliasAnalysis, "declaredAliasAnalysis");
  }

  /**
   * Parses a schema. Type variables are allowed only in texts that start with {@code aten::} or
   * {@code prim::}.
   *
   * @throws SchemaSyntax if the text is not a schema, of the kind {@code SCHEMA_EXPECTED} if it is
   *     only a name
   */
  public static OperatorSchema parse(String text) {
    return parse(text, SchemaDialect.STANDARD);
  }

  /**
   * Reads a schema in {@code dialect}.
   *
   * @throws SchemaSyntax if the text is not a schema, of the kind {@code SCHEMA_EXPECTED} if it is
   *     only a name
   */
  public static OperatorSchema parse(String text, SchemaDialect dialect) {
    return switch (SchemaParser.parse(text, dialect)) {
      case OperatorSchema schema -> schema;
      case OperatorName name -> throw SchemaSyntax.schemaExpected(text, name);
    };
  }

  /**
   * Returns the schema of a kernel with known types only: it has no operator name, and its
   * arguments and returns are named {@code _0}, {@code _1} and so on.
   */
  public static OperatorSchema inferred(
      List<? extends SchemaType> arguments, List<? extends SchemaType> returns) {
    return new OperatorSchema(
        new OperatorName("", ""),
        numbered(arguments),
        numbered(returns),
        false,
        false,
        Optional.empty());
  }

  /** Returns the alias analysis: conservative unless declared otherwise. */
  public AliasAnalysis aliasAnalysis() {
    return declaredAliasAnalysis.orElse(AliasAnalysis.CONSERVATIVE);
  }

  /** Returns this schema with {@code declared} as its alias analysis. */
  public OperatorSchema withAliasAnalysis(AliasAnalysis declared) {
    return new OperatorSchema(name, arguments, returns, isVararg, isVarret, Optional.of(declared));
  }

  /** Returns this schema under another name. */
  public OperatorSchema withName(OperatorName newName) {
    return new OperatorSchema(
        newName, arguments, returns, isVararg, isVarret, declaredAliasAnalysis);
  }

  /** Returns whether the operator writes one of its arguments. */
  public boolean isMutable() {
    return arguments.stream().anyMatch(SchemaArgument::isWritten);
  }

  /** Returns the indices of the arguments whose keys take part in dispatch. */
  public int[] dispatchArguments() {
    int[] indices = new int[arguments.size()];
    int count = 0;
    for (int i = 0; i < indices.length; i++) {
      if (arguments.get(i).isDispatched()) {
        indices[count++] = i;
      }
    }
    return Arrays.copyOf(indices, count);
  }

  /** Returns whether callers of {@code older} may call this operator instead. */
  public SchemaCompatibility backwardCompatibilityWith(OperatorSchema older) {
    return new CompatibilityCheck(this, older).backward();
  }

  /** Returns whether callers of this operator may call {@code older} instead. */
  public SchemaCompatibility forwardCompatibilityWith(OperatorSchema older) {
    return new CompatibilityCheck(this, older).forward();
  }

  /** Returns the first difference of {@code found} from this schema in number or fake types. */
  public Optional<SchemaDifference> firstDifference(OperatorSchema found) {
    return SchemaComparison.ofFakeTypes(this, found).first();
  }

  /**
   * Returns the reason why a kernel does not match this schema: the first difference in number or
   * real types from the schema inferred from the kernel.
   *
   * @param inferred the kernel's schema
   * @param hasSymbols whether the kernel takes symbolic sizes; if not, SymInt arguments count as
   *     int
   */
  public Optional<SchemaDifference> differenceFromKernel(
      OperatorSchema inferred, boolean hasSymbols) {
    return SchemaComparison.ofRealTypes(this, inferred, hasSymbols).first();
  }

  @Override
  public OperatorName operatorName() {
    return name;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OperatorSchema that
        && name.equals(that.name)
        && arguments.equals(that.arguments)
        && returns.equals(that.returns)
        && isVararg == that.isVararg
        && isVarret == that.isVarret;
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, arguments, returns, isVararg, isVarret);
  }

  /** Returns the canonical text. */
  @Override
  public String toString() {
    return SchemaText.of(this);
  }

  private static List<SchemaArgument> numbered(List<? extends SchemaType> types) {
    List<SchemaArgument> numbered = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      numbered.add(SchemaArgument.of("_" + i, types.get(i)));
    }
    return numbered;
  }
}
