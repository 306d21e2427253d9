package jackfield.dispatch;

import jackfield.error.ErrorText;

/**
 * Reports that the trust gate refused a bundle: no trusted signer has signed it, or it is denied.
 */
public final class BundleRefused extends PlugFailure {
  private static final long serialVersionUID = 1;
  private final String name;
  private final String version;
  private final String signer;
  private final String fingerprint;
  private final String available;

  /**
   * Creates the error.
   *
   * @param file the bundle's file
   * @param name the bundle's symbolic name
   * @param version the bundle's version
   * @param signer the signer; empty if not known
   * @param fingerprint the first digits of the SHA-256 of the signer's certificate, or empty
   * @param problem why the bundle is not trusted
   * @param available what would have been trusted
   * @param remedy what to try
   */
  public BundleRefused(
      String file,
      String name,
      String version,
      String signer,
      String fingerprint,
      String problem,
      String available,
      String remedy) {
    super(
        new ErrorText("plug " + file + ": the gate refuses it; nothing has changed")
            .part("asked", name + " " + version + signedBy(signer, fingerprint))
            .part("found", problem)
            .part("available", available)
            .part("try", remedy),
        "plug",
        file,
        "install",
        problem,
        remedy,
        null);
    this.name = name;
    this.version = version;
    this.signer = signer;
    this.fingerprint = fingerprint;
    this.available = available;
  }

  private static String signedBy(String signer, String fingerprint) {
    return signer.isEmpty() ? "" : ", signed by %s (%s)".formatted(signer, fingerprint);
  }

  /** Returns the bundle's symbolic name. */
  public String name() {
    return name;
  }

  /** Returns the bundle's version. */
  public String version() {
    return version;
  }

  /** Returns the signer; empty if not known. */
  public String signer() {
    return signer;
  }

  /** Returns the first digits of the SHA-256 of the signer's certificate, or an empty text. */
  public String fingerprint() {
    return fingerprint;
  }

  /** Returns what would have been trusted. */
  public String available() {
    return available;
  }
}
