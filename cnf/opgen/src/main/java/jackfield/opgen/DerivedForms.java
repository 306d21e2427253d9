package jackfield.opgen;

import jackfield.opgen.OperatorEntry.Composite;
import jackfield.opgen.OperatorEntry.DerivedKernel;
import jackfield.opgen.OperatorEntry.Form;
import jackfield.opgen.OperatorEntry.MethodReference;
import jackfield.schema.AliasInfo;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaArgument;
import jackfield.schema.SchemaType.Basic;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Derives the forms that an entry does not write out: the forms that take a number in place of a
 * tensor (field {@code numbers}), and the {@code out=} forms that copy the functional result (field
 * {@code autogen}, as PyTorch's {@code native_functions.yaml} calls them).
 */
final class DerivedForms {
  private static final String NUMBERS = "numbers";
  private static final String AUTOGEN = "autogen";
  private static final String TENSOR = "Tensor";
  private static final Optional<AliasInfo> WRITTEN =
      Optional.of(new AliasInfo(Set.of("a"), Set.of("a"), true, List.of()));
  private static final int NO_NUMBER = -1;

  private final OperatorEntry read;
  private final YamlEntry entry;
  private final Set<String> copied; // the names of autogen that have no form yet
  private final List<OperatorEntry> derived = new ArrayList<>();

  private DerivedForms(OperatorEntry read, YamlEntry entry) {
    this.read = read;
    this.entry = entry;
    this.copied = new LinkedHashSet<>(entry.texts(AUTOGEN));
  }

  /**
   * Returns an entry for each derived form.
   *
   * @throws InvalidField if the entry's other fields or its schema do not allow the form
   */
  static List<OperatorEntry> of(OperatorEntry read, YamlEntry entry) {
    return new DerivedForms(read, entry).derive();
  }

  private List<OperatorEntry> derive() {
    if (!entry.has(NUMBERS)) {
      copied.forEach(this::copy);
      return derived;
    }
    int number = position(entry.text(NUMBERS, "it names the tensor that may be a number"));
    Form numeric = number(read.main(), number);
    OperatorName name = numeric.schema().name();
    String out = name.overload() + "_out";
    boolean isCopied = copied.remove(name.base() + "." + out);
    copied.forEach(this::copy);
    add(numeric, read.main(), number, false);
    read.inPlace().ifPresent(form -> add(number(form, number), form, number, false));
    if (isCopied) {
      add(out(numeric, out, AUTOGEN), read.main(), number, true);
    } else {
      read.out().ifPresent(form -> add(out(numeric, out, NUMBERS), form, number, false));
    }
    return derived;
  }

  private void copy(String name) {
    String base = read.main().schema().name().base();
    if (!name.startsWith(base + ".") || read.out().isPresent() || copied.size() > 1) {
      throw entry.invalid(
          AUTOGEN, "one overload of %s that the entry does not write out".formatted(base));
    }
    Form out = out(read.main(), name.substring(base.length() + 1), AUTOGEN);
    add(out, read.main(), NO_NUMBER, true);
  }

  private void add(Form form, Form called, int number, boolean isCopied) {
    // Its own kernel is called without dispatch; an explicit one is below its derivative.
    Optional<MethodReference> kernel =
        read.composite()
            .filter(composite -> composite.kind() == Composite.Kind.IMPLICIT)
            .map(composite -> (MethodReference) composite.kernel());
    Composite.Kind kind = isCopied ? Composite.Kind.EXPLICIT : Composite.Kind.IMPLICIT;
    derived.add(
        new OperatorEntry(
            form,
            Optional.empty(),
            Optional.empty(),
            says(form, number),
            Optional.empty(),
            Optional.of(new Composite(kind, new DerivedKernel(called, kernel, number, isCopied))),
            List.of(),
            List.of()));
  }

  private String says(Form form, int number) {
    String says = read.says().strip();
    if (number != NO_NUMBER) {
      String argument = form.schema().arguments().get(number).name();
      says = says.replaceFirst("\\b" + argument + "\\b", "a number");
    }
    String result =
        form.schema().arguments().stream()
            .filter(SchemaArgument::isWritten)
            .map(written -> " Writes the result to " + written.name() + ".")
            .findFirst()
            .orElse("");
    return says + result;
  }

  // ---- numbers

  private int position(String argument) {
    List<SchemaArgument> all = read.main().schema().arguments();
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).name().equals(argument) && all.get(i).type() == Basic.TENSOR) {
        return i;
      }
    }
    throw entry.invalid(NUMBERS, "the name of a tensor of " + read.main().text());
  }

  /**
   * Returns the form that takes a number in place of a tensor. Its other numbers, such as alpha,
   * can be passed by position, as in PyTorch.
   */
  private Form number(Form form, int number) {
    OperatorSchema schema = form.schema();
    String overload = schema.name().overload();
    if (!overload.startsWith(TENSOR)) {
      throw entry.invalid(NUMBERS, "beside an overload whose name starts with " + TENSOR);
    }
    List<SchemaArgument> arguments = new ArrayList<>();
    for (SchemaArgument each : schema.arguments()) {
      boolean isNumber = arguments.size() == number;
      arguments.add(
          new SchemaArgument(
              each.name(),
              isNumber ? Basic.SCALAR : each.type(),
              each.fixedSize(),
              each.defaultValue(),
              each.isKeywordOnly() && each.type() != Basic.SCALAR,
              each.alias()));
    }
    String name = "Scalar" + overload.substring(TENSOR.length());
    return form(schema, name, arguments, schema.returns(), NUMBERS);
  }

  // ---- out

  /** Returns the form that writes the result of {@code form} to an argument {@code out}. */
  private Form out(Form form, String overload, String field) {
    OperatorSchema schema = form.schema();
    if (schema.returns().size() != 1 || schema.returns().getFirst().type() != Basic.TENSOR) {
      throw entry.invalid(field, "beside an operator with one tensor as its result");
    }
    List<SchemaArgument> arguments = new ArrayList<>(schema.arguments());
    arguments.add(written("out", true));
    return form(schema, overload, arguments, List.of(written("", false)), field);
  }

  private static SchemaArgument written(String name, boolean isKeywordOnly) {
    return new SchemaArgument(
        name, Basic.TENSOR, OptionalInt.empty(), Optional.empty(), isKeywordOnly, WRITTEN);
  }

  private Form form(
      OperatorSchema like,
      String overload,
      List<SchemaArgument> arguments,
      List<SchemaArgument> returns,
      String field) {
    OperatorSchema schema =
        new OperatorSchema(
            new OperatorName(like.name().name(), overload),
            arguments,
            returns,
            like.isVararg(),
            like.isVarret(),
            like.declaredAliasAnalysis());
    return new Form(schema, schema.toString(), entry.place(field));
  }
}
