package jackfield.dispatcher.impl.operator;

import jackfield.boxing.RegistrationRefused;
import jackfield.dispatch.Changes;
import jackfield.dispatcher.impl.table.Change;
import jackfield.dispatcher.impl.table.Fallbacks;
import jackfield.dispatcher.impl.table.KernelRegistration;
import jackfield.dispatcher.impl.table.Origin;
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
  private final ArrayList<Change> changes = new ArrayList<>();
  private Origin origin; // of the kernels that follow
  private LibraryLabel label; // null for none
  private String note = "";
  private boolean hasEnded;

  public ChangeList(Provenance provenance) {
    this.provenance = provenance;
    this.origin = new Origin(provenance, 0, 0);
  }

  /** Ends the changes, which are kept as long as they are registered; later ones are refused. */
  public void end() {
    hasEnded = true;
    changes.trimToSize();
  }

  private void requireOpen(Object subject) {
    if (hasEnded) {
      throw new RegistrationRefused(
          RegistrationRefused.Kind.COMMIT_ENDED,
          String.valueOf(subject),
          "expected changes of a commit that goes on, found one by %s that has ended"
                  .formatted(provenance.location())
              + "; make another commit");
    }
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
        .filter(KernelRegistration.class::isInstance)
        .map(KernelRegistration.class::cast);
  }

  @Override
  public Changes define(OperatorSchema schema, List<Integer> tags) {
    Objects.requireNonNull(schema, "schema");
    requireOpen(schema.name());
    changes.add(new Change.Define(schema, List.copyOf(tags), provenance));
    return this;
  }

  @Override
  public Changes name(OperatorName operator) {
    requireOpen(operator);
    changes.add(new Change.Name(Objects.requireNonNull(operator, "operator")));
    return this;
  }

  @Override
  public Changes namespace(String namespace) {
    requireOpen(namespace);
    changes.add(new Change.Namespace(Objects.requireNonNull(namespace, "namespace"), provenance));
    return this;
  }

  @Override
  public Changes kernel(OperatorName operator, DispatchKey key, KernelFunction kernel) {
    requireOpen(operator);
    DispatchKey at = key == null ? DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD : key;
    if (at == DispatchKey.UNDEFINED || at.isBuildingBlock()) {
      throw refused(operator.toString(), at);
    }
    requireKernel(operator.toString(), kernel);
    changes.add(new KernelRegistration(operator, at, key == null, kernel, origin));
    return this;
  }

  @Override
  public Changes fallback(DispatchKey key, KernelFunction kernel) {
    requireOpen("fallback");
    if (key == DispatchKey.UNDEFINED || key.isBuildingBlock()) {
      throw refused("fallback", key);
    }
    requireKernel("fallback", kernel);
    changes.add(new Fallbacks.Fallback(key, kernel, provenance));
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
    requireOpen("library");
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
    origin = new Origin(provenance, origin.ranking(), number);
  }

  @Override
  public Changes ranking(int newRanking) {
    requireOpen("ranking");
    if (newRanking != origin.ranking()) {
      origin = new Origin(provenance, newRanking, origin.inPlaceOf());
    }
    return this;
  }
}
