package jackfield.dispatcher.impl.access;

import jackfield.context.DispatchContext;
import jackfield.internal.EpochAccess;
import jackfield.internal.MemoryAccess;
import jackfield.internal.TableAccess;
import jackfield.kernel.DispatchTable;
import jackfield.kernel.Operator;
import jackfield.memory.MemoryDomain;
import jackfield.memory.Storage;
import jackfield.schema.OperatorSchema;

/**
 * The accessors of the package {@code jackfield.internal}, with the classes that they apply to.
 *
 * <p><em>Threads</em>: see the interfaces.
 */
public final class Internals {
  /** Epochs: to begin one, and to find the threads inside. */
  public static final EpochAccess<DispatchContext> EPOCHS = EpochAccess.of(DispatchContext.class);

  /** Schemas and dispatch tables of operators. */
  public static final TableAccess<Operator, DispatchTable, OperatorSchema> TABLES =
      TableAccess.of(Operator.class, DispatchTable.class, OperatorSchema.class);

  /** The memory of backends. */
  public static final MemoryAccess<MemoryDomain, Storage> MEMORY =
      MemoryAccess.of(MemoryDomain.class, Storage.class);

  private Internals() {}
}
