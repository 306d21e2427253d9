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
 * <p><em>Threads</em>: immutable. A {@linkplain #deferred deferred} schema parses its text when a
 * part after the name is first asked for; several threads may parse it and get equal parts.
 */
public final class OperatorSchema implements OperatorDeclaration {
  private final OperatorName name;
  private final String text; // null unless deferred
  private final Optional<AliasAnalysis> declaredAliasAnalysis;
  private volatile Parts parts; // null until the text was parsed

  /** What follows the name. */
  private record Parts(
      List<SchemaArgument> arguments,
      List<SchemaArgument> returns,
      boolean isVararg,
      boolean isVarret) {}

  /**
   * Creates a schema; copies the lists.
   *
   * @param name the operator's name
   * @param arguments the arguments in order, keyword-only ones last
   * @param returns the returns in order
   * @param isVararg whether further arguments may follow
   * @param isVarret whether further returns may follow
   * @param declaredAliasAnalysis the declared alias analysis, if any
   */
  public OperatorSchema(
      OperatorName name,
      List<SchemaArgument> arguments,
      List<SchemaArgument> returns,
      boolean isVararg,
      boolean isVarret,
      Optional<AliasAnalysis> declaredAliasAnalysis) {
    this(
        Objects.requireNonNull(name, "name"),
        null,
        Objects.requireNonNull(declaredAliasAnalysis, "declaredAliasAnalysis"),
        new Parts(List.copyOf(arguments), List.copyOf(returns), isVararg, isVarret));
  }

  private OperatorSchema(
      OperatorName name, String text, Optional<AliasAnalysis> declaredAliasAnalysis, Parts parts) {
    this.name = name;
    this.text = text;
    this.declaredAliasAnalysis = declaredAliasAnalysis;
    this.parts = parts;
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
   * Returns the schema of a text that is known to be one, such as a generator's. Only the name is
   * read now: a start of the platform defines thousands of operators, of which a program calls few.
   *
   * @throws SchemaSyntax if the text has no argument list; for other mistakes, when a part after
   *     the name is first asked for
   */
  public static OperatorSchema deferred(String text) {
    int end = text.indexOf('(');
    if (end < 0) {
      return parse(text);
    }
    int dot = text.indexOf('.');
    OperatorName name =
        dot < 0 || dot > end
            ? new OperatorName(text.substring(0, end), "")
            : new OperatorName(text.substring(0, dot), text.substring(dot + 1, end));
    return new OperatorSchema(name, text, Optional.empty(), null);
  }

  private Parts parts() {
    Parts known = parts;
    if (known == null) {
      known = parse(text).parts;
      parts = known;
    }
    return known;
  }

  /** Returns the operator's name. */
  public OperatorName name() {
    return name;
  }

  /** Returns the arguments in order, keyword-only ones last. */
  public List<SchemaArgument> arguments() {
    return parts().arguments();
  }

  /** Returns the returns in order. */
  public List<SchemaArgument> returns() {
    return parts().returns();
  }

  /** Returns whether further arguments may follow. */
  public boolean isVararg() {
    return parts().isVararg();
  }

  /** Returns whether further returns may follow. */
  public boolean isVarret() {
    return parts().isVarret();
  }

  /** Returns the declared alias analysis, if any. */
  public Optional<AliasAnalysis> declaredAliasAnalysis() {
    return declaredAliasAnalysis;
  }

  /** Returns whether there are more than {@code most} arguments; at least 0. */
  public boolean hasMoreArgumentsThan(int most) {
    return (parts != null || hasCommas(most)) && arguments().size() > most;
  }

  /** Returns whether the text has at least {@code count} commas, as so many more arguments need. */
  private boolean hasCommas(int count) {
    int at = -1;
    for (int i = 0; i < count; i++) {
      at = text.indexOf(',', at + 1);
      if (at < 0) {
        return false;
      }
    }
    return true;
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
    return new OperatorSchema(name, text, Optional.of(declared), parts);
  }

  /** Returns this schema under another name. */
  public OperatorSchema withName(OperatorName newName) {
    return newName.equals(name)
        ? this
        : new OperatorSchema(newName, text, declaredAliasAnalysis, parts);
  }

  /** Returns whether the operator writes one of its arguments. */
  public boolean isMutable() {
    return arguments().stream().anyMatch(SchemaArgument::isWritten);
  }

  /** Returns the indices of the arguments whose keys take part in dispatch. */
  public int[] dispatchArguments() {
    List<SchemaArgument> arguments = arguments();
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
        && parts().equals(that.parts());
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, parts());
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
