package jackfield.opgen.catalog;

import jackfield.opgen.catalog.OperatorEntry.Composite;
import jackfield.opgen.catalog.OperatorEntry.DerivedKernel;
import jackfield.opgen.catalog.OperatorEntry.Form;
import jackfield.opgen.catalog.OperatorEntry.Kernel;
import jackfield.opgen.catalog.OperatorEntry.MethodReference;
import jackfield.opgen.input.InvalidField;
import jackfield.opgen.input.YamlEntry;
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
 * tensor (field {@code numbers}), the {@code out=} forms that copy the functional result (field
 * {@code autogen}, as PyTorch's {@code native_functions.yaml} calls them), and all forms under
 * another name (field {@code aliases}).
 */
final class DerivedForms {
  private static final String NUMBERS = "numbers";
  private static final String AUTOGEN = "autogen";
  private static final String ALIASES = "aliases";
  private static final String FUNCTIONAL_ALIASES = "functional_aliases";
  private static final Optional<AliasInfo> WRITTEN =
      Optional.of(new AliasInfo(Set.of("a"), Set.of("a"), true, List.of()));
  private static final int NO_NUMBER = -1;
  private static final String RANDOM = "nondeterministic_seeded"; // holds for all forms

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
    if (entry.has(NUMBERS)) {
      NumericForms.read(entry, read.main()).forEach(this::number);
    }
    copied.forEach(this::copy);
    List<Form> forms = forms();
    for (String alias : entry.texts(ALIASES)) {
      forms.forEach(form -> alias(form, alias));
    }
    for (String alias : entry.texts(FUNCTIONAL_ALIASES)) {
      forms.stream()
          .filter(form -> !form.schema().name().base().endsWith("_"))
          .forEach(form -> alias(form, alias));
    }
    return derived;
  }

  private void number(NumericForms names) {
    int number = names.position();
    Form numeric = number(read.main(), number, names.overload());
    OperatorName name = numeric.schema().name();
    boolean isCopied = copied.remove(name.base() + "." + names.out());
    add(numeric, read.main(), number, false);
    if (number > 0) { // what is written in place cannot be a number
      read.inPlace()
          .ifPresent(form -> add(number(form, number, names.overload()), form, number, false));
    }
    if (isCopied) {
      add(out(numeric, names.out(), AUTOGEN), read.main(), number, true);
    } else {
      read.out().ifPresent(form -> add(out(numeric, names.out(), NUMBERS), form, number, false));
    }
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
    Kernel derivedKernel = new DerivedKernel(called, kernel, number, isCopied);
    add(form, says(form, number), new Composite(kind, derivedKernel));
  }

  private void add(Form form, String says, Composite composite) {
    derived.add(
        new OperatorEntry(
            form,
            Optional.empty(),
            Optional.empty(),
            says,
            Optional.empty(),
            Optional.of(composite),
            List.of(),
            read.tags().stream().filter(RANDOM::equals).toList()));
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

  /**
   * Returns the form that takes a number in place of a tensor. Its other numbers, such as alpha,
   * can be passed by position, as in PyTorch.
   */
  private Form number(Form form, int number, String overload) {
    OperatorSchema schema = form.schema();
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
    return form(schema, overload, arguments, schema.returns(), NUMBERS);
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

  // ---- other names

  /** Returns the forms that have other names, too: all but those that copy a result. */
  private List<Form> forms() {
    List<Form> forms = new ArrayList<>(read.forms());
    for (OperatorEntry each : derived) {
      if (each.composite().orElseThrow().kind() == Composite.Kind.IMPLICIT) {
        forms.add(each.main());
      }
    }
    return forms;
  }

  private void alias(Form called, String alias) {
    OperatorSchema schema = called.schema();
    boolean isInPlace = schema.name().base().endsWith("_");
    Form form =
        form(
            new OperatorName(
                schema.name().namespace() + "::" + alias + (isInPlace ? "_" : ""),
                schema.name().overload()),
            schema,
            schema.arguments(),
            schema.returns(),
            ALIASES);
    String says = "Another name of %s. %s".formatted(schema.name(), read.says().strip());
    Kernel kernel = new DerivedKernel(called, Optional.empty(), NO_NUMBER, false);
    add(form, says, new Composite(Composite.Kind.IMPLICIT, kernel));
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
    return form(new OperatorName(like.name().name(), overload), like, arguments, returns, field);
  }

  private Form form(
      OperatorName name,
      OperatorSchema like,
      List<SchemaArgument> arguments,
      List<SchemaArgument> returns,
      String field) {
    OperatorSchema schema =
        new OperatorSchema(
            name,
            arguments,
            returns,
            like.isVararg(),
            like.isVarret(),
            like.declaredAliasAnalysis());
    return new Form(schema, schema.toString(), entry.place(field));
  }
}
