package jackfield.nn.optim;

import jackfield.error.InvalidArgument;

/**
 * A number that decides how an optimizer works, by PyTorch's name; 1 and 0 stand for true and
 * false.
 *
 * @param name the name, such as {@code weight_decay}
 * @param initial the value unless another is set
 * @param lowest the lowest value allowed
 * @param limit the number that the value must be below
 */
record Option(String name, double initial, double lowest, double limit) {
  static Option positive(String name, double initial) {
    return new Option(name, initial, 0, Double.POSITIVE_INFINITY);
  }

  static Option any(String name, double initial) {
    return new Option(name, initial, -Double.MAX_VALUE, Double.POSITIVE_INFINITY);
  }

  static Option share(String name, double initial) {
    return new Option(name, initial, 0, 1);
  }

  static Option flag(String name) {
    return new Option(name, 0, 0, Math.nextUp(1.0));
  }

  /** Returns {@code value} if it is allowed. */
  double checked(double value) {
    if (!(value >= lowest && value < limit)) {
      throw new InvalidArgument(
          "optimizer",
          name,
          "must be from %s to below %s, found %s".formatted(lowest, limit, value));
    }
    return value;
  }
}
