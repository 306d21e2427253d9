package jackfield.spi;

/**
 * The action taken when the check of a new bundle finds results that differ from the expected ones.
 */
public enum ChangePolicy {
  /** The configuration decides: by default plugging warns, and swapping and updating refuse. */
  AS_CONFIGURED,
  /** The bundle is accepted, and the history records that its changes were accepted. */
  ACCEPT
}
