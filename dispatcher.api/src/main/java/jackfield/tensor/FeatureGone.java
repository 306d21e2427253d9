package jackfield.tensor;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import java.time.Instant;

/** Reports that a required feature is not plugged or was unplugged. */
public final class FeatureGone extends JackfieldException {
  private static final long serialVersionUID = 1;
  private static final String ANEW =
      "then request its services anew, as with jackfield.nn(), and record the computation anew";
  private final String feature;
  private final Instant removedAt;

  /**
   * Creates the error.
   *
   * @param provider the bundle that provided the feature or could provide it, for the text
   * @param removedAt when it was unplugged, or null if it never was plugged
   */
  public FeatureGone(String feature, String provider, Instant removedAt) {
    super(
        new ErrorText(
                "feature " + feature + (removedAt == null ? " is not plugged in" : " is gone"))
            .part("found", removedAt == null ? "" : provider + " was stopped at " + removedAt)
            .part("try", "plug " + provider + "; " + ANEW)
            .toString());
    this.feature = feature;
    this.removedAt = removedAt;
  }

  /** Returns the error for a graph with an operator whose gradient formula was withdrawn. */
  static FeatureGone gradient(String operator, Instant removedAt) {
    ErrorText text =
        new ErrorText("the gradient of " + operator + " is gone")
            .part("found", "its formula was withdrawn at " + removedAt)
            .part("try", "register a formula again and record the computation anew");
    return new FeatureGone(text, "gradient of " + operator, removedAt);
  }

  private FeatureGone(ErrorText text, String feature, Instant removedAt) {
    super(text.toString());
    this.feature = feature;
    this.removedAt = removedAt;
  }

  /** Returns the name of the feature. */
  public String feature() {
    return feature;
  }

  /** Returns when the feature was unplugged, or null if it never was plugged. */
  public Instant removedAt() {
    return removedAt;
  }
}
