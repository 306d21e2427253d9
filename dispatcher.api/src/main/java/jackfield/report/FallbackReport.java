package jackfield.report;

import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;

/**
 * A fallback: the kernel of a key for operators without a kernel of their own.
 *
 * @param key the key that owns the slot
 * @param provenance the provider
 * @param isFallthrough whether it makes the key transparent
 */
public record FallbackReport(DispatchKey key, Provenance provenance, boolean isFallthrough) {}
