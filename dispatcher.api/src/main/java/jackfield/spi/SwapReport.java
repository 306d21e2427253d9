package jackfield.spi;

import java.util.List;

/**
 * The result of swapping one bundle for another, or of updating one.
 *
 * @param bundle the symbolic name of the new bundle, without the platform's own prefix
 * @param version its version
 * @param bundleId its number in the framework, which an update leaves as it was
 * @param replaced the replaced bundle, with its version
 * @param replacedId the replaced bundle's number in the framework
 * @param generation the dispatcher's generation that replaced the registrations
 * @param phases the phases, in order: {@code start}, {@code check}, of a swap {@code warm-up} if
 *     the new kernels were called, {@code commit}, {@code drain}, optionally {@code tensors} with
 *     what became of the tensors in the old memory, {@code gone}
 * @param nanos from the request until the replaced bundle was removed or quarantined
 */
public record SwapReport(
    String bundle,
    String version,
    long bundleId,
    String replaced,
    long replacedId,
    long generation,
    List<Phase> phases,
    long nanos) {
  /**
   * A phase of the swap.
   *
   * @param name what was done
   * @param text its outcome
   * @param nanos how long it took
   */
  public record Phase(String name, String text, long nanos) {}

  /** Copies the phases. */
  public SwapReport {
    phases = List.copyOf(phases);
  }
}
