package jackfield.opgen.input;

/** The in-place or {@code out=} form of an operator does not follow from its functional form. */
public final class FormMismatch extends FaultyInput {
  private static final long serialVersionUID = 1;
  private final String field;
  private final String form;
  private final String functional;

  /**
   * Creates the error.
   *
   * @param field {@code in_place} or {@code out}
   * @param problem the first difference
   */
  public FormMismatch(Place place, String field, String form, String functional, String problem) {
    super(
        place,
        "%s: %s\n  found      %s\n  functional %s".formatted(field, problem, form, functional));
    this.field = field;
    this.form = form;
    this.functional = functional;
  }

  /** Returns the field. */
  public String field() {
    return field;
  }

  /** Returns the form's schema. */
  public String form() {
    return form;
  }

  /** Returns the functional form's schema. */
  public String functional() {
    return functional;
  }
}
