package jackfield.tools.soak.bundles;

/**
 * What is done next by who plugs.
 *
 * @param sort what
 * @param part to what; null for {@link Sort#REFUSED}
 * @param version the version afterwards; for {@link Sort#REFUSED} and {@link Sort#MISFIT} which of
 *     those bundles
 */
public record Move(Sort sort, Part part, int version) {
  /** The sorts. */
  public enum Sort {
    PLUG,
    PULL,
    /** The new version beside the old, then the old leaves. */
    SWAP,
    /** The new version in the place of the old. */
    UPDATE,
    /** A bundle that fails; nothing may change. */
    REFUSED,
    /** A version that fails in the place of another, at the latest in its check. */
    MISFIT
  }
}
