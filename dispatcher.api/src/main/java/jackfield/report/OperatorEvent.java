package jackfield.report;

import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import java.time.Instant;
import java.util.Optional;

/**
 * A definition or a kernel of one operator that came or left; names only, so that it holds no
 * bundle.
 *
 * @param generation the dispatcher's generation after it
 * @param time when
 * @param isArrival whether it came
 * @param key the key of the kernel, which may be an alias; empty for a definition
 * @param provenance who
 * @param before who had the key, or the definition, until then
 * @param after who has it from then on; another than the one who came where that one waits beneath
 */
public record OperatorEvent(
    long generation,
    Instant time,
    boolean isArrival,
    Optional<DispatchKey> key,
    Provenance provenance,
    Optional<Provenance> before,
    Optional<Provenance> after) {}
