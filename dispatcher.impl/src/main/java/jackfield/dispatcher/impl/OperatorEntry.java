package jackfield.dispatcher.impl;

import jackfield.dispatch.DispatchTable;
import jackfield.dispatch.KernelFunction;
import jackfield.dispatch.Operator;
import jackfield.dispatch.OperatorName;
import jackfield.dispatch.OperatorSchema;
import jackfield.dispatch.OperatorType;
import jackfield.dispatch.Provenance;
import jackfield.dispatch.Resolution;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * What the dispatcher knows of one operator: its definition, its kernels, and the operators that
 * callers hold for it. Those are held weakly, since a typed one is of the library's class, and the
 * library may leave.
 *
 * <p><em>Threads</em>: guarded by the dispatcher's lock.
 */
final class OperatorEntry {
  private final OperatorName name;
  private final KernelLists kernels = new KernelLists();
  private final List<WeakReference<Operator>> handles = new ArrayList<>();
  private final Operator named;
  private final Calls calls;
  private Definition definition; // null while not defined
  private int registrations; // definitions and kernels

  /** A schema and who registered it. */
  record Definition(OperatorSchema schema, Provenance provenance) {}

  OperatorEntry(OperatorName name, Calls calls) {
    this.name = name;
    this.calls = calls;
    this.named = new NamedOperator(name);
  }

  OperatorName name() {
    return name;
  }

  KernelLists kernels() {
    return kernels;
  }

  Definition definition() {
    return definition;
  }

  /** Returns the operator that is called boxed. */
  Operator named() {
    return named;
  }

  void define(Definition newDefinition) {
    definition = newDefinition;
    registrations++;
    announce();
  }

  void undefine() {
    definition = null;
    registrations--;
    announce();
  }

  void add(KernelRegistration registration) {
    kernels.add(registration);
    registrations++;
  }

  void remove(KernelRegistration registration) {
    kernels.remove(registration);
    registrations--;
  }

  /** Returns whether nothing is registered and nobody holds a typed operator. */
  boolean isUnused() {
    return registrations == 0 && handles().isEmpty();
  }

  /** Returns whether anything is registered. */
  boolean isRegistered() {
    return registrations > 0;
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
    long[] masks = TableResolver.masks(resolutions);
    List<DispatchTable> tables = new ArrayList<>();
    tables.add(publish(named, epoch, resolutions, masks));
    handles().forEach(handle -> tables.add(publish(handle, epoch, resolutions, masks)));
    return tables;
  }

  /** Gives a new operator its first table. */
  void publishFirst(Operator operator, long epoch, Fallbacks fallbacks) {
    Resolution[] resolutions = resolve(fallbacks);
    publish(operator, epoch, resolutions, TableResolver.masks(resolutions));
  }

  private DispatchTable publish(
      Operator operator, long epoch, Resolution[] resolutions, long[] masks) {
    DispatchTable table =
        new DispatchTable(epoch, operator.tableAcquire(), resolutions, masks, operator);
    operator.publishRelease(table);
    return table;
  }

  Resolution[] resolve(Fallbacks fallbacks) {
    if (definition == null && kernels.isEmpty()) {
      return undefined();
    }
    return new TableResolver(kernels, fallbacks, calls.missing(name), calls.ambiguous(name))
        .resolve();
  }

  private Resolution[] undefined() {
    KernelFunction refusal = calls.undefined(name);
    Resolution[] resolutions = new Resolution[jackfield.dispatch.DispatchKey.tableSize()];
    java.util.Arrays.fill(resolutions, new Resolution(refusal, Resolution.Reason.MISSING, null));
    return resolutions;
  }
}
