package jackfield.internal;

import java.lang.ref.WeakReference;

/**
 * Definition of operators and publication of their dispatch tables; for the dispatcher under its
 * lock.
 *
 * @param <O> {@code jackfield.kernel.Operator}
 * @param <T> {@code jackfield.kernel.DispatchTable}
 * @param <S> {@code jackfield.schema.OperatorSchema}
 */
public interface TableAccess<O, T, S> {
  /** Returns the accessor that the class {@code tables} offers. */
  @SuppressWarnings("unchecked") // offer(…) takes the same type arguments
  static <O, T, S> TableAccess<O, T, S> of(Class<O> operators, Class<T> tables, Class<S> schemas) {
    return (TableAccess<O, T, S>) Accessors.of(tables);
  }

  /** Offers {@code access}; called by the static initializer of {@code tables}. */
  static <O, T, S> void offer(Class<T> tables, TableAccess<O, T, S> access) {
    Accessors.offer(tables, access);
  }

  /**
   * Sets the schema, or null, of the operator's next table. It precedes the construction of each
   * table. Callers see the schema when that table is published.
   */
  void define(O operator, S schema);

  /** Returns the weak reference to an operator that all lists of handles share. */
  WeakReference<O> reference(O operator);

  /** Returns the schema of the table being built, or null. */
  S nextSchema(O operator);

  /**
   * Publishes a new table, valid from {@code epoch} on. It allocates nothing and cannot fail.
   *
   * @param table built for this operator and not published before
   */
  void publishRelease(O operator, T table, long epoch);

  /** Releases the predecessor of a table, when no thread is inside an older epoch. */
  void cutPrevious(T table);
}
