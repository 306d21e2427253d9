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
 * What a library may register, as C10 has it, and the refusal of everything else.
 *
 * @param namespace its namespace; empty for none
 * @param key the key of kernels that have none of their own; null for none
 * @param place where in the source it was opened
 */
record LibraryScope(LibraryBlock.Kind kind, String namespace, DispatchKey key, String place) {
  /** Requires that operators can be defined in it at all. */
  void requireNamespace() {
    if (namespace.isEmpty()) {
      throw refused(
          RegistrationRefused.Kind.WILDCARD_FRAGMENT,
          LibraryBlock.WILDCARD,
          "operators are defined in a namespace, expected its name; for kernels of any namespace"
              + " open a library of kind IMPL");
    }
  }

  /** Returns the refusal of a key where operators are defined. */
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
          "a library of kind IMPL does not define; define it in that of its namespace");
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
          "it serves every namespace, expected a library of %s, found %s"
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

  /** Returns the schema that a kernel's types say. */
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

  /** Returns {@code name} with the namespace filled in; it must not have another. */
  OperatorName qualified(OperatorName name, String text) {
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
    return new Provenance(registered.bundle(), "", place, registered.time(), 0);
  }

  /** Returns the label of what it registers. */
  LibraryLabel label(String asWritten) {
    return new LibraryLabel(kind.name(), asWritten, Optional.ofNullable(key), provenance());
  }

  @Override
  public String toString() {
    return kind
        + " library of "
        + (namespace.isEmpty() ? LibraryBlock.WILDCARD : namespace)
        + " at "
        + place;
  }
}
