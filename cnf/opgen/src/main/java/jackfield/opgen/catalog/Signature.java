package jackfield.opgen.catalog;

import jackfield.opgen.catalog.OperatorEntry.Form;
import jackfield.opgen.input.UnsupportedType;
import jackfield.opgen.java.JavaType;
import jackfield.opgen.java.JavaTypes;
import jackfield.opgen.java.Names;
import jackfield.schema.SchemaArgument;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The Java signature of an overload.
 *
 * @param form the overload
 * @param className its class
 * @param parameters its parameters
 * @param results its results
 */
public record Signature(
    Form form, String className, List<Parameter> parameters, List<Result> results) {
  private static final List<String> ORDINALS =
      List.of("first", "second", "third", "fourth", "fifth", "sixth");

  private static final List<String> OPTIONS =
      List.of("OptDType", "OptLayout", "OptDevice", "OptBoolean");

  /**
   * One result.
   *
   * @param name its name in the record of results
   * @param type its Java type
   * @param written the parameter that is returned, if the operator returns an argument that it
   *     writes
   */
  public record Result(String name, JavaType type, Optional<Parameter> written) {}

  /** Copies the lists. */
  public Signature {
    parameters = List.copyOf(parameters);
    results = List.copyOf(results);
  }

  /**
   * Returns the signature of an overload.
   *
   * @throws UnsupportedType if an argument has no Java type
   */
  public static Signature of(Form form) {
    List<Parameter> parameters =
        form.schema().arguments().stream()
            .map(argument -> Parameter.of(argument, form.place()))
            .toList();
    List<Result> results = new ArrayList<>();
    for (SchemaArgument result : form.schema().returns()) {
      Optional<Parameter> written = written(result, parameters);
      String unnamed = written.map(Parameter::name).orElse(ORDINALS.get(results.size()));
      String name = result.name().isEmpty() ? unnamed : Names.variable(result.name());
      results.add(new Result(name, JavaTypes.of(result, form.place()), written));
    }
    return new Signature(form, Names.classOf(form.schema().name()), parameters, results);
  }

  private static Optional<Parameter> written(SchemaArgument result, List<Parameter> parameters) {
    return parameters.stream()
        .filter(parameter -> result.isWritten() && parameter.argument().isWritten())
        .filter(parameter -> parameter.argument().alias().equals(result.alias()))
        .findFirst();
  }

  /** Returns the parameters as a method declares them. */
  public String declarations() {
    return joined(Parameter::declaration);
  }

  /** Returns the parameters' names, separated by commas. */
  public String names() {
    return joined(Parameter::name);
  }

  /** Returns the parameters' names, each preceded by a comma. */
  public String namesAfterFirst() {
    return parameters.isEmpty() ? "" : ", " + names();
  }

  /** Returns the parameter declarations, each preceded by a comma. */
  public String declarationsAfterFirst() {
    return parameters.isEmpty() ? "" : ", " + declarations();
  }

  private String joined(Function<Parameter, String> text) {
    return parameters.stream().map(text).collect(Collectors.joining(", "));
  }

  /** Returns the parameters that are not tensors. */
  public List<Parameter> nonTensors() {
    return parameters.stream().filter(parameter -> !parameter.isTensor()).toList();
  }

  /** Returns the {@code out} parameters. */
  public List<Parameter> outs() {
    return parameters.stream().filter(parameter -> parameter.argument().isOut()).toList();
  }

  /** Returns the type of the result inside the operator's class. */
  public String resultType() {
    return switch (results.size()) {
      case 0 -> "void";
      case 1 -> results.getFirst().type().name();
      default -> "Result";
    };
  }

  /** Returns the type of the result outside the operator's class. */
  public String qualifiedResultType() {
    return results.size() > 1 ? className + ".Result" : resultType();
  }

  /** Returns {@code return} unless there is no result. */
  public String returnKeyword() {
    return results.isEmpty() ? "" : "return ";
  }

  /** Returns the start of a statement that keeps the result. */
  public String keep() {
    return results.isEmpty() ? "" : resultType() + " result = ";
  }

  /**
   * Returns whether other operators may share the interfaces of the kernels. An operator with
   * several results has a record of its own for them, so its interfaces are its own, too.
   */
  public boolean isShared() {
    return results.size() < 2;
  }

  /**
   * Returns the signature of all operators of these Java types. Its class is named by them: {@code
   * Tensor2ScalarToTensor} takes two tensors and a scalar. The word Options stands for the dtype,
   * layout, device and pinning of a new tensor.
   */
  public Signature shared() {
    List<Parameter> numbered =
        IntStream.range(0, parameters.size())
            .mapToObj(i -> parameters.get(i).named("a" + i))
            .toList();
    List<Result> unnamed =
        results.stream().map(each -> new Result("", each.type(), Optional.empty())).toList();
    String result = results.isEmpty() ? "Nothing" : results.getFirst().type().word();
    return new Signature(form, words() + "To" + result, numbered, unnamed);
  }

  private String words() {
    List<String> words = new ArrayList<>(parameters.stream().map(Parameter::word).toList());
    int options = Collections.indexOfSubList(words, OPTIONS);
    if (options >= 0) {
      words.subList(options, options + OPTIONS.size()).clear();
      words.add(options, "Options");
    }
    StringBuilder name = new StringBuilder(words.isEmpty() ? "Nothing" : "");
    for (int i = 0; i < words.size(); ) {
      String word = words.get(i);
      int first = i;
      while (i < words.size() && words.get(i).equals(word)) {
        i++;
      }
      name.append(word).append(i - first == 1 ? "" : i - first);
    }
    return name.toString();
  }

  /** Returns the interface of kernels that get the key set, inside the operator's class. */
  public String keyedSimple() {
    return isShared() ? shared().className() + ".Keyed" : "Keyed";
  }

  /** Returns the interface of kernels that get the key set, outside the operator's class. */
  public String keyed() {
    return (isShared() ? shared() : this).className() + ".Keyed";
  }

  /** Returns the types of the parameters, separated by commas. */
  public String types() {
    return joined(parameter -> parameter.type().name());
  }
}
