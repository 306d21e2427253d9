package jackfield.tensor;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import java.time.Instant;

/** A feature was needed that is not plugged in, or that has left since. */
public final class FeatureGone extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String feature;
  private final Instant leftAt;

  /**
   * Creates the error.
   *
   * @param provider the bundle that provided it or would, for the text
   * @param leftAt when it left, or null if it never was there
   */
  public FeatureGone(String feature, String provider, Instant leftAt) {
    super(
        new ErrorText("feature " + feature + (leftAt == null ? " is not plugged in" : " is gone"))
            .part("found", leftAt == null ? "" : provider + " was stopped at " + leftAt)
            .part("try", "start the bundle " + provider + " and record the computation anew")
            .toString());
    this.feature = feature;
    this.leftAt = leftAt;
  }

  /** Returns the name of the feature. */
  public String feature() {
    return feature;
  }

  /** Returns when it left, or null if it never was there. */
  public Instant leftAt() {
    return leftAt;
  }
}
