package jackfield.opgen.input;

import jackfield.schema.SchemaSyntax;

/** A schema does not follow the grammar; the message marks the position with a caret. */
public final class FaultySchema extends FaultyInput {
  private static final long serialVersionUID = 1;
  private final SchemaSyntax syntax;

  /** Creates the error from the parser's. */
  public FaultySchema(Place place, SchemaSyntax syntax) {
    super(place, syntax.getMessage());
    this.syntax = syntax;
    initCause(syntax);
  }

  /** Returns the parser's error. */
  public SchemaSyntax syntax() {
    return syntax;
  }
}
