package jackfield.dispatcher.impl;

import jackfield.dispatch.CallWatch;
import jackfield.dispatch.DispatchKey;
import jackfield.dispatch.DispatchTable;
import jackfield.dispatch.DuplicateDefinition;
import jackfield.dispatch.KernelFunction;
import jackfield.dispatch.Operator;
import jackfield.dispatch.OperatorName;
import jackfield.dispatch.OperatorSchema;
import jackfield.dispatch.OperatorType;
import jackfield.dispatch.RegistrationRefused;
import jackfield.dispatch.Resolution;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What the dispatcher knows of one operator: its definition, its kernels, and the operators that
 * callers hold for it. Those are held weakly, since a typed one is of the library's class, and the
 * library may leave.
 *
 * <p><em>Threads</em>: guarded by the dispatcher's lock.
 */
final class OperatorEntry {
  private static final int MOST_ARGUMENTS = 64; // as in C10

  private final OperatorName name;
  private final KernelLists kernels = new KernelLists();
  private final List<WeakReference<Operator>> handles = new ArrayList<>();
  private final Operator named;
  private final Calls calls;
  private final CallWatch watch;
  private final Signatures signatures = new Signatures();
  private final long number;
  private ChangeList.Change.Define definition; // null while not defined
  private List<Integer> tags = List.of(); // stay when the definition goes, as in C10
  private int registrations; // definitions, kernels and names
  private boolean isLeftBehind; // by what asked for the operator and then failed, as in C10

  /** Creates an entry; {@code number} tells the order of entries. */
  OperatorEntry(OperatorName name, Calls calls, Observers observers, long number) {
    this.name = name;
    this.calls = calls;
    this.watch = observers.of(this::tags);
    this.number = number;
    this.named = new NamedOperator(name);
  }

  long number() {
    return number;
  }

  OperatorName name() {
    return name;
  }

  KernelLists kernels() {
    return kernels;
  }

  ChangeList.Change.Define definition() {
    return definition;
  }

  List<Integer> tags() {
    return tags;
  }

  int registrations() {
    return registrations;
  }

  Signatures signatures() {
    return signatures;
  }

  /** Returns the operator that is called boxed. */
  Operator named() {
    return named;
  }

  void define(ChangeList.Change.Define newDefinition) {
    if (definition != null) {
      throw new DuplicateDefinition(
          name.toString(), definition.provenance(), newDefinition.provenance());
    }
    requireFewArguments(newDefinition.schema());
    kernels.forEach(kernel -> Signatures.requireFit(newDefinition, kernel));
    definition = newDefinition;
    tags = newDefinition.tags();
    registrations++;
    announce();
  }

  private void requireFewArguments(OperatorSchema schema) {
    if (schema.arguments().size() > MOST_ARGUMENTS) {
      leaveBehind();
      throw new RegistrationRefused(
          RegistrationRefused.Kind.TOO_MANY_ARGUMENTS,
          name.toString(),
          "expected at most %d arguments, found %d"
              .formatted(MOST_ARGUMENTS, schema.arguments().size()));
    }
  }

  void undefine() {
    definition = null;
    announce();
    release();
  }

  void add(KernelRegistration registration) {
    signatures.learn(registration);
    if (definition != null) {
      Signatures.requireFit(definition, registration);
    }
    kernels.add(registration);
    registrations++;
  }

  void remove(KernelRegistration registration) {
    kernels.remove(registration);
    release();
  }

  /** Counts a registration of the name alone. */
  void keep() {
    registrations++;
  }

  /** Takes a registration from the count; what outlives a single one goes with the last. */
  void release() {
    registrations--;
    if (registrations == 0) {
      isLeftBehind = false;
      signatures.clear();
      tags = List.of();
    }
  }

  /** Returns what puts back, as it is at this moment, what goes with the last registration. */
  Runnable lasting() {
    List<Integer> tagsBefore = tags;
    boolean wasLeftBehind = isLeftBehind;
    Runnable types = signatures.restoring();
    return () -> {
      tags = tagsBefore;
      isLeftBehind = wasLeftBehind;
      types.run();
    };
  }

  /** Returns whether nothing is registered and nobody holds a typed operator. */
  boolean isUnused() {
    return !isRegistered() && handles().isEmpty();
  }

  /** Returns whether anything is registered, or was left behind by what failed. */
  boolean isRegistered() {
    return registrations > 0 || isLeftBehind;
  }

  /** Keeps the entry though what asked for it failed; the next withdrawal may end that. */
  void leaveBehind() {
    isLeftBehind = true;
  }

  /** Returns the typed operator of {@code type}, or null if there is none yet. */
  Operator typed(OperatorType<?, ?, ?> type) {
    return handles().stream().filter(handle -> handle.type() == type).findFirst().orElse(null);
  }

  void addTyped(Operator operator) {
    operator.define(schema());
    handles.add(new WeakReference<>(operator));
  }

  private void announce() {
    named.define(schema());
    handles().forEach(handle -> handle.define(schema()));
  }

  private OperatorSchema schema() {
    return definition == null ? null : definition.schema();
  }

  private List<Operator> handles() {
    handles.removeIf(handle -> handle.get() == null);
    return handles.stream().map(WeakReference::get).filter(handle -> handle != null).toList();
  }

  /**
   * Builds and publishes the tables for {@code epoch}.
   *
   * @return the new tables, whose predecessors are to be cut when older epochs have drained
   */
  List<DispatchTable> publish(long epoch, Fallbacks fallbacks) {
    Resolution[] resolutions = resolve(fallbacks);
    Function<DispatchKey, KernelFunction> registered = registered(fallbacks);
    long[] masks = TableResolver.masks(resolutions);
    List<DispatchTable> tables = new ArrayList<>();
    tables.add(publish(named, epoch, resolutions, registered, masks));
    handles().forEach(handle -> tables.add(publish(handle, epoch, resolutions, registered, masks)));
    return tables;
  }

  /** Gives a new operator its first table. */
  void publishFirst(Operator operator, long epoch, Fallbacks fallbacks) {
    Resolution[] resolutions = resolve(fallbacks);
    publish(operator, epoch, resolutions, registered(fallbacks), TableResolver.masks(resolutions));
  }

  private DispatchTable publish(
      Operator operator,
      long epoch,
      Resolution[] resolutions,
      Function<DispatchKey, KernelFunction> registered,
      long[] masks) {
    DispatchTable table =
        new DispatchTable(
            epoch, operator.tableAcquire(), resolutions, registered, masks, operator, watch);
    operator.publishRelease(table);
    return table;
  }

  /** Returns what finds the kernel registered for exactly a key, as things are at this moment. */
  private Function<DispatchKey, KernelFunction> registered(Fallbacks fallbacks) {
    Map<DispatchKey, KernelFunction> own = kernels.firsts();
    KernelFunction[] general = fallbacks.kernels();
    return key -> own.getOrDefault(key, general[key.tableIndex()]);
  }

  Resolution[] resolve(Fallbacks fallbacks) {
    if (!isRegistered()) {
      return undefined();
    }
    return new TableResolver(kernels, fallbacks, calls.missing(), calls.ambiguous()).resolve();
  }

  private Resolution[] undefined() {
    KernelFunction refusal = calls.undefined();
    Resolution[] resolutions = new Resolution[DispatchKey.tableSize()];
    Arrays.fill(resolutions, new Resolution(refusal, Resolution.Reason.MISSING, null));
    return resolutions;
  }
}
