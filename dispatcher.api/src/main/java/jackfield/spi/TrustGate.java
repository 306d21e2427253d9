package jackfield.spi;

/**
 * Decides whether a bundle may provide kernels; an OSGi service, absent if the platform is not
 * guarded.
 *
 * <p><em>Threads</em>: safe for all. The first judgement of a bundle reads its whole file.
 */
public interface TrustGate {
  /** The classification of a bundle. */
  enum Standing {
    /** It was shipped with the platform, as the gate was. */
    PLATFORM,
    /** It has no means to provide kernels. */
    UNCONCERNED,
    /** The policy does not check signatures. */
    UNCHECKED,
    /** A trusted signer has signed all of it. */
    TRUSTED,
    /** It is not trusted, and the policy admits it with a warning. */
    TOLERATED,
    /** It may not resolve. */
    REFUSED
  }

  /**
   * The gate's judgement of a bundle.
   *
   * @param standing its classification
   * @param signer the signer; empty if the bundle is unsigned or was not checked
   * @param fingerprint the first 16 digits of the SHA-256 of the signer's certificate, or empty
   * @param found why it is not trusted; empty if it is trusted or need not be
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
