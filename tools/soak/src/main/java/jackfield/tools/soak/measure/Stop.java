package jackfield.tools.soak.measure;

/**
 * A time in which the virtual machine held all threads, on the clock {@link System#nanoTime}.
 *
 * @param cause the machine's own names of what it did and, of a collection, why
 */
public record Stop(String cause, long fromNanos, long toNanos) {
  long nanos() {
    return toNanos - fromNanos;
  }
}
