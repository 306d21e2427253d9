package jackfield.nn.optim;

import jackfield.error.InvalidArgument;
import jackfield.nn.module.Parameter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Parameters that an optimizer updates with the same options, named as in PyTorch.
 *
 * <p><em>Threads</em>: used by the thread of its optimizer.
 */
public final class ParamGroup {
  static final String LR = "lr";
  static final String INITIAL_LR = "initial_lr";

  private final List<Parameter> parameters;
  private final Map<String, Option> options;
  private final Map<String, Double> values;

  ParamGroup(List<Parameter> parameters, Map<String, Option> options, Map<String, Double> values) {
    this.parameters = List.copyOf(parameters);
    this.options = options;
    this.values = new LinkedHashMap<>(values);
  }

  /** Returns the parameters. */
  public List<Parameter> parameters() {
    return parameters;
  }

  /** Returns the learning rate. */
  public double lr() {
    return values.get(LR);
  }

  /**
   * Sets the learning rate and returns this group.
   *
   * @throws InvalidArgument if it is negative or not a number
   */
  public ParamGroup lr(double rate) {
    return set(LR, rate);
  }

  /** Returns the learning rate before the first schedule changed it, which this call decides. */
  public double initialLr() {
    return values.computeIfAbsent(INITIAL_LR, _ -> lr());
  }

  /**
   * Returns an option, such as {@code weight_decay}; 1 stands for true.
   *
   * @throws InvalidArgument if there is no such option
   */
  public double value(String option) {
    return values.get(known(option).name());
  }

  /**
   * Sets an option and returns this group.
   *
   * @throws InvalidArgument if there is no such option or its value is out of range
   */
  public ParamGroup set(String option, double value) {
    values.put(option, known(option).checked(value));
    return this;
  }

  boolean is(String option) {
    return values.get(option) != 0;
  }

  /** Returns all values by name. */
  Map<String, Double> values() {
    return Collections.unmodifiableMap(values);
  }

  /** Replaces all values; they were checked. */
  void replace(Map<String, Double> others) {
    values.clear();
    values.putAll(others);
  }

  private Option known(String option) {
    Option known = options.get(option);
    if (known == null) {
      throw new InvalidArgument(
          "optimizer",
          "option",
          "\"%s\" is unknown; known are %s".formatted(option, String.join(", ", options.keySet())));
    }
    return known;
  }
}
