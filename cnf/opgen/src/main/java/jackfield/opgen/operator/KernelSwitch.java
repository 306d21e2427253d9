package jackfield.opgen.operator;

import jackfield.opgen.catalog.Signature;
import jackfield.opgen.java.Names;
import jackfield.opgen.java.Template;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes nested classes that each are many kernels: an instance has the number of the kernel that
 * it runs. A lambda would be a class for each kernel, made when it is registered. There is one
 * class for each type of result, since a class cannot have methods that differ only in that.
 */
public final class KernelSwitch {
  private static final String CLASS =
      """

      /** The kernels with one type of result, by their numbers. */
      private %modifier%final class %class% implements %interfaces% {
        private final int number;
        %fields%

        %class%(int number%parameters%) {
          this.number = number;
          %assignments%
        }

        %methods%

        private IllegalStateException unknown() {
          return new IllegalStateException("no kernel " + number + " of these types");
        }
        %rest%
      }
      """;
  private static final String METHOD =
      """

      @Override
      public %result% call(long keys%declarations%) {
        %return%switch (number) {
          %cases%
          default -> throw unknown();
        }%end%
      }
      """;

  /** A kernel's number, and the call that it makes with the parameters {@code keys, a0, a1, …}. */
  private record Numbered(int number, String call) {}

  /** The kernels with the same Java parameters. */
  private record Method(Signature numbered, List<Numbered> kernels) {}

  /** The kernels with the same type of result. */
  private record Group(Set<String> interfaces, Map<String, Method> methods) {}

  private final String suffix;
  private final Map<String, Group> groups = new LinkedHashMap<>();
  private final List<Signature> signatures = new ArrayList<>();
  private int count;

  /** Creates a switch of kernels with the numbers from 0 on. */
  public KernelSwitch() {
    this("Kernel", 0);
  }

  /** Creates a switch of kernels in classes whose names end so, with the numbers from one on. */
  KernelSwitch(String suffix, int first) {
    this.suffix = suffix;
    this.count = first;
  }

  /** Adds a kernel that makes a call, and returns its number. */
  public int add(Signature signature, String call) {
    signatures.add(signature);
    Group group =
        groups.computeIfAbsent(
            signature.qualifiedResultType(),
            _ -> new Group(new LinkedHashSet<>(), new LinkedHashMap<>()));
    group.interfaces().add(signature.keyed());
    group
        .methods()
        .computeIfAbsent(signature.types(), _ -> new Method(signature, new ArrayList<>()))
        .kernels()
        .add(new Numbered(count, call));
    return count++;
  }

  /** Returns the statement that returns the kernel with a {@code number}. */
  public String making() {
    return making(cases());
  }

  /** Returns the statement that returns one of the objects of {@code cases} by a {@code number}. */
  static String making(String cases) {
    String failure = "throw new IllegalStateException(\"no kernel \" + number);";
    return cases.isEmpty()
        ? failure
        : "return switch (number) {\n%sdefault -> %s\n};".formatted(cases, failure);
  }

  /**
   * Returns the cases that make the kernels.
   *
   * @param values the values of the further fields
   */
  String cases(String... values) {
    String further = Stream.of(values).map(", "::concat).collect(Collectors.joining());
    return groups.values().stream()
        .map(group ->
            "case %s -> new %s(number%s);\n"
                .formatted(numbers(group), className(any(group)), further))
        .collect(Collectors.joining());
  }

  private static String numbers(Group group) {
    return group.methods().values().stream()
        .flatMap(method -> method.kernels().stream())
        .map(Numbered::number)
        .sorted()
        .map(String::valueOf)
        .collect(Collectors.joining(", "));
  }

  private static Signature any(Group group) {
    return group.methods().values().iterator().next().numbered();
  }

  /** Returns the names that calls give a signature's parameters, each preceded by a comma. */
  public static String arguments(Signature signature) {
    return signature.shared().namesAfterFirst();
  }

  /** Returns the signatures of all kernels. */
  public List<Signature> signatures() {
    return signatures;
  }

  private String className(Signature signature) {
    String result = signature.qualifiedResultType();
    String word = result.endsWith("[]") ? result.replace("[]", "s") : result.replace(".", "");
    return Names.capital(word) + suffix;
  }

  /** Returns the nested classes. */
  public String write() {
    return write("", Map.of(), _ -> "");
  }

  /**
   * Returns the nested classes.
   *
   * @param modifier further modifiers, with a space after each
   * @param fields the types of further fields by name, which each kernel is created with
   * @param rest further members of the class whose kernels return that type
   */
  String write(String modifier, Map<String, String> fields, Function<String, String> rest) {
    return groups.values().stream()
        .map(group -> write(group, modifier, fields, rest))
        .collect(Collectors.joining("\n"));
  }

  private String write(
      Group group, String modifier, Map<String, String> fields, Function<String, String> rest) {
    Signature any = any(group);
    return new Template(CLASS)
        .with("modifier", modifier)
        .with("class", className(any))
        .with("interfaces", String.join(", ", group.interfaces()))
        .with("fields", each(fields, "private final %2$s %1$s;\n"))
        .with("parameters", each(fields, ", %2$s %1$s"))
        .with("assignments", each(fields, "this.%1$s = %1$s;\n"))
        .with(
            "methods",
            group.methods().values().stream()
                .map(KernelSwitch::write)
                .collect(Collectors.joining()))
        .with("rest", rest.apply(any.qualifiedResultType()))
        .toString();
  }

  private static String each(Map<String, String> fields, String text) {
    return fields.entrySet().stream()
        .map(field -> text.formatted(field.getKey(), field.getValue()))
        .collect(Collectors.joining());
  }

  private static String write(Method method) {
    Signature signature = method.numbered();
    return new Template(METHOD)
        .with("result", signature.qualifiedResultType())
        .with("declarations", signature.shared().declarationsAfterFirst())
        .with("return", signature.returnKeyword())
        .with("end", signature.results().isEmpty() ? "" : ";")
        .with(
            "cases",
            method.kernels().stream()
                .map(each -> "case %d -> %s;".formatted(each.number(), each.call()))
                .collect(Collectors.joining("\n")))
        .toString();
  }
}
