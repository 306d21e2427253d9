package jackfield.schema;

/** The first difference between a defined schema and another one. */
public sealed interface SchemaDifference {
  /**
   * The numbers of arguments differ.
   *
   * @param expected the number in the defined schema
   * @param found the number in the other one
   */
  record ArgumentCount(int expected, int found) implements SchemaDifference {
    @Override
    public String toString() {
      return "the number of arguments differs: %d defined, %d found".formatted(expected, found);
    }
  }

  /**
   * The numbers of returns differ.
   *
   * @param expected the number in the defined schema
   * @param found the number in the other one
   */
  record ReturnCount(int expected, int found) implements SchemaDifference {
    @Override
    public String toString() {
      return "the number of returns differs: %d defined, %d found".formatted(expected, found);
    }
  }

  /**
   * The types of an argument differ.
   *
   * @param position the argument's position, from 1
   * @param expected the type in the defined schema
   * @param found the type in the other one
   */
  record ArgumentType(int position, SchemaType expected, SchemaType found)
      implements SchemaDifference {
    @Override
    public String toString() {
      return "argument %d is defined as %s, found as %s".formatted(position, expected, found);
    }
  }

  /**
   * The types of a return differ.
   *
   * @param position the return's position, from 1
   * @param expected the type in the defined schema
   * @param found the type in the other one
   */
  record ReturnType(int position, SchemaType expected, SchemaType found)
      implements SchemaDifference {
    @Override
    public String toString() {
      return "return %d is defined as %s, found as %s".formatted(position, expected, found);
    }
  }
}
