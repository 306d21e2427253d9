package jackfield.dispatch;

/**
 * The tags of operators that a dispatcher heeds; see {@link Changes#define(OperatorSchema,
 * java.util.List)}. Numbers below 1,000 are left to PyTorch's tags, which it only keeps.
 */
public final class OperatorTags {
  /**
   * Its calls are told to no {@link CallObserver}: it is called too often, or by those who record.
   * C10 has a list of such operators in its dispatcher; here their library says so.
   */
  public static final int NOT_OBSERVED = 1_000;

  /**
   * It draws random numbers: the check before a swap calls it with a generator of its own, or not
   * at all. In C10 the tag is called nondeterministic_seeded.
   */
  public static final int RANDOM = 1_001;

  private OperatorTags() {}
}
