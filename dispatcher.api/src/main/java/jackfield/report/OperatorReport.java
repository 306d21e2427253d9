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
 * Everything that a dispatcher knows about an operator at one moment.
 *
 * @param name its name
 * @param schema its definition, if it has one
 * @param definedBy the provider of the definition
 * @param tags the tags of its definition, which stay when the definition is withdrawn
 * @param registrations the number of registered definitions, kernels and names
 * @param kernels the kernels of each key, the active one first
 * @param table the kernel of each slot
 * @param nonFallthrough the keys that are not transparent, for each backend
 * @param signature the signature of its kernels and the provider that fixed it
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
   * A registered kernel.
   *
   * @param function the code
   * @param provenance its provider
   * @param ranking its ranking; a higher one comes first
   */
  public record Kernel(KernelFunction function, Provenance provenance, int ranking) {}

  /**
   * The types of an operator's kernels.
   *
   * @param types the types
   * @param provenance the provider of the first kernel with them
   */
  public record Signature(KernelSignature types, Provenance provenance) {}

  /** Returns whether a kernel is registered for exactly {@code key}, which may be an alias. */
  public boolean hasKernel(DispatchKey key) {
    return kernels.containsKey(key);
  }

  /**
   * Returns whether calls for {@code key} find a kernel.
   *
   * @throws RegistrationRefused if it is an alias key, which has no calls
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
