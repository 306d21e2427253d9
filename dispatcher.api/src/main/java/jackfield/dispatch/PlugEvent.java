package jackfield.dispatch;

import java.time.Instant;
import java.util.Set;

/**
 * Something that came or left; names only, so that it holds no bundle.
 *
 * @param generation the dispatcher's generation after it
 * @param time when
 * @param isArrival whether it came
 * @param provenance who
 * @param operators how many operators it touched
 * @param keys the keys that its kernels and fallbacks were at
 */
public record PlugEvent(
    long generation,
    Instant time,
    boolean isArrival,
    Provenance provenance,
    int operators,
    Set<DispatchKey> keys) {}
