package jackfield.opgen.java;

import jackfield.schema.OperatorName;
import java.util.Locale;
import java.util.Set;
import javax.lang.model.SourceVersion;

/** The Java names of operators and arguments. */
public final class Names {
  // The names of local variables in generated methods.
  private static final Set<String> TAKEN =
      Set.of(
          "at",
          "aten",
          "body",
          "bottom",
          "context",
          "function",
          "it",
          "kernel",
          "kernels",
          "key",
          "keys",
          "library",
          "operator",
          "outermost",
          "outputs",
          "result",
          "results",
          "stack",
          "table");

  private Names() {}

  /** Returns the class of an operator: {@code add_.Tensor} has {@code Add_Tensor}. */
  public static String classOf(OperatorName name) {
    return capital(camel(name.base())) + capital(camel(name.overload()));
  }

  /** Returns the method of an operator on the facade: {@code cross_entropy_loss} without marks. */
  public static String methodOf(OperatorName name) {
    return legal(camel(name.base()));
  }

  /** Returns the constant of an operator: {@code SUM_DIM_INT_LIST}. */
  public static String constantOf(OperatorName name) {
    return constant(name.base(), name.overload());
  }

  /**
   * Returns the class for all forms of an operator: {@code AddStructure} for {@code add.Tensor}.
   */
  public static String structureOf(OperatorName name) {
    return capital(camel(name.base())) + capital(camel(familyOverload(name))) + "Structure";
  }

  /** Returns the constant of that class; it is not the name of a class, which it would hide. */
  public static String structureConstantOf(OperatorName name) {
    String constant = constant(name.base(), familyOverload(name));
    return constant.equals(classOf(name)) ? constant + "_FORMS" : constant;
  }

  /** Returns a variable for an argument: {@code halfToFloat} for {@code half_to_float}. */
  public static String variable(String argument) {
    String name = legal(camel(argument));
    return TAKEN.contains(name) ? name + "_" : name;
  }

  private static String familyOverload(OperatorName name) {
    return name.overload().equals("Tensor") ? "" : name.overload();
  }

  private static String constant(String base, String overload) {
    String words = overload.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_");
    String joined = words.isEmpty() ? base : base + "_" + words;
    return joined.toUpperCase(Locale.ROOT);
  }

  private static String legal(String name) {
    return SourceVersion.isKeyword(name) ? name + "_" : name;
  }

  /** Joins the words of {@code name} in camel case; leading and trailing underscores stay. */
  private static String camel(String name) {
    String inner = name.replaceAll("^_+|_+$", "");
    StringBuilder joined = new StringBuilder();
    for (String word : inner.split("_+")) {
      joined.append(joined.isEmpty() ? word : capital(word));
    }
    int start = name.indexOf(inner);
    return name.substring(0, start) + joined + name.substring(start + inner.length());
  }

  /** Returns the name of a class without its package. */
  public static String simple(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }

  /** Turns the first letter into a capital. */
  public static String capital(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) != '_') {
        return name.substring(0, i) + Character.toUpperCase(name.charAt(i)) + name.substring(i + 1);
      }
    }
    return name;
  }

  /** Turns the first letter into a small one. */
  public static String small(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) != '_') {
        return name.substring(0, i) + Character.toLowerCase(name.charAt(i)) + name.substring(i + 1);
      }
    }
    return name;
  }
}
