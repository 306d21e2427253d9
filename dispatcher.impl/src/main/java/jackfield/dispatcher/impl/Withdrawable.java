package jackfield.dispatcher.impl;

/** What tells its holders whether its registration stands. */
interface Withdrawable {
  /** Says whether it is withdrawn from here on; allocates nothing and cannot fail. */
  void withdraw(boolean isWithdrawn);
}
