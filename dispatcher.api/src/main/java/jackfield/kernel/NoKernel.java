package jackfield.kernel;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorName;
import java.util.List;

/** Reports a call of an operator for a key without a kernel. */
public final class NoKernel extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final transient OperatorName operator;
  private final DispatchKey key;
  private final String keyName;
  private final transient List<String> asked;
  private final transient List<String> registered;

  /**
   * Creates the error.
   *
   * @param asked the arguments, one text each
   * @param registered the provider of each key, one text each
   * @param problem the reason in words; empty if nothing is registered
   * @param remedy what to try
   */
  public NoKernel(
      OperatorName operator,
      DispatchKey key,
      List<String> asked,
      List<String> registered,
      String problem,
      String remedy) {
    this(operator, key, key.toString(), asked, registered, problem, remedy);
  }

  /**
   * Creates the error for a key with an additional name.
   *
   * @param keyName the key's name, with that of the backend that has leased it
   * @param asked the arguments, one text each
   * @param registered the provider of each key, one text each
   * @param problem the reason in words; empty if nothing is registered
   * @param remedy what to try
   */
  public NoKernel(
      OperatorName operator,
      DispatchKey key,
      String keyName,
      List<String> asked,
      List<String> registered,
      String problem,
      String remedy) {
    super(
        new ErrorText("no kernel of " + operator + " for " + keyName)
            .part("asked", String.join(" · ", asked))
            .part("found", problem)
            .part("registered", String.join("\n", registered))
            .part("try", remedy)
            .toString());
    this.operator = operator;
    this.key = key;
    this.keyName = keyName;
    this.asked = List.copyOf(asked);
    this.registered = List.copyOf(registered);
  }

  /** Returns the error for a call of the kernel that is registered for exactly this key. */
  static NoKernel exactly(OperatorName operator, DispatchKey key) {
    return new NoKernel(
        operator,
        key,
        List.of(),
        List.of(),
        "nothing registered for exactly this key, and no fallback of it",
        "an ordinary call, which finds the active kernel of the key");
  }

  /** Returns the operator. */
  public OperatorName operator() {
    return operator;
  }

  /** Returns the key that the call dispatched to. */
  public DispatchKey key() {
    return key;
  }

  /** Returns the key's name, with that of the backend that has leased it. */
  public String keyName() {
    return keyName;
  }

  /** Returns the arguments, one text each. */
  public List<String> asked() {
    return asked;
  }

  /** Returns the provider of each key, one text each. */
  public List<String> registered() {
    return registered;
  }
}
