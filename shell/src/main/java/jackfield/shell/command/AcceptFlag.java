package jackfield.shell.command;

import jackfield.spi.ChangePolicy;

/** The flag with which a user accepts a bundle whose check found differences. */
final class AcceptFlag {
  static final String FLAG = "--accept-changes";

  static final String SAYS = "accept differences that the check finds; history records that";

  private AcceptFlag() {}

  static ChangePolicy policy(boolean isGiven) {
    return isGiven ? ChangePolicy.ACCEPT : ChangePolicy.AS_CONFIGURED;
  }
}
