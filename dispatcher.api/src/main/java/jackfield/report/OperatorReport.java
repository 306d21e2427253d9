package jackfield.report;

import jackfield.boxing.RegistrationRefused;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.kernel.Resolution;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.schema.KernelSignature;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that a dispatcher knows of an operator at one moment.
 *
 * @param name its name
 * @param schema its definition, if it has one
 * @param definedBy who defined it
 * @param tags the tags of its definition, which stay when that goes
 * @param registrations how many definitions, kernels and names are registered
 * @param kernels for each key the kernels, the one that serves first
 * @param table who serves each slot
 * @param nonFallthrough for each backend the keys that are not transparent
 * @param signature who fixed the signature of its kernels
 */
public record OperatorReport(
    OperatorName name,
    Optional<OperatorSchema> schema,
    Optional<Provenance> definedBy,
    List<Integer> tags,
    int registrations,
    Map<DispatchKey, List<Kernel>> kernels,
    List<Resolution> table,
    List<DispatchKeySet> nonFallthrough,
    Optional<Signature> signature) {
  /**
   * A kernel that is registered.
   *
   * @param function what runs
   * @param provenance who registered it
   * @param ranking its rank; a higher one is before a lower one
   */
  public record Kernel(KernelFunction function, Provenance provenance, int ranking) {}

  /**
   * The types of an operator's kernels.
   *
   * @param types the types
   * @param provenance who registered the first kernel that has them
   */
  public record Signature(KernelSignature types, Provenance provenance) {}

  /** Returns whether a kernel is registered for exactly {@code key}, which may be an alias. */
  public boolean hasKernel(DispatchKey key) {
    return kernels.containsKey(key);
  }

  /**
   * Returns whether calls for {@code key} find a kernel.
   *
   * @throws RegistrationRefused if it is an alias key, for which there are no calls
   */
  public boolean hasComputedKernel(DispatchKey key) {
    if (key.isAlias()) {
      throw new RegistrationRefused(
          RegistrationRefused.Kind.ALIAS_KEY,
          name + " at " + key,
          "an alias key has no kernel of its own in a table; ask for one of " + key.runtimeKeys());
    }
    return table.get(key.tableIndex()).reason().isServed();
  }
}
