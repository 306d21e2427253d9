package jackfield.dispatcher.impl;

import jackfield.dispatch.Changes;
import jackfield.dispatch.DispatchKey;
import jackfield.dispatch.KernelFunction;
import jackfield.dispatch.OperatorName;
import jackfield.dispatch.OperatorSchema;
import jackfield.dispatch.Provenance;
import jackfield.dispatch.RegistrationRefused;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Collects what one commit asks for, in order; checks what can be checked without the truth. */
final class ChangeList implements Changes {
  private final Provenance provenance;
  private final List<Change> changes = new ArrayList<>();
  private int ranking;

  /** One thing to register. */
  sealed interface Change {
    /** A definition. */
    record Define(OperatorSchema schema, Provenance provenance) implements Change {}

    /** A kernel. */
    record Kernel(KernelRegistration registration) implements Change {}

    /** A fallback. */
    record Fall(Fallbacks.Fallback fallback) implements Change {}
  }

  ChangeList(Provenance provenance) {
    this.provenance = provenance;
  }

  List<Change> changes() {
    return changes;
  }

  @Override
  public Changes define(OperatorSchema schema) {
    changes.add(new Change.Define(Objects.requireNonNull(schema, "schema"), provenance));
    return this;
  }

  @Override
  public Changes kernel(OperatorName operator, DispatchKey key, KernelFunction kernel) {
    DispatchKey at = key == null ? DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD : key;
    if (at == DispatchKey.UNDEFINED) {
      throw refused(operator.toString(), at);
    }
    changes.add(
        new Change.Kernel(new KernelRegistration(operator, at, kernel, ranking, provenance)));
    return this;
  }

  @Override
  public Changes fallback(DispatchKey key, KernelFunction kernel) {
    if (key == DispatchKey.UNDEFINED || !key.hasSlot()) {
      throw refused("fallback", key);
    }
    changes.add(new Change.Fall(new Fallbacks.Fallback(key, kernel, provenance)));
    return this;
  }

  private static RegistrationRefused refused(String subject, DispatchKey key) {
    return new RegistrationRefused(
        RegistrationRefused.Kind.INVALID_KEY,
        subject,
        "expected a key that tensors dispatch to, found " + key);
  }

  @Override
  public Changes ranking(int newRanking) {
    ranking = newRanking;
    return this;
  }
}
