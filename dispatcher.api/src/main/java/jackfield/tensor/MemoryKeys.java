package jackfield.tensor;

import jackfield.error.InvalidArgument;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.key.KeySets;
import jackfield.memory.MemoryDomain;

/**
 * The backends whose kernels may get a tensor, by its memory: a kernel of the host that read a
 * device's address, or the address 0 of a tensor without memory, would end the process.
 */
final class MemoryKeys {
  private static final long BACKENDS = KeySets.BACKENDS.bits();
  private static final long HOST = DispatchKey.CPU.bits() & BACKENDS;
  private static final long META = DispatchKey.META.bits() & BACKENDS;

  private MemoryKeys() {}

  /**
   * Throws if the keys lead to kernels that cannot use the memory.
   *
   * @param domain memory of the host may have any keys
   */
  static void check(long keys, MemoryDomain domain) {
    long backends = keys & BACKENDS;
    boolean isFit =
        domain == MemoryDomain.meta()
            ? (backends & META) != 0
            : domain.device().isHost() || (backends != 0 && (backends & HOST) == 0);
    if (!isFit) {
      throw new InvalidArgument(
          "Tensor.of",
          "keys",
          "are %s, whose kernels cannot use the memory of %s; pass KeySets.ofTensor with the key of that device"
              .formatted(new DispatchKeySet(keys), domain.device()));
    }
  }
}
