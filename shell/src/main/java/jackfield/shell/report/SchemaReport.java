package jackfield.shell.report;

import jackfield.kernel.Provenance;
import jackfield.report.OperatorReport;
import jackfield.schema.AliasInfo;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaArgument;
import jackfield.schema.SchemaDefault;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The schema of an operator.
 *
 * @param operator its name
 * @param schema the canonical text
 * @param arguments the arguments
 * @param returns the returns
 * @param aliasAnalysis how far the alias annotations can be trusted
 * @param isAliasAnalysisDeclared whether the alias analysis was declared
 * @param tags the tags of the definition
 * @param definedBy the bundle that defined it
 * @param source the provider and its source position, if known
 */
public record SchemaReport(
    String operator,
    String schema,
    List<ArgumentRow> arguments,
    List<ReturnRow> returns,
    String aliasAnalysis,
    boolean isAliasAnalysisDeclared,
    List<Integer> tags,
    String definedBy,
    String source)
    implements Report {
  private static final List<String> GIVEN = List.of("name", "type", "default", "alias", "given");
  private static final List<String> RETURNED = List.of("type", "name", "alias");

  /**
   * An argument.
   *
   * @param name its name
   * @param type its type
   * @param defaultValue its default value; empty for none
   * @param alias its alias annotation; empty for none
   * @param isKeywordOnly whether it can be passed by name only
   * @param isDispatched whether its tensors take part in the choice of the kernel
   */
  public record ArgumentRow(
      String name,
      String type,
      String defaultValue,
      String alias,
      boolean isKeywordOnly,
      boolean isDispatched)
      implements Row {
    @Override
    public List<String> cells() {
      return List.of(
          name,
          type,
          defaultValue,
          alias,
          (isKeywordOnly ? "by name" : "by position") + (isDispatched ? ", dispatched" : ""));
    }
  }

  /**
   * A return.
   *
   * @param type its type
   * @param name its name; empty for most
   * @param alias its alias annotation; empty for none
   */
  public record ReturnRow(String type, String name, String alias) implements Row {
    @Override
    public List<String> cells() {
      return List.of(type, name, alias);
    }
  }

  /** Returns the report of an operator with a schema. */
  public static SchemaReport of(OperatorReport report, OperatorSchema schema) {
    return new SchemaReport(
        report.name().toString(),
        schema.toString(),
        schema.arguments().stream().map(SchemaReport::row).toList(),
        schema.returns().stream().map(SchemaReport::returned).toList(),
        schema.aliasAnalysis().toString(),
        schema.declaredAliasAnalysis().isPresent(),
        report.tags(),
        report.definedBy().map(Provenance::toString).orElse(""),
        report.definedBy().map(Provenance::location).orElse(""));
  }

  private static ArgumentRow row(SchemaArgument argument) {
    return new ArgumentRow(
        argument.name(),
        type(argument),
        argument.defaultValue().map(SchemaDefault::toString).orElse(""),
        argument.alias().map(AliasInfo::toString).orElse(""),
        argument.isKeywordOnly(),
        argument.isDispatched());
  }

  private static ReturnRow returned(SchemaArgument returned) {
    return new ReturnRow(
        type(returned), returned.name(), returned.alias().map(AliasInfo::toString).orElse(""));
  }

  private static String type(SchemaArgument argument) {
    String type = argument.type().toString();
    int list = type.lastIndexOf("[]");
    return argument.fixedSize().isPresent() && list >= 0
        ? type.substring(0, list + 1) + argument.fixedSize().getAsInt() + type.substring(list + 1)
        : type;
  }

  @Override
  public String text() {
    List<String> lines = new ArrayList<>();
    lines.add(schema);
    lines.addAll(grid("arguments", GIVEN, arguments));
    lines.addAll(grid("returns", RETURNED, returns));
    lines.add("alias analysis  " + aliasAnalysis + (isAliasAnalysisDeclared ? "" : " (default)"));
    lines.add("tags            " + (tags.isEmpty() ? "none" : joined(tags)));
    lines.add("defined by      " + source);
    return String.join("\n", lines);
  }

  private static String joined(List<Integer> tags) {
    return tags.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  private static List<String> grid(String what, List<String> head, List<? extends Row> rows) {
    List<String> lines = new ArrayList<>(List.of(rows.isEmpty() ? what + "  none" : what));
    lines.addAll(rows.isEmpty() ? List.of() : Listing.lines(head, rows));
    return lines;
  }

  @Override
  public String line() {
    return schema;
  }

  @Override
  public Object json() {
    return this;
  }

  @Override
  public String toString() {
    return text();
  }
}
