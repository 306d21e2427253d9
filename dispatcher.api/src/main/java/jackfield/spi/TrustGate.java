package jackfield.spi;

/**
 * The judge of bundles that bring kernels; an OSGi service, absent where nobody guards the
 * platform.
 *
 * <p><em>Threads</em>: safe for all. The first judgement of a bundle reads all of it.
 */
public interface TrustGate {
  /** What a bundle is to the gate. */
  enum Standing {
    /** It came with the platform, as the gate did. */
    PLATFORM,
    /** It has no means of bringing kernels. */
    UNCONCERNED,
    /** The policy is not to look at signatures. */
    UNCHECKED,
    /** Somebody who is trusted has signed all of it. */
    TRUSTED,
    /** It is not trusted, and the policy is to let it in with a warning. */
    TOLERATED,
    /** It may not resolve. */
    REFUSED
  }

  /**
   * What the gate thinks of a bundle.
   *
   * @param standing what it is to the gate
   * @param signer who signed it; empty if nobody did, or nobody looked
   * @param fingerprint the first 16 digits of the SHA-256 of the signer's certificate, or empty
   * @param found why it is not trusted; empty if it is, or need not be
   * @param available what would have been trusted; empty where {@code found} is
   * @param remedy what to try; empty unless it is refused
   */
  record Judgement(
      Standing standing,
      String signer,
      String fingerprint,
      String found,
      String available,
      String remedy) {}

  /**
   * Judges a bundle by the policy in force.
   *
   * @param bundleId the number of an installed bundle
   * @throws IllegalArgumentException if no installed bundle has that number
   */
  Judgement judge(long bundleId);
}
