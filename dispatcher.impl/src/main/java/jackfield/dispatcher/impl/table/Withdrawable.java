package jackfield.dispatcher.impl.table;

/** An object that records whether its registration is withdrawn. */
public interface Withdrawable {
  /** Sets whether it is withdrawn; allocates nothing and cannot fail. */
  void withdraw(boolean isWithdrawn);
}
