package jackfield.shell.command;

import jackfield.spi.ChangePolicy;

/** The flag by which a person takes a bundle whose check found that it serves otherwise. */
final class Accepting {
  static final String FLAG = "--accept-changes";

  static final String SAYS = "take it though its check finds other answers; history records that";

  private Accepting() {}

  static ChangePolicy policy(boolean isGiven) {
    return isGiven ? ChangePolicy.ACCEPT : ChangePolicy.AS_CONFIGURED;
  }
}
