package jackfield.schema;

/**
 * The tags of operators that the platform uses; see {@link
 * jackfield.dispatch.Changes#define(OperatorSchema, java.util.List)}. Numbers below 1,000 are
 * reserved for PyTorch's tags, which the platform only stores.
 */
public final class OperatorTags {
  /**
   * No {@link jackfield.report.CallObserver} receives its calls, because it is called too often or
   * by observers themselves. C10's dispatcher contains a list of such operators; here their library
   * sets the tag.
   */
  public static final int NOT_OBSERVED = 1_000;

  /**
   * It draws random numbers. The check before a swap calls it with a generator of its own, or not
   * at all. In C10 the tag is named nondeterministic_seeded.
   */
  public static final int RANDOM = 1_001;

  /**
   * It takes a tensor and a keyword {@code device}, and returns a copy of the tensor on that
   * device. The check before a swap uses it to copy arguments to a backend's device and to copy
   * results back.
   */
  public static final int TRANSFERS = 1_002;

  private OperatorTags() {}
}
