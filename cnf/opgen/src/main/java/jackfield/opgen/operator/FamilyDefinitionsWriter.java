package jackfield.opgen.operator;

import jackfield.opgen.catalog.OperatorEntry;
import jackfield.opgen.catalog.OperatorEntry.Composite;
import jackfield.opgen.catalog.OperatorEntry.DerivedKernel;
import jackfield.opgen.catalog.OperatorEntry.EachKernel;
import jackfield.opgen.catalog.OperatorEntry.Form;
import jackfield.opgen.catalog.OperatorEntry.Kernel;
import jackfield.opgen.catalog.OperatorEntry.KeyKernel;
import jackfield.opgen.catalog.OperatorEntry.MethodReference;
import jackfield.opgen.catalog.OperatorFamily;
import jackfield.opgen.catalog.Parameter;
import jackfield.opgen.catalog.Signature;
import jackfield.opgen.java.Names;
import jackfield.opgen.java.Template;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the class that defines the operators of one file. */
final class FamilyDefinitionsWriter {
  private static final String CLASS =
      """
      package jackfield.aten.library;

      %imports%
      %classImports%
      %keyedImports%

      /** Defines the operators of {@code %name%.yaml} and their kernels that need no backend. */
      final class %class% implements KernelSource {
        %metaNumber%
        private final Library library;
        private final AtenDefinitions all;
        private AtenKernels shared; // null until a kernel is made, which publishes it
        %fields%

        %class%(Library library, AtenDefinitions all) {
          this.library = library;
          this.all = all;
        }

        /** Defines the operators and registers the kernels. */
        void define() {
          %definitions%
          %registrations%
          %meta%
        }

        @Override
        public Object kernel(int number) {
          %sharing%
          %making%
        }

        %accessors%
        %kernels%
        %metaBodies%
      }
      """;
  private static final String REGISTRATION =
      "library.deferred(%type%, DispatchKey.%key%, this, %number%);\n";
  private static final int FIRST_SELECTION = 1 << 16; // more than a file has kernels

  private final OperatorFamily family;
  private final MetaBodiesWriter meta;
  private final KernelSwitch kernels = new KernelSwitch();
  // In classes of their own: a selection calls a kernel, and each has its own profile.
  private final KernelSwitch selections = new KernelSwitch("Selection", FIRST_SELECTION);
  private final StringBuilder registrations = new StringBuilder();
  private final Set<String> composites = new LinkedHashSet<>(); // classes of static methods
  private final Set<String> redispatched = new LinkedHashSet<>();

  private FamilyDefinitionsWriter(OperatorFamily family) {
    this.family = family;
    this.meta = new MetaBodiesWriter(family);
  }

  /** Returns the name of the class. */
  static String className(OperatorFamily family) {
    return Names.capital(family.name()) + "Definitions";
  }

  /** Returns the source of the class. */
  static String write(OperatorFamily family) {
    return new FamilyDefinitionsWriter(family).write();
  }

  private String write() {
    family.entries().forEach(this::register);
    return new Template(CLASS)
        .with(
            "imports",
            Imports.only(
                "DispatchKey",
                "DispatchKeySet",
                "KernelSource",
                "Library",
                "List",
                "OperatorTags",
                "DType",
                "Device",
                "ElementwiseIterator",
                "Generator",
                "Layout",
                "MemoryFormat",
                "ReductionIterator",
                "Scalar",
                "Tensor"))
        .with("classImports", classImports() + "\n" + planImports())
        .with("keyedImports", keyedImports())
        .with("name", family.name())
        .with("class", className(family))
        .with("fields", OperatorFields.fields(redispatched))
        .with("accessors", OperatorFields.accessors(redispatched, "library"))
        .with("definitions", each(FamilyDefinitionsWriter::definitions))
        .with("registrations", registrations.toString())
        .with("meta", meta.registrations())
        .with("metaNumber", meta.number())
        .with("sharing", meta.sharing())
        .with("making", KernelSwitch.making(kernels.cases() + selections.cases() + meta.making()))
        .with("kernels", kernels.write() + "\n" + selections.write())
        .with("metaBodies", meta.bodies())
        .toString();
  }

  private String classImports() {
    Stream<String> operators =
        family.entries().stream()
            .flatMap(entry -> entry.forms().stream())
            .map(form -> Names.classOf(form.schema().name()));
    Stream<String> structures = structured().stream().map(FamilyDefinitionsWriter::structure);
    return Stream.of(
            Stream.of("Aten", FamilyTypesWriter.className(family)),
            operators,
            structures,
            composites.stream().map("composite."::concat))
        .flatMap(Function.identity())
        .map(type -> "import jackfield.aten." + type + ";")
        .collect(Collectors.joining("\n"));
  }

  private String planImports() {
    return structured().stream()
        .map(entry -> StructureBody.planImport(entry.structure().orElseThrow()))
        .distinct()
        .collect(Collectors.joining("\n"));
  }

  private String keyedImports() {
    return Imports.keyed(kernels.signatures()) + "\n" + Imports.keyed(selections.signatures());
  }

  private String each(Function<OperatorEntry, String> text) {
    return family.entries().stream().map(text).collect(Collectors.joining());
  }

  private static String definitions(OperatorEntry entry) {
    String tags = tags(entry);
    return entry.forms().stream()
        .map(form -> FamilyTypesWriter.type(form) + tags)
        .map(arguments -> "library.define(" + arguments + ");\n")
        .collect(Collectors.joining());
  }

  /**
   * Returns the tags that the dispatcher knows, as a further argument; other tags are not
   * generated.
   */
  private static String tags(OperatorEntry entry) {
    List<String> heeded = new ArrayList<>();
    if (entry.tags().contains("not_observed")) {
      heeded.add("OperatorTags.NOT_OBSERVED");
    }
    if (entry.tags().contains("nondeterministic_seeded")) {
      heeded.add("OperatorTags.RANDOM");
    }
    if (entry.tags().contains("transfers")) {
      heeded.add("OperatorTags.TRANSFERS");
    }
    return heeded.isEmpty() ? "" : ", List.of(%s)".formatted(String.join(", ", heeded));
  }

  // ---- kernels

  private void register(OperatorEntry entry) {
    if (entry.composite().isPresent()) {
      Composite composite = entry.composite().get();
      String key = "COMPOSITE_" + composite.kind() + "_AUTOGRAD";
      register(entry.main(), key, composite.kernel());
      if (entry.isEach()) {
        entry.inPlace().ifPresent(form -> register(form, key, composite.kernel()));
      }
    }
    for (KeyKernel kernel : entry.kernels()) {
      register(entry.main(), kernel.key().name(), kernel.kernel());
    }
    for (Form form : entry.forms()) {
      SelectionWriter.write(entry, form)
          .ifPresent(call -> {
            redispatched.add(Names.classOf(form.schema().name()));
            register(selections, Signature.of(form), "BACKEND_SELECT", call);
          });
    }
  }

  private void register(Form form, String key, Kernel kernel) {
    Signature signature = Signature.of(form);
    String call =
        switch (kernel) {
          case MethodReference method -> call(method, signature.shared().names());
          case DerivedKernel derived -> derived(derived, signature);
          case EachKernel each -> EachWriter.call(each, signature);
        };
    register(kernels, signature, key, call);
  }

  private String call(MethodReference kernel, String names) {
    if (!kernel.isInstance()) {
      composites.add(kernel.type());
    }
    String owner =
        kernel.isInstance() ? "shared." + Names.small(kernel.simpleType()) : kernel.simpleType();
    return "%s.%s(%s)".formatted(owner, kernel.method(), names);
  }

  /** Returns the call of another form, with a tensor in place of the number. */
  private String derived(DerivedKernel derived, Signature signature) {
    List<String> names =
        signature.shared().parameters().stream()
            .map(Parameter::name)
            .collect(Collectors.toCollection(ArrayList::new));
    String out = derived.isCopied() ? names.removeLast() : "";
    if (derived.number() >= 0) {
      composites.add("Numbers");
      names.set(derived.number(), "Numbers.wrapped(%s)".formatted(names.get(derived.number())));
    }
    String arguments = String.join(", ", names);
    String call =
        derived
            .kernel()
            .map(kernel -> call(kernel, arguments))
            .orElseGet(() ->
                "shared.aten.%s(%s)".formatted(FacadeMethod.nameOf(derived.form()), arguments));
    return derived.isCopied()
        ? "shared.givenResults.into(\"%s\", %s, %s)"
            .formatted(signature.form().schema().name().base(), call, out)
        : call;
  }

  private void register(KernelSwitch switched, Signature signature, String key, String call) {
    registrations.append(
        new Template(REGISTRATION)
            .with("type", FamilyTypesWriter.type(signature.form()))
            .with("key", key)
            .with("number", Integer.toString(switched.add(signature, call)))
            .toString());
  }

  private List<OperatorEntry> structured() {
    return FamilyStructuresWriter.structured(family);
  }

  private static String structure(OperatorEntry entry) {
    return Names.structureOf(entry.main().schema().name());
  }
}
