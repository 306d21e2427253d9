package jackfield.opgen.operator;

import jackfield.opgen.catalog.OperatorEntry;
import jackfield.opgen.catalog.OperatorFamily;
import jackfield.opgen.java.Names;
import jackfield.opgen.java.Template;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes the kernels of a family for tensors without memory, those of the key Meta. They are the
 * structured kernels with a body that does nothing. All texts are empty if the family has none.
 */
final class MetaBodiesWriter {
  private static final String NUMBER =
      "private static final int META = -1; // the number of the bodies\n";
  private static final String BODIES =
      """
      /** Bodies that do nothing: the rules determine shapes and types. */
      private static final class MetaBodies implements %interfaces% {
        %methods%
      }
      """;

  private final List<OperatorEntry> structured;

  MetaBodiesWriter(OperatorFamily family) {
    this.structured = FamilyStructuresWriter.structured(family);
  }

  /** Returns the constant with the number of the bodies. */
  String number() {
    return structured.isEmpty() ? "" : NUMBER;
  }

  /** Returns the registrations of the kernels. */
  String registrations() {
    return structured.stream()
        .map(entry -> Names.structureConstantOf(entry.main().schema().name()))
        .map("Aten.%s.register(library, DispatchKey.META, this, META);\n"::formatted)
        .collect(Collectors.joining());
  }

  /** Returns the statements that take the shared objects, which the bodies do not need. */
  String sharing() {
    String sharing = "shared = all.kernels();\n";
    return structured.isEmpty() ? sharing : "if (number != META) {\n" + sharing + "}\n";
  }

  /** Returns the case that creates the bodies. */
  String making() {
    return structured.isEmpty() ? "" : "case META -> new MetaBodies();\n";
  }

  /** Returns the class of the bodies. */
  String bodies() {
    if (structured.isEmpty()) {
      return "";
    }
    Map<String, String> methods = new LinkedHashMap<>();
    for (OperatorEntry entry : structured) {
      List<String> types = new StructureBody(entry).types();
      String parameters =
          IntStream.range(0, types.size())
              .mapToObj(i -> types.get(i) + " a" + i)
              .collect(Collectors.joining(", "));
      methods.put(parameters, "\n@Override\npublic void run(%s) {}\n".formatted(parameters));
    }
    return new Template(BODIES)
        .with(
            "interfaces",
            structured.stream()
                .map(entry -> Names.structureOf(entry.main().schema().name()) + ".Body")
                .collect(Collectors.joining(", ")))
        .with("methods", String.join("", methods.values()))
        .toString();
  }
}
