package jackfield.dispatcher.impl.operator;

import jackfield.boxing.RegistrationRefused;
import jackfield.dispatcher.impl.table.Change;
import jackfield.dispatcher.impl.table.KernelRegistration;
import jackfield.kernel.OperatorType;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.report.OperatorReport;
import jackfield.schema.KernelSignature;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaMismatch;
import java.util.Optional;

/**
 * The types of an operator's kernels. The first kernel with known types fixes them, separately for
 * kernels with and without symbolic parameters. As in C10 they outlive that kernel, even if its
 * registration was refused, while anything is registered for the operator.
 *
 * <p><em>Threads</em>: guarded by the dispatcher's lock.
 */
public final class Signatures {
  // The type of all kernels so far, or null: the signature is derived from the type's schema when
  // a kernel or caller with another type must be compared with it. With the type, the key and the
  // provider of the first kernel.
  private OperatorType<?, ?, ?> only;
  private DispatchKey key;
  private Provenance provenance;
  private First plain; // null until the first kernel without symbolic parameters
  private First symbolic; // null until the first with them

  /** The kernel that fixed a signature. */
  private record First(KernelSignature types, DispatchKey key, Provenance provenance) {}

  /** Requires that a kernel has the types of the kernels before it. */
  void learn(KernelRegistration registration) {
    OperatorType<?, ?, ?> type = registration.kernel().type();
    if (type != null && isEmpty()) {
      only = type;
      key = registration.key();
      provenance = registration.provenance();
    }
    if (type == null || !isOnly(type)) {
      registration.kernel().signature().ifPresent(types -> learn(registration, types));
    }
  }

  private boolean isEmpty() {
    return only == null && plain == null && symbolic == null;
  }

  /** Returns whether all kernels so far have the type of an operator. */
  private boolean isOnly(OperatorType<?, ?, ?> type) {
    return only == type;
  }

  /** Derives the signature that was not needed so far. */
  private void sort() {
    if (only != null) {
      keep(new First(KernelSignature.of(only.schema()), key, provenance));
      only = null;
    }
  }

  /**
   * Releases the type of the kernels unless the definition has its schema: the type may be of a
   * bundle that is being unplugged, and the signatures outlive its kernels.
   */
  @SuppressWarnings("ReferenceEquality") // the types of equal schemas may be of several bundles
  void settle(OperatorSchema defined) {
    if (only != null && only.schema() != defined) {
      sort();
    }
  }

  private void learn(KernelRegistration registration, KernelSignature types) {
    sort();
    First first = first(types);
    if (first == null) {
      keep(new First(types, registration.key(), registration.provenance()));
    } else if (!first.types().equals(types)) {
      throw new RegistrationRefused(
          RegistrationRefused.Kind.KERNEL_SIGNATURE_MISMATCH,
          registration.operator().toString(),
          "expected a kernel of %s as that at %s (%s), found %s at %s (%s)"
              .formatted(
                  first.types(),
                  first.key(),
                  first.provenance().location(),
                  types,
                  registration.key(),
                  registration.provenance().location()));
    }
  }

  /** Requires that an operator may be called with the types of {@code type}. */
  public void requireCallable(OperatorType<?, ?, ?> type) {
    if (!isEmpty() && !isOnly(type)) {
      sort();
      requireCallable(type.name(), KernelSignature.of(type.schema()));
    }
  }

  private void requireCallable(OperatorName name, KernelSignature types) {
    requireEqual(name, types);
    if (types.hasSymbols()) {
      requireEqual(name, types.withoutSymbols()); // the call may reach a kernel without symbols
    }
  }

  private void requireEqual(OperatorName name, KernelSignature types) {
    First first = first(types);
    if (first != null && !first.types().equals(types)) {
      throw new RegistrationRefused(
          RegistrationRefused.Kind.WRONG_SIGNATURE,
          name.toString(),
          "asked as %s, but the kernel at %s (%s) is %s; ask for it with these types"
              .formatted(types, first.key(), first.provenance().location(), first.types()));
    }
  }

  /** Requires that a kernel, if its types are known, has those of a definition. */
  @SuppressWarnings("ReferenceEquality") // equal schemas may have different real types
  static void requireFit(Change.Define definition, KernelRegistration registration) {
    OperatorType<?, ?, ?> type = registration.kernel().type();
    if (type != null && type.schema() == definition.schema()) {
      return; // the common case: the kernel was written for this definition
    }
    registration
        .kernel()
        .signature()
        .ifPresent(types -> requireFit(definition, registration, types));
  }

  private static void requireFit(
      Change.Define definition, KernelRegistration registration, KernelSignature types) {
    OperatorSchema schema = definition.schema();
    if (types.equals(KernelSignature.of(schema))) {
      return; // the kernel was written for an equal schema
    }
    OperatorSchema inferred = types.inferredSchema();
    schema
        .differenceFromKernel(inferred, types.hasSymbols())
        .ifPresent(difference -> {
          throw new SchemaMismatch(
              schema.name().toString(),
              schema + " by " + definition.provenance().location(),
              inferred + " by " + registration.provenance().location(),
              difference);
        });
  }

  /** Returns the signature of kernels without symbolic parameters, else of those with them. */
  Optional<OperatorReport.Signature> report() {
    sort();
    return Optional.ofNullable(plain == null ? symbolic : plain)
        .map(first -> new OperatorReport.Signature(first.types(), first.provenance()));
  }

  void clear() {
    only = null;
    plain = null;
    symbolic = null;
  }

  /** Returns a copy for modification. */
  Signatures copy() {
    Signatures copy = new Signatures();
    copy.only = only;
    copy.key = key;
    copy.provenance = provenance;
    copy.plain = plain;
    copy.symbolic = symbolic;
    return copy;
  }

  /** Adds the types known to {@code others} only; returns whether there were any. */
  boolean learnMissing(Signatures others) {
    sort();
    others.sort();
    boolean learns =
        (plain == null && others.plain != null) || (symbolic == null && others.symbolic != null);
    plain = plain == null ? others.plain : plain;
    symbolic = symbolic == null ? others.symbolic : symbolic;
    return learns;
  }

  private First first(KernelSignature types) {
    return types.hasSymbols() ? symbolic : plain;
  }

  private void keep(First first) {
    if (first.types().hasSymbols()) {
      symbolic = first;
    } else {
      plain = first;
    }
  }
}
