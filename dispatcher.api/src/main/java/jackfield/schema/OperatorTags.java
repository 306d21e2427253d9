package jackfield.schema;

/**
 * The tags of operators that a dispatcher heeds; see {@link
 * jackfield.dispatch.Changes#define(OperatorSchema, java.util.List)}. Numbers below 1,000 are left
 * to PyTorch's tags, which it only keeps.
 */
public final class OperatorTags {
  /**
   * Its calls are told to no {@link jackfield.report.CallObserver}: it is called too often, or by
   * those who record. C10 has a list of such operators in its dispatcher; here their library says
   * so.
   */
  public static final int NOT_OBSERVED = 1_000;

  /**
   * It draws random numbers: the check before a swap calls it with a generator of its own, or not
   * at all. In C10 the tag is called nondeterministic_seeded.
   */
  public static final int RANDOM = 1_001;

  /**
   * It takes a tensor, and by its keyword {@code device} a device, and gives the tensor there, a
   * copy: the check before a swap brings what it asks to a backend's device with it, and fetches
   * the answers.
   */
  public static final int TRANSFERS = 1_002;

  private OperatorTags() {}
}
