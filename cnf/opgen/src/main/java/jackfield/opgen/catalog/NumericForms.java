package jackfield.opgen.catalog;

import jackfield.opgen.catalog.OperatorEntry.Form;
import jackfield.opgen.input.InvalidField;
import jackfield.opgen.input.YamlEntry;
import jackfield.schema.SchemaArgument;
import jackfield.schema.SchemaType.Basic;
import java.util.ArrayList;
import java.util.List;

/**
 * The forms that take a number in place of a tensor, as the field {@code numbers} names them.
 *
 * @param position the position of the tensor among the arguments
 * @param overload the name of the overloads, in place and not
 * @param out the name of the overload that writes to {@code out}
 */
record NumericForms(int position, String overload, String out) {
  private static final String FIELD = "numbers";
  private static final String TENSOR = "Tensor";

  /**
   * Reads the field: the name of an argument of an overload {@code Tensor…}, or for each argument
   * the name of the overload, and after it that of the {@code out=} form where it is not the former
   * followed by {@code _out}.
   *
   * @throws InvalidField if an argument is no tensor, or no name follows from the overload's
   */
  static List<NumericForms> read(YamlEntry entry, Form main) {
    List<NumericForms> forms = new ArrayList<>();
    if (!entry.isText(FIELD)) {
      entry
          .pairs(FIELD)
          .forEach((argument, names) -> forms.add(named(entry, main, argument, names)));
      return forms;
    }
    String overload = main.schema().name().overload();
    String argument = entry.text(FIELD, "it names the tensor that may be a number");
    int position = position(entry, main, argument);
    if (!overload.startsWith(TENSOR)) {
      throw entry.invalid(FIELD, "beside an overload whose name starts with " + TENSOR);
    }
    String numeric = "Scalar" + overload.substring(TENSOR.length());
    return List.of(new NumericForms(position, numeric, numeric + "_out"));
  }

  private static NumericForms named(YamlEntry entry, Form main, String argument, String names) {
    int space = names.indexOf(' ');
    String overload = space < 0 ? names : names.substring(0, space);
    String out = space < 0 ? names + "_out" : names.substring(space + 1);
    return new NumericForms(position(entry, main, argument), overload, out);
  }

  private static int position(YamlEntry entry, Form main, String argument) {
    List<SchemaArgument> all = main.schema().arguments();
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).name().equals(argument) && all.get(i).type() == Basic.TENSOR) {
        return i;
      }
    }
    throw entry.invalid(FIELD, "the name of a tensor of " + main.text());
  }
}
