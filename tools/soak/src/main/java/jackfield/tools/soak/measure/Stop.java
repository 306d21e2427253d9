package jackfield.tools.soak.measure;

/**
 * A period in which the JVM stopped all threads, on the clock {@link System#nanoTime}.
 *
 * @param cause the JVM's name of the operation and, for a collection, its cause
 */
public record Stop(String cause, long fromNanos, long toNanos) {
  long nanos() {
    return toNanos - fromNanos;
  }
}
