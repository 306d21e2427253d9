package jackfield.library;

import jackfield.dispatch.Changes;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.Registration;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.report.LibraryLabel;
import jackfield.schema.AliasAnalysis;
import jackfield.schema.OperatorDeclaration;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Registers definitions and kernels of one namespace one by one and withdraws them together. It
 * provides C10's library blocks as plain objects.
 *
 * <p>
 *
 * {@snippet :
 * try (var t = LibraryBlock.define(dispatcher, "t", "Example.java", 7)) {
 *   t.def("twice(Tensor x) -> Tensor")
 *       .impl("twice", LibraryKernel.of(kernel).at(DispatchKey.CPU));
 * }
 * }
 *
 * <p>Each registration is published at once. A failed registration does not withdraw earlier ones.
 * {@link Dispatcher#commit} publishes several in one generation.
 *
 * <p><em>Threads</em>: one at a time.
 *
 * <p><em>Source</em>: the registration front end of PyTorch 2.13.
 */
public final class LibraryBlock implements AutoCloseable {
  /** What a library may register. */
  public enum Kind {
    /** Defines operators of a namespace that no other library claims. */
    DEF,
    /** Adds kernels to operators of any library. */
    IMPL,
    /** Defines additional operators of a namespace. */
    FRAGMENT
  }

  /** The namespace of libraries without one. */
  public static final String WILDCARD = "_";

  private static final Duration VERIFICATION = Duration.ofSeconds(2); // as in C10

  private final Dispatcher dispatcher;
  private final LibraryScope scope;
  private final LibraryLabel label;
  private final List<Registration> registrations = new ArrayList<>();

  /**
   * Opens a library.
   *
   * @param namespace its namespace, or {@link #WILDCARD}
   * @param key the key of kernels without an explicit key; null or Undefined for none
   * @param file the source file that opens it
   * @param line the line there
   * @throws jackfield.boxing.RegistrationRefused if it defines operators and has a key or no
   *     namespace, or if another library has claimed its namespace
   */
  public LibraryBlock(
      Dispatcher dispatcher, Kind kind, String namespace, DispatchKey key, String file, int line) {
    this.dispatcher = dispatcher;
    this.scope =
        new LibraryScope(
            kind,
            namespace.equals(WILDCARD) ? "" : namespace,
            key == DispatchKey.UNDEFINED ? null : key,
            file + ":" + line);
    this.label = scope.label(namespace);
    if (kind != Kind.IMPL) {
      claim();
    }
  }

  /** Claims the namespace unless this is a fragment. */
  private void claim() {
    scope.requireNamespace();
    if (scope.kind() == Kind.DEF) {
      keep(changes -> changes.namespace(scope.namespace()), scope.provenance());
    }
    if (scope.key() != null) {
      reset(); // as in C10, a claimed namespace is reported before a key
      throw scope.keyRefused();
    }
  }

  /** Opens the library that defines the operators of {@code namespace}. */
  public static LibraryBlock define(
      Dispatcher dispatcher, String namespace, String file, int line) {
    return new LibraryBlock(dispatcher, Kind.DEF, namespace, null, file, line);
  }

  /** Opens a library that defines additional operators of {@code namespace}. */
  public static LibraryBlock fragment(
      Dispatcher dispatcher, String namespace, String file, int line) {
    return new LibraryBlock(dispatcher, Kind.FRAGMENT, namespace, null, file, line);
  }

  /** Opens a library that adds kernels for {@code key} to operators of {@code namespace}. */
  public static LibraryBlock implement(
      Dispatcher dispatcher, String namespace, DispatchKey key, String file, int line) {
    return new LibraryBlock(dispatcher, Kind.IMPL, namespace, key, file, line);
  }

  /** Defines an operator by its schema; a missing namespace is filled in. */
  public LibraryBlock def(String schema) {
    return def(schema, List.of());
  }

  /**
   * Defines an operator by its schema, with tags.
   *
   * @throws jackfield.schema.SchemaSyntax if the text is no schema
   * @throws jackfield.boxing.RegistrationRefused if the library is of kind IMPL, or the namespace
   *     differs
   * @throws jackfield.dispatch.DuplicateDefinition if the operator is defined already
   * @throws jackfield.schema.SchemaMismatch if a registered kernel has other types
   */
  public LibraryBlock def(String schema, List<Integer> tags) {
    return define(
        OperatorSchema.parse(schema).withAliasAnalysis(AliasAnalysis.FROM_SCHEMA), schema, tags);
  }

  /**
   * Defines an operator and registers its kernel. If {@code declaration} is only a name, the schema
   * is inferred from the kernel's types. If the kernel is refused, the definition stays, as in C10.
   *
   * @throws jackfield.boxing.RegistrationRefused as {@link #def(String, List)}, or if the kernel's
   *     types are not known
   */
  public LibraryBlock def(String declaration, LibraryKernel kernel) {
    scope.requireKernel(kernel, declaration);
    OperatorSchema schema =
        switch (OperatorDeclaration.parse(declaration)) {
          case OperatorSchema parsed -> parsed.withAliasAnalysis(AliasAnalysis.FROM_SCHEMA);
          case OperatorName name ->
              scope
                  .inferred(declaration, kernel)
                  .withName(name)
                  .withAliasAnalysis(AliasAnalysis.CONSERVATIVE);
        };
    define(schema, declaration, List.of());
    return register(scope.qualified(schema.name(), declaration), kernel);
  }

  private LibraryBlock define(OperatorSchema schema, String text, List<Integer> tags) {
    scope.requireMayDefine(text);
    OperatorSchema named = schema.withName(scope.qualified(schema.name(), text));
    return keep(changes -> changes.define(named, tags), scope.provenance());
  }

  /**
   * Registers a kernel at its own key, else at the library's, else as a composite kernel. The
   * operator need not be defined.
   *
   * @throws jackfield.schema.SchemaSyntax if the text is not the name of an operator
   * @throws jackfield.key.KeyConflict if kernel and library have different keys
   * @throws jackfield.boxing.RegistrationRefused if the namespace differs, or the kernel's types
   *     differ from those of earlier kernels
   * @throws jackfield.schema.SchemaMismatch if the operator's definition has other types
   */
  public LibraryBlock impl(String name, LibraryKernel kernel) {
    scope.requireKernel(kernel, name);
    OperatorName qualified = scope.qualified(OperatorName.parse(name), name);
    scope.requireOneKey(kernel, name);
    return register(qualified, kernel);
  }

  /**
   * Requires that another party registers an operator, instead of defining it: C10's verify mode.
   * As there, a kernel without a definition is enough.
   *
   * @throws jackfield.dispatch.AwaitTimedOut if that does not happen within two seconds
   */
  public LibraryBlock verifyDef(String declaration) {
    scope.requireMayDefine(declaration);
    OperatorName name = OperatorDeclaration.parse(declaration).operatorName();
    dispatcher.awaitOperator(scope.qualified(name, declaration), VERIFICATION);
    return this;
  }

  /**
   * Requires that another party registers a kernel, instead of registering it: C10's verify mode.
   * The kernel must be at exactly {@code own}, else at the library's key, else be a composite
   * kernel.
   *
   * @param own the kernel's own key; null for none
   * @throws jackfield.dispatch.AwaitTimedOut if that does not happen within two seconds
   */
  public LibraryBlock verifyImpl(String name, DispatchKey own) {
    dispatcher.awaitKernel(
        scope.qualified(OperatorName.parse(name), name),
        own == null ? scope.key() : own,
        VERIFICATION);
    return this;
  }

  private LibraryBlock register(OperatorName name, LibraryKernel kernel) {
    DispatchKey at = scope.keyOf(kernel);
    return keep(changes -> changes.kernel(name, at, kernel.function()), scope.provenanceOf(kernel));
  }

  /**
   * Registers a fallback at its own key, else at the library's; for an alias key at each of its
   * member keys. If one of those has a fallback already, the earlier ones stay registered, as in
   * C10.
   *
   * @throws jackfield.boxing.RegistrationRefused if the library defines operators or has a
   *     namespace, if there is no key, or if the key has a fallback already
   */
  public LibraryBlock fallback(LibraryKernel kernel) {
    scope.requireKernel(kernel, "fallback");
    DispatchKey at = scope.keyOf(kernel);
    scope.requireMayFallBack(at);
    Provenance by = scope.provenanceOf(kernel);
    at.runtimeKeys()
        .forEach(each -> keep(changes -> changes.fallback(each, kernel.function()), by));
    return this;
  }

  private LibraryBlock keep(Consumer<Changes> changes, Provenance provenance) {
    Consumer<Changes> labelled = commit -> commit.library(label);
    registrations.add(dispatcher.commit(provenance, labelled.andThen(changes)));
    return this;
  }

  /** Withdraws all registrations, in the order in which they were made. */
  public void reset() {
    List<Registration> all = List.copyOf(registrations);
    registrations.clear();
    all.forEach(Registration::close);
  }

  /** Withdraws all registrations; the library can be used again. */
  @Override
  public void close() {
    reset();
  }
}
