package jackfield.report;

import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;

/**
 * A kernel that serves a key for every operator.
 *
 * @param key the key that owns the slot
 * @param provenance who registered it
 * @param isFallthrough whether it makes the key transparent
 */
public record FallbackReport(DispatchKey key, Provenance provenance, boolean isFallthrough) {}
