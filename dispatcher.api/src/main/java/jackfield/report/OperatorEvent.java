package jackfield.report;

import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import java.time.Instant;
import java.util.Optional;

/**
 * The registration or withdrawal of a definition or a kernel of one operator. It contains names
 * only, so it holds no bundle.
 *
 * @param generation the dispatcher's generation after it
 * @param time its time
 * @param isRegistration whether it is a registration
 * @param key the key of the kernel, which may be an alias; empty for a definition
 * @param provenance the provider of the kernel or definition
 * @param before the active provider before the event
 * @param after the active provider afterwards; differs from {@code provenance} when that one is
 *     shadowed
 */
public record OperatorEvent(
    long generation,
    Instant time,
    boolean isRegistration,
    Optional<DispatchKey> key,
    Provenance provenance,
    Optional<Provenance> before,
    Optional<Provenance> after) {}
