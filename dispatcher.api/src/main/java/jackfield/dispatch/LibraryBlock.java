package jackfield.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Operators and kernels of one namespace, registered one by one and taken back together: C10's
 * library blocks as plain objects.
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
 * <p>Each registration is published at once, and one that fails leaves the earlier ones standing;
 * {@link Dispatcher#commit} publishes many as one.
 *
 * <p><em>Threads</em>: one at a time.
 *
 * <p><em>Source</em>: the registration front end of PyTorch 2.13.
 */
public final class LibraryBlock implements AutoCloseable {
  /** What a library may do. */
  public enum Kind {
    /** Defines operators of a namespace that nobody else defines. */
    DEF,
    /** Adds kernels, for operators of any library. */
    IMPL,
    /** Defines further operators of a namespace. */
    FRAGMENT
  }

  /** The namespace of libraries that have none. */
  public static final String WILDCARD = "_";

  private static final Duration VERIFICATION = Duration.ofSeconds(2); // as in C10

  private final Dispatcher dispatcher;
  private final Kind kind;
  private final String namespace; // empty for none
  private final DispatchKey key; // null for none
  private final String place;
  private final LibraryLabel label;
  private final List<Registration> registrations = new ArrayList<>();

  /**
   * Opens a library.
   *
   * @param namespace its namespace, or {@link #WILDCARD}
   * @param key the key of kernels that have none of their own; null for none, as is Undefined
   * @param file the source file that opens it
   * @param line the line there
   * @throws RegistrationRefused if it defines and has a key or no namespace, or its namespace is
   *     claimed by another
   */
  public LibraryBlock(
      Dispatcher dispatcher, Kind kind, String namespace, DispatchKey key, String file, int line) {
    this.dispatcher = dispatcher;
    this.kind = kind;
    this.namespace = namespace.equals(WILDCARD) ? "" : namespace;
    this.key = key == DispatchKey.UNDEFINED ? null : key;
    this.place = file + ":" + line;
    this.label =
        new LibraryLabel(kind.name(), namespace, Optional.ofNullable(this.key), provenance());
    if (kind != Kind.IMPL) {
      requireNamespace();
      requireNoKey();
    }
  }

  /** Requires a namespace, and claims it unless this is a fragment. */
  private void requireNamespace() {
    if (namespace.isEmpty()) {
      throw refused(
          RegistrationRefused.Kind.WILDCARD_FRAGMENT,
          WILDCARD,
          "operators are defined in a namespace, expected its name; for kernels of any namespace"
              + " open a library of kind IMPL");
    }
    if (kind == Kind.DEF) {
      keep(changes -> changes.namespace(namespace), provenance());
    }
  }

  private void requireNoKey() {
    if (key != null) {
      reset(); // as in C10 a claimed namespace is told before a key
      throw refused(
          RegistrationRefused.Kind.KEY_ON_DEFINING_LIBRARY,
          namespace,
          "operators are defined for all keys, expected none, found " + key);
    }
  }

  /** Opens the library that defines the operators of {@code namespace}. */
  public static LibraryBlock define(
      Dispatcher dispatcher, String namespace, String file, int line) {
    return new LibraryBlock(dispatcher, Kind.DEF, namespace, null, file, line);
  }

  /** Opens a library that defines further operators of {@code namespace}. */
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
   * @throws SchemaSyntax if the text is no schema
   * @throws RegistrationRefused if the library only implements, or the namespace is another
   * @throws DuplicateDefinition if the operator is defined already
   * @throws SchemaMismatch if a kernel that is registered has other types
   */
  public LibraryBlock def(String schema, List<Integer> tags) {
    return define(
        OperatorSchema.parse(schema).withAliasAnalysis(AliasAnalysis.FROM_SCHEMA), schema, tags);
  }

  /**
   * Defines an operator and registers its kernel; given only a name, the schema is inferred from
   * the kernel's types. If the kernel is refused, the definition stays, as in C10.
   *
   * @throws RegistrationRefused likewise, or if the kernel's types are not known
   */
  public LibraryBlock def(String declaration, LibraryKernel kernel) {
    requireKernel(kernel, declaration);
    OperatorSchema schema =
        switch (OperatorDeclaration.parse(declaration)) {
          case OperatorSchema parsed -> parsed.withAliasAnalysis(AliasAnalysis.FROM_SCHEMA);
          case OperatorName name ->
              inferred(declaration, kernel)
                  .withName(name)
                  .withAliasAnalysis(AliasAnalysis.CONSERVATIVE);
        };
    define(schema, declaration, List.of());
    return register(qualified(schema.name(), declaration), kernel);
  }

  private void requireMayDefine(String declaration) {
    if (kind == Kind.IMPL) {
      throw refused(
          RegistrationRefused.Kind.DEFINITION_IN_IMPLEMENTING_LIBRARY,
          declaration,
          "a library of kind IMPL does not define; define it in that of its namespace");
    }
  }

  private OperatorSchema inferred(String declaration, LibraryKernel kernel) {
    return kernel
        .function()
        .signature()
        .orElseThrow(() ->
            refused(
                RegistrationRefused.Kind.SCHEMA_NOT_INFERABLE,
                declaration,
                "expected a schema, found a name, and the kernel's types are not known; write the"
                    + " schema out"))
        .inferredSchema();
  }

  private LibraryBlock define(OperatorSchema schema, String text, List<Integer> tags) {
    requireMayDefine(text);
    OperatorSchema named = schema.withName(qualified(schema.name(), text));
    return keep(changes -> changes.define(named, tags), provenance());
  }

  /**
   * Registers a kernel at its own key, else at the library's, else as a composite one. The operator
   * need not be defined.
   *
   * @throws SchemaSyntax if the text is no operator's name
   * @throws KeyConflict if kernel and library have different keys
   * @throws RegistrationRefused if the namespace is another, or the kernel's types are not those of
   *     the kernels before it
   * @throws SchemaMismatch if the operator's definition has other types
   */
  public LibraryBlock impl(String name, LibraryKernel kernel) {
    requireKernel(kernel, name);
    OperatorName qualified = qualified(OperatorName.parse(name), name);
    if (kernel.key() != null && key != null && kernel.key() != key) {
      throw new KeyConflict(name, kernel.key(), key, described());
    }
    return register(qualified, kernel);
  }

  /**
   * Requires that somebody registers an operator, instead of defining it: C10's verify mode. As
   * there, a kernel alone counts.
   *
   * @throws AwaitTimedOut if that does not happen within two seconds
   */
  public LibraryBlock verifyDef(String declaration) {
    requireMayDefine(declaration);
    OperatorName name = OperatorDeclaration.parse(declaration).operatorName();
    dispatcher.awaitOperator(qualified(name, declaration), VERIFICATION);
    return this;
  }

  /**
   * Requires that somebody registers a kernel at exactly {@code own}, else the library's key, else
   * as a composite one, instead of registering it: C10's verify mode.
   *
   * @param own the kernel's own key; null for none
   * @throws AwaitTimedOut if that does not happen within two seconds
   */
  public LibraryBlock verifyImpl(String name, DispatchKey own) {
    dispatcher.awaitKernel(
        qualified(OperatorName.parse(name), name), own == null ? key : own, VERIFICATION);
    return this;
  }

  private void requireKernel(LibraryKernel kernel, String text) {
    if (kernel.function() == null) {
      throw refused(RegistrationRefused.Kind.INVALID_KERNEL, text, "expected a kernel, found null");
    }
  }

  private LibraryBlock register(OperatorName name, LibraryKernel kernel) {
    DispatchKey at = keyOf(kernel);
    return keep(changes -> changes.kernel(name, at, kernel.function()), provenanceOf(kernel));
  }

  /** Returns the key that a kernel is registered at, null for a composite one. */
  private DispatchKey keyOf(LibraryKernel kernel) {
    return kernel.key() == null ? key : kernel.key();
  }

  private Provenance provenanceOf(LibraryKernel kernel) {
    return kernel.provenance() == null ? provenance() : kernel.provenance();
  }

  /**
   * Registers a kernel for every operator at its own key, else at the library's; for an alias at
   * each key that it stands for. If one of those is taken, the ones before it stay, as in C10.
   *
   * @throws RegistrationRefused if the library defines, has a namespace, or there is no key, or one
   *     that has a fallback already
   */
  public LibraryBlock fallback(LibraryKernel kernel) {
    requireKernel(kernel, "fallback");
    DispatchKey at = keyOf(kernel);
    requireMayFallBack(at);
    Provenance by = provenanceOf(kernel);
    at.runtimeKeys()
        .forEach(each -> keep(changes -> changes.fallback(each, kernel.function()), by));
    return this;
  }

  private void requireMayFallBack(DispatchKey at) {
    if (kind != Kind.IMPL) {
      throw refused(
          RegistrationRefused.Kind.FALLBACK_OUTSIDE_IMPLEMENTING_LIBRARY,
          "fallback",
          "expected a library of kind IMPL");
    }
    if (at == null) {
      throw refused(
          RegistrationRefused.Kind.FALLBACK_WITHOUT_KEY, "fallback", "expected a key, found none");
    }
    if (!namespace.isEmpty()) {
      throw refused(
          RegistrationRefused.Kind.FALLBACK_WITH_NAMESPACE,
          "fallback",
          "it serves every namespace, expected a library of " + WILDCARD + ", found " + namespace);
    }
  }

  private OperatorName qualified(OperatorName name, String text) {
    if (namespace.isEmpty()) {
      throw mismatch(text, "a namespace of the library's, which has none");
    }
    if (name.namespace().isEmpty()) {
      return new OperatorName(namespace + "::" + name.name(), name.overload());
    }
    if (!name.namespace().equals(namespace)) {
      throw mismatch(text, "the library's namespace " + namespace);
    }
    return name;
  }

  private RegistrationRefused mismatch(String text, String expected) {
    return refused(
        RegistrationRefused.Kind.NAMESPACE_MISMATCH,
        text,
        "expected " + expected + "; register it in a library of its namespace");
  }

  private RegistrationRefused refused(
      RegistrationRefused.Kind broken, String subject, String problem) {
    return new RegistrationRefused(broken, subject, problem + " (in " + described() + ")");
  }

  private String described() {
    return kind + " library of " + (namespace.isEmpty() ? WILDCARD : namespace) + " at " + place;
  }

  private Provenance provenance() {
    Provenance registered = Provenance.of("registered");
    return new Provenance(registered.bundle(), "", place, registered.time(), 0);
  }

  private LibraryBlock keep(Consumer<Changes> changes, Provenance provenance) {
    Consumer<Changes> labelled = commit -> commit.library(label);
    registrations.add(dispatcher.commit(provenance, labelled.andThen(changes)));
    return this;
  }

  /** Takes back all that was registered, in the order in which it was. */
  public void reset() {
    List<Registration> all = List.copyOf(registrations);
    registrations.clear();
    all.forEach(Registration::close);
  }

  /** Takes back all that was registered; the library can be used again. */
  @Override
  public void close() {
    reset();
  }
}
