package jackfield.dispatcher.impl.table;

/** What tells its holders whether its registration stands. */
public interface Withdrawable {
  /** Says whether it is withdrawn from here on; allocates nothing and cannot fail. */
  void withdraw(boolean isWithdrawn);
}
