package jackfield.opgen.operator;

import jackfield.opgen.catalog.OperatorEntry;
import jackfield.opgen.java.Names;
import jackfield.schema.SchemaArgument;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Converts sentences and schemas of the input to Javadoc. */
final class Javadoc {
  private Javadoc() {}

  /** Returns a sentence in which the names of arguments are marked as code. */
  static String sentence(String says, List<SchemaArgument> arguments) {
    String text = says.strip().replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    String ended = text.endsWith(".") ? text : text + ".";
    for (SchemaArgument argument : arguments) {
      String code = Matcher.quoteReplacement(code(Names.variable(argument.name())));
      ended =
          Pattern.compile("(?<![\\w{.])" + Pattern.quote(argument.name()) + "(?![\\w}])")
              .matcher(ended)
              .replaceAll(code);
    }
    return ended;
  }

  /** Returns the sentence of one of an entry's forms. */
  static String ofForm(OperatorEntry entry, OperatorEntry.Form form) {
    List<SchemaArgument> arguments = form.schema().arguments();
    String sentence = sentence(entry.says(), arguments);
    if (form.equals(entry.main())) {
      return sentence;
    }
    String written =
        arguments.stream()
            .filter(SchemaArgument::isWritten)
            .map(argument -> code(Names.variable(argument.name())))
            .collect(Collectors.joining(" and "));
    return sentence + " Writes the result to " + written + ".";
  }

  /** Returns {@code text} marked as code. */
  static String code(String text) {
    return "{@code " + text + "}";
  }
}
