package jackfield.spi;

/**
 * What is done when the check of an arriving bundle finds that it serves otherwise than expected.
 */
public enum ChangePolicy {
  /** The configuration decides: by default a plug warns, a swap and an update refuse. */
  AS_CONFIGURED,
  /** The bundle is taken as it is, and the history records that its changes were accepted. */
  ACCEPT
}
