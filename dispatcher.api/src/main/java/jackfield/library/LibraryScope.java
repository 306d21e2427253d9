package jackfield.library;

import jackfield.boxing.RegistrationRefused;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.key.KeyConflict;
import jackfield.report.LibraryLabel;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import java.util.Optional;

/**
 * Checks a library's registrations by the rules of C10 and refuses all others.
 *
 * @param namespace its namespace; empty for none
 * @param key the key of kernels without an explicit key; null for none
 * @param source the source position that opened it
 */
record LibraryScope(LibraryBlock.Kind kind, String namespace, DispatchKey key, String source) {
  /** Requires that the library has a namespace, as definitions need one. */
  void requireNamespace() {
    if (namespace.isEmpty()) {
      throw refused(
          RegistrationRefused.Kind.WILDCARD_FRAGMENT,
          LibraryBlock.WILDCARD,
          "operators are defined in a namespace, expected its name; for kernels of any namespace"
              + " open a library of kind IMPL");
    }
  }

  /** Returns the error for a key of a library that defines operators. */
  RegistrationRefused keyRefused() {
    return refused(
        RegistrationRefused.Kind.KEY_ON_DEFINING_LIBRARY,
        namespace,
        "operators are defined for all keys, expected none, found " + key);
  }

  void requireMayDefine(String declaration) {
    if (kind == LibraryBlock.Kind.IMPL) {
      throw refused(
          RegistrationRefused.Kind.DEFINITION_IN_IMPLEMENTING_LIBRARY,
          declaration,
          "a library of kind IMPL cannot define; define it in the library of its namespace");
    }
  }

  void requireMayFallBack(DispatchKey at) {
    if (kind != LibraryBlock.Kind.IMPL) {
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
          "a fallback is for every namespace, expected a library of %s, found %s"
              .formatted(LibraryBlock.WILDCARD, namespace));
    }
  }

  void requireKernel(LibraryKernel kernel, String text) {
    if (kernel.function() == null) {
      throw refused(RegistrationRefused.Kind.INVALID_KERNEL, text, "expected a kernel, found null");
    }
  }

  void requireOneKey(LibraryKernel kernel, String text) {
    if (kernel.key() != null && key != null && kernel.key() != key) {
      throw new KeyConflict(text, kernel.key(), key, toString());
    }
  }

  /** Returns the schema inferred from a kernel's types. */
  OperatorSchema inferred(String declaration, LibraryKernel kernel) {
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

  /** Returns {@code name} with the namespace filled in; another namespace is refused. */
  OperatorName qualified(OperatorName name, String text) {
    if (namespace.isEmpty()) {
      throw mismatch(text, "a name in the library's namespace, which it does not have");
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
    return new RegistrationRefused(broken, subject, problem + " (in " + this + ")");
  }

  /** Returns the key that a kernel is registered at, null for a composite one. */
  DispatchKey keyOf(LibraryKernel kernel) {
    return kernel.key() == null ? key : kernel.key();
  }

  Provenance provenanceOf(LibraryKernel kernel) {
    return kernel.provenance() == null ? provenance() : kernel.provenance();
  }

  Provenance provenance() {
    Provenance registered = Provenance.of("registered");
    return new Provenance(registered.bundle(), "", source, registered.time(), 0);
  }

  /** Returns the label of its registrations. */
  LibraryLabel label(String asWritten) {
    return new LibraryLabel(kind.name(), asWritten, Optional.ofNullable(key), provenance());
  }

  @Override
  public String toString() {
    return kind
        + " library of "
        + (namespace.isEmpty() ? LibraryBlock.WILDCARD : namespace)
        + " at "
        + source;
  }
}
