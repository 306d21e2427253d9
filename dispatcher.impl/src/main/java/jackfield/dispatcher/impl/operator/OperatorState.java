package jackfield.dispatcher.impl.operator;

import jackfield.boxing.RegistrationRefused;
import jackfield.dispatch.DuplicateDefinition;
import jackfield.dispatcher.impl.table.Change;
import jackfield.dispatcher.impl.table.Fallbacks;
import jackfield.dispatcher.impl.table.KernelLists;
import jackfield.dispatcher.impl.table.KernelRegistration;
import jackfield.dispatcher.impl.table.Resolved;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import java.util.List;

/**
 * The registrations of one operator: its definition, its kernels, its signatures. A commit modifies
 * a copy, which replaces the original when the commit is stored. A stored state is not modified any
 * more.
 *
 * <p><em>Threads</em>: guarded by the dispatcher's lock.
 */
public final class OperatorState {
  private static final int MOST_ARGUMENTS = 64; // as in C10

  private final OperatorName name;
  private final KernelLists kernels;
  private final Signatures signatures;
  private Change.Define definition; // null while not defined
  private List<Integer> tags = List.of(); // kept when the definition is withdrawn, as in C10
  private int registrations; // definitions, kernels and names
  private boolean isLeftBehind; // a failed request for the operator leaves its name, as in C10

  /** Creates the state of an operator without registrations. */
  public OperatorState(OperatorName name) {
    this(name, new KernelLists(), new Signatures());
  }

  private OperatorState(OperatorName name, KernelLists kernels, Signatures signatures) {
    this.name = name;
    this.kernels = kernels;
    this.signatures = signatures;
  }

  /** Returns a copy for modification. */
  public OperatorState copy() {
    OperatorState copy = new OperatorState(name, kernels.copy(), signatures.copy());
    copy.definition = definition;
    copy.tags = tags;
    copy.registrations = registrations;
    copy.isLeftBehind = isLeftBehind;
    return copy;
  }

  public OperatorName name() {
    return name;
  }

  public KernelLists kernels() {
    return kernels;
  }

  public Signatures signatures() {
    return signatures;
  }

  /** Returns the definition, or null. */
  public Change.Define definition() {
    return definition;
  }

  /** Returns the schema, or null while the operator is not defined. */
  OperatorSchema schema() {
    return definition == null ? null : definition.schema();
  }

  public List<Integer> tags() {
    return tags;
  }

  int registrations() {
    return registrations;
  }

  /** Returns whether anything is registered, or a failed request left the name. */
  public boolean isRegistered() {
    return registrations > 0 || isLeftBehind;
  }

  // ---- changes of a copy

  public void define(Change.Define newDefinition) {
    if (definition != null) {
      throw new DuplicateDefinition(
          name.toString(), definition.provenance(), newDefinition.provenance());
    }
    requireFewArguments(newDefinition.schema());
    kernels.forEach(kernel -> Signatures.requireFit(newDefinition, kernel));
    definition = newDefinition;
    tags = newDefinition.tags();
    registrations++;
  }

  private void requireFewArguments(OperatorSchema schema) {
    if (schema.hasMoreArgumentsThan(MOST_ARGUMENTS)) {
      leaveBehind();
      throw new RegistrationRefused(
          RegistrationRefused.Kind.TOO_MANY_ARGUMENTS,
          name.toString(),
          "expected at most %d arguments, found %d"
              .formatted(MOST_ARGUMENTS, schema.arguments().size()));
    }
  }

  public void undefine() {
    definition = null;
    release();
  }

  public void add(KernelRegistration registration) {
    signatures.learn(registration);
    if (definition != null) {
      Signatures.requireFit(definition, registration);
    }
    kernels.add(registration);
    registrations++;
  }

  public void remove(KernelRegistration registration) {
    kernels.remove(registration);
    release();
  }

  /** Counts a registration of the name alone. */
  public void keep() {
    registrations++;
  }

  /** Decrements the registrations; the last one removes tags and signatures. */
  public void release() {
    registrations--;
    if (registrations == 0) {
      isLeftBehind = false;
      signatures.clear();
      tags = List.of();
    }
  }

  /** Ends the changes of one commit. */
  public void settle() {
    signatures.settle(schema());
  }

  /** Keeps the name known after a failed request, until the next withdrawal. */
  public void leaveBehind() {
    isLeftBehind = true;
  }

  /**
   * Returns a state with the traces of a refused change, as in C10: the name, if a definition had
   * too many arguments, and the types of kernels. Returns this state if there are none.
   */
  public OperatorState withTracesOf(OperatorState refused) {
    OperatorState traced = copy();
    traced.isLeftBehind |= refused.isLeftBehind;
    boolean learns = registrations > 0 && traced.signatures.learnMissing(refused.signatures);
    return learns || traced.isLeftBehind != isLeftBehind ? traced : this;
  }

  // ---- derived

  /** Returns, for each slot, the kernel of the table and the reason for the choice. */
  public Resolved resolve(Fallbacks fallbacks) {
    return isRegistered()
        ? Resolved.of(kernels, fallbacks)
        : Resolved.undefined(kernels, fallbacks);
  }
}
