package jackfield.opgen.operator;

import jackfield.opgen.catalog.OperatorEntry;
import jackfield.opgen.catalog.Parameter;
import jackfield.opgen.catalog.Signature;
import jackfield.opgen.java.Names;
import jackfield.opgen.java.Template;
import jackfield.schema.SchemaArgument;
import jackfield.schema.SchemaType.Basic;
import jackfield.schema.SchemaType.ListOf;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A method of the facade: an overload with some arguments left at their defaults, and possibly with
 * its number passed as a Java number.
 *
 * @param signature the overload
 * @param says its one-sentence description
 * @param dropped the number of arguments with defaults that are left out, from the last
 * @param number the Java type that replaces the only positional Scalar, or empty
 */
record FacadeMethod(Signature signature, String says, int dropped, String number) {
  private static final String METHOD =
      """
      /** %says% */
      public %result% %method%(%parameters%) {
        %return%%operator%.call(%arguments%);
      }
      """;

  /**
   * Lists the methods of an overload: the full one, those with fewer arguments, and those that take
   * a Java number.
   */
  static List<FacadeMethod> of(OperatorEntry entry, OperatorEntry.Form form) {
    Signature signature = Signature.of(form);
    String says = Javadoc.ofForm(entry, form);
    List<FacadeMethod> methods = new ArrayList<>();
    for (int dropped = 0; dropped <= droppable(signature).size(); dropped++) {
      FacadeMethod method = new FacadeMethod(signature, says, dropped, "");
      methods.add(method);
      if (method.scalars() == 1) {
        methods.add(new FacadeMethod(signature, says, dropped, "double"));
        methods.add(new FacadeMethod(signature, says, dropped, "long"));
      }
    }
    return methods;
  }

  /** Returns the arguments that can be left out, the last first. */
  private static List<Parameter> droppable(Signature signature) {
    return signature.parameters().reversed().stream()
        .filter(parameter -> !parameter.argument().isOut())
        .takeWhile(Parameter::hasDefault)
        .toList();
  }

  private Set<Parameter> absent() {
    return new HashSet<>(droppable(signature).subList(0, dropped));
  }

  private List<Parameter> present() {
    Set<Parameter> absent = absent();
    return signature.parameters().stream().filter(each -> !absent.contains(each)).toList();
  }

  private long scalars() {
    return present().stream().filter(FacadeMethod::isPositionalScalar).count();
  }

  private static boolean isPositionalScalar(Parameter parameter) {
    return parameter.argument().type() == Basic.SCALAR && !parameter.argument().isKeywordOnly();
  }

  private boolean isNumber(Parameter parameter) {
    return !number.isEmpty() && isPositionalScalar(parameter);
  }

  /**
   * Returns how many defaults and conversions the method uses; of clashing methods, the one with
   * the smallest distance is kept.
   */
  int distance() {
    return dropped + (number.isEmpty() ? 0 : signature.parameters().size() + 1);
  }

  /** Returns the name. */
  String name() {
    return nameOf(signature.form());
  }

  /** Returns the name of the methods of a form. */
  static String nameOf(OperatorEntry.Form form) {
    String base = Names.methodOf(form.schema().name());
    boolean isOut = form.schema().arguments().stream().anyMatch(SchemaArgument::isOut);
    return isOut ? base + "Out" : base;
  }

  /** Returns name and parameter types, which must be unique. */
  String erasure() {
    return name() + present().stream().map(this::type).collect(Collectors.joining(", ", "(", ")"));
  }

  private String type(Parameter parameter) {
    return isNumber(parameter) ? number : parameter.type().name();
  }

  /**
   * Returns the source.
   *
   * @param erasures those of all methods
   */
  String write(Set<String> erasures) {
    return new Template(METHOD)
        .with("says", says)
        .with("result", signature.qualifiedResultType())
        .with("method", name())
        .with("parameters", parameters(isAmbiguous(erasures)))
        .with("return", signature.returnKeyword())
        .with("operator", OperatorFields.read(signature.className()))
        .with("arguments", arguments())
        .toString();
  }

  /**
   * Returns whether a call that passes the elements of the last list one by one could mean another
   * method, too: {@code randint(0, 10, 5)} could have one bound or two.
   */
  private boolean isAmbiguous(Set<String> erasures) {
    String erasure = erasure();
    String withOneMore = erasure.replace("long[])", "long, long[])");
    String withOneLess = erasure.replace("long, long[])", "long[])");
    return !withOneMore.equals(erasure)
        && (erasures.contains(withOneMore)
            || (!withOneLess.equals(erasure) && erasures.contains(withOneLess)));
  }

  private String parameters(boolean withoutVarargs) {
    List<Parameter> present = present();
    return IntStream.range(0, present.size())
        .mapToObj(i -> declared(present.get(i), i == present.size() - 1 && !withoutVarargs))
        .collect(Collectors.joining(", "));
  }

  /**
   * A list in the last position is declared as varargs: {@code view(x, 2, 3)}.
   *
   * @param canVary whether it is the last position, and the call would not be ambiguous
   */
  private String declared(Parameter parameter, boolean canVary) {
    String type = type(parameter);
    boolean isVariable = canVary && parameter.argument().type() instanceof ListOf;
    return (isVariable ? type.replace("[]", "...") : type) + " " + parameter.name();
  }

  private String arguments() {
    Set<Parameter> absent = absent();
    return signature.parameters().stream()
        .map(each -> absent.contains(each) ? each.defaultValue() : value(each))
        .collect(Collectors.joining(", "));
  }

  private String value(Parameter parameter) {
    return isNumber(parameter) ? "Scalar.of(" + parameter.name() + ")" : parameter.name();
  }
}
