package jackfield.dispatcher.impl.table;

import jackfield.kernel.Provenance;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import java.util.List;

/** One change of a commit. Kernels and fallbacks are changes themselves, as there are many. */
public sealed interface Change
    permits Change.Define, Change.Name, Change.Namespace, Fallbacks.Fallback, KernelRegistration {
  /** A definition. */
  record Define(OperatorSchema schema, List<Integer> tags, Provenance provenance)
      implements Change {}

  /** A name that stays known. */
  record Name(OperatorName name) implements Change {}

  /** A namespace that is claimed. */
  record Namespace(String name, Provenance provenance) implements Change {}
}
