package jackfield.tools.soak.bundles;

/**
 * The next change that the plugging thread makes.
 *
 * @param sort the sort of change
 * @param part the part to change; null for {@link Sort#REFUSED}
 * @param version the version afterwards; for {@link Sort#REFUSED} and {@link Sort#MISFIT} the index
 *     of the bundle
 */
public record BundleChange(Sort sort, Part part, int version) {
  /** The sorts of changes. */
  public enum Sort {
    PLUG,
    UNPLUG,
    /** Replaces the old version by the new one in one generation. */
    SWAP,
    /** Updates the old version in place. */
    UPDATE,
    /** Plugs a bundle that fails; nothing may change. */
    REFUSED,
    /** Swaps in a version that fails, at the latest in its check; nothing may change. */
    MISFIT
  }
}
