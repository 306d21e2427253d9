package jackfield.spi;

import java.util.List;

/**
 * What it took to swap one bundle for another, or to update one.
 *
 * @param bundle the symbolic name of the one that came, without the platform's own prefix
 * @param version its version
 * @param replaced the one that left, with its version
 * @param replacedId its number in the framework
 * @param generation the dispatcher's generation in which the one came and the other left
 * @param phases the parts, in order: {@code start}, {@code check}, {@code commit}, {@code drain},
 *     perhaps {@code tensors} with what became of those in the memory that left, {@code gone}
 * @param nanos from the request until the replaced one was gone, or set aside
 */
public record SwapReport(
    String bundle,
    String version,
    String replaced,
    long replacedId,
    long generation,
    List<Phase> phases,
    long nanos) {
  /**
   * A part of it.
   *
   * @param name what was done
   * @param text what came of it
   * @param nanos how long it took
   */
  public record Phase(String name, String text, long nanos) {}

  /** Copies the phases. */
  public SwapReport {
    phases = List.copyOf(phases);
  }
}
