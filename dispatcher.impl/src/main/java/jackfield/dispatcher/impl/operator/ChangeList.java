package jackfield.dispatcher.impl.operator;

import jackfield.boxing.RegistrationRefused;
import jackfield.dispatch.Changes;
import jackfield.dispatcher.impl.table.Fallbacks;
import jackfield.dispatcher.impl.table.KernelRegistration;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.report.LibraryLabel;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The changes of one commit, in order. It makes the checks that need no registry. */
public final class ChangeList implements Changes {
  private final Provenance provenance;
  private final List<Change> changes = new ArrayList<>();
  private int ranking;
  private long inPlaceOf; // 0 for none
  private LibraryLabel label; // null for none
  private String note = "";

  /** One change. */
  public sealed interface Change {
    /** A definition. */
    record Define(OperatorSchema schema, List<Integer> tags, Provenance provenance)
        implements Change {}

    /** A kernel. */
    record Kernel(KernelRegistration registration) implements Change {}

    /** A fallback. */
    record Fall(Fallbacks.Fallback fallback) implements Change {}

    /** A name that stays known. */
    record Name(OperatorName name) implements Change {}

    /** A namespace that is claimed. */
    record Namespace(String name, Provenance provenance) implements Change {}
  }

  public ChangeList(Provenance provenance) {
    this.provenance = provenance;
  }

  public List<Change> changes() {
    return changes;
  }

  /** Returns whether the commit defines operators. */
  public boolean defines() {
    return changes.stream().anyMatch(Change.Define.class::isInstance);
  }

  /** Returns the kernels among the changes. */
  public Stream<KernelRegistration> kernels() {
    return changes.stream()
        .filter(Change.Kernel.class::isInstance)
        .map(change -> ((Change.Kernel) change).registration());
  }

  @Override
  public Changes define(OperatorSchema schema, List<Integer> tags) {
    changes.add(
        new Change.Define(Objects.requireNonNull(schema, "schema"), List.copyOf(tags), provenance));
    return this;
  }

  @Override
  public Changes name(OperatorName operator) {
    changes.add(new Change.Name(Objects.requireNonNull(operator, "operator")));
    return this;
  }

  @Override
  public Changes namespace(String namespace) {
    changes.add(new Change.Namespace(Objects.requireNonNull(namespace, "namespace"), provenance));
    return this;
  }

  @Override
  public Changes kernel(OperatorName operator, DispatchKey key, KernelFunction kernel) {
    DispatchKey at = key == null ? DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD : key;
    if (at == DispatchKey.UNDEFINED || at.isBuildingBlock()) {
      throw refused(operator.toString(), at);
    }
    requireKernel(operator.toString(), kernel);
    changes.add(
        new Change.Kernel(
            new KernelRegistration(
                operator, at, key == null, kernel, ranking, provenance, inPlaceOf)));
    return this;
  }

  @Override
  public Changes fallback(DispatchKey key, KernelFunction kernel) {
    if (key == DispatchKey.UNDEFINED || key.isBuildingBlock()) {
      throw refused("fallback", key);
    }
    requireKernel("fallback", kernel);
    changes.add(new Change.Fall(new Fallbacks.Fallback(key, kernel, provenance)));
    return this;
  }

  private static void requireKernel(String subject, KernelFunction kernel) {
    if (kernel == null) {
      throw new RegistrationRefused(
          RegistrationRefused.Kind.INVALID_KERNEL, subject, "expected a kernel, found null");
    }
  }

  private static RegistrationRefused refused(String subject, DispatchKey key) {
    return new RegistrationRefused(
        RegistrationRefused.Kind.INVALID_KEY,
        subject,
        "expected a key that tensors dispatch to, found " + key);
  }

  public Provenance provenance() {
    return provenance;
  }

  /** Returns the library of the changes, if one was named. */
  public Optional<LibraryLabel> label() {
    return Optional.ofNullable(label);
  }

  @Override
  public Changes library(LibraryLabel newLabel) {
    label = newLabel;
    return this;
  }

  /** Sets a note for the history. */
  public void note(String newNote) {
    note = newNote;
  }

  /** Returns the note for the history; empty for none. */
  public String note() {
    return note;
  }

  /** Gives the kernels that follow the rank, among equal rankings, of kernel {@code number}. */
  public void inPlaceOf(long number) {
    inPlaceOf = number;
  }

  @Override
  public Changes ranking(int newRanking) {
    ranking = newRanking;
    return this;
  }
}
