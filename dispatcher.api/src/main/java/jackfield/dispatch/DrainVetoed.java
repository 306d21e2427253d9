package jackfield.dispatch;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import java.util.List;
import java.util.stream.Collectors;

/** Reports that a bundle was not removed because calls outlasted the deadline; it stays active. */
public final class DrainVetoed extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String bundle;
  private final transient List<Drain.Inside> inside;

  /**
   * Creates the error.
   *
   * @param bundle the bundle that stays
   * @param problem what lasted longer than the deadline
   * @param inside the threads that executed its kernels
   */
  public DrainVetoed(String bundle, String problem, List<Drain.Inside> inside) {
    super(
        new ErrorText("unplug " + bundle + ": it stays active")
            .part("found", problem)
            .part("inside", stacks(inside))
            .part("try", "again later, or a policy that waits or quarantines")
            .toString());
    this.bundle = bundle;
    this.inside = List.copyOf(inside);
  }

  private static String stacks(List<Drain.Inside> inside) {
    return inside.stream().map(Drain.Inside::textWithStack).collect(Collectors.joining("\n"));
  }

  /** Returns the bundle that stays. */
  public String bundle() {
    return bundle;
  }

  /** Returns the threads that executed its kernels. */
  public List<Drain.Inside> inside() {
    return inside;
  }
}
