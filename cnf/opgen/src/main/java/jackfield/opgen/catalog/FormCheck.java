package jackfield.opgen.catalog;

import jackfield.opgen.catalog.OperatorEntry.Form;
import jackfield.opgen.input.FormMismatch;
import jackfield.schema.AliasInfo;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaArgument;
import jackfield.schema.SchemaType.ListOf;
import java.util.List;
import java.util.Optional;

/** Checks that the in-place and {@code out=} forms agree with the functional form. */
final class FormCheck {
  private final String field;
  private final Form form;
  private final Form main;

  private FormCheck(String field, Form form, Form main) {
    this.field = field;
    this.form = form;
    this.main = main;
  }

  /**
   * Checks the forms of an entry.
   *
   * @throws FormMismatch if a form cannot be derived from the main form
   */
  static void check(OperatorEntry entry) {
    entry.inPlace().ifPresent(form -> new FormCheck("in_place", form, entry.main()).inPlace());
    entry.out().ifPresent(form -> new FormCheck("out", form, entry.main()).out());
  }

  private void inPlace() {
    requireName("_");
    requireArguments(form.schema().arguments());
    SchemaArgument self = form.schema().arguments().getFirst();
    require(self.isWritten(), "expected the first argument to be written, Tensor(a!)");
    requireReturns(self.type() instanceof ListOf ? List.of() : List.of(self));
  }

  /** Requires the name of the main form; one underscore before it may be left out. */
  private void requireName(String suffix) {
    String expected = main.schema().name().base() + suffix;
    String found = form.schema().name().base();
    require(
        found.equals(expected) || ("_" + found).equals(expected), "expected the name " + expected);
  }

  private void out() {
    requireName("");
    List<SchemaArgument> all = form.schema().arguments();
    requireArguments(all.stream().filter(argument -> !argument.isOut()).toList());
    List<SchemaArgument> outs = all.stream().filter(SchemaArgument::isOut).toList();
    int results = main.schema().returns().size();
    require(outs.size() == results, "expected out arguments, as many as results: " + results);
    requireReturns(outs);
  }

  private void requireArguments(List<SchemaArgument> found) {
    List<SchemaArgument> expected = main.schema().arguments();
    for (int i = 0; i < Math.max(found.size(), expected.size()); i++) {
      require(i < found.size(), "expected the argument " + at(expected, i));
      require(i < expected.size(), "there is no such argument: " + at(found, i));
      require(
          plain(found.get(i)).equals(plain(expected.get(i))),
          "expected the argument %s, not %s".formatted(at(expected, i), at(found, i)));
    }
  }

  private static String at(List<SchemaArgument> arguments, int index) {
    return index < arguments.size() ? arguments.get(index).toString() : "";
  }

  private static SchemaArgument plain(SchemaArgument argument) {
    return new SchemaArgument(
        argument.name(),
        argument.type(),
        argument.fixedSize(),
        argument.defaultValue(),
        argument.isKeywordOnly(),
        Optional.empty());
  }

  private void requireReturns(List<SchemaArgument> written) {
    OperatorSchema schema = form.schema();
    List<Optional<AliasInfo>> expected = written.stream().map(SchemaArgument::alias).toList();
    List<Optional<AliasInfo>> found = schema.returns().stream().map(SchemaArgument::alias).toList();
    require(found.equals(expected), "expected what is written to be returned, Tensor(a!)");
  }

  private void require(boolean holds, String problem) {
    if (!holds) {
      throw new FormMismatch(form.place(), field, form.text(), main.text(), problem);
    }
  }
}
