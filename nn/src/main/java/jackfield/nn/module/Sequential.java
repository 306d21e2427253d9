package jackfield.nn.module;

import jackfield.error.InvalidArgument;
import jackfield.tensor.Tensor;
import java.util.Objects;

/** Modules one after the other, named {@code 0}, {@code 1} and so on. */
public final class Sequential extends Module {
  private final Module[] modules;

  /** Creates the chain; without modules it returns its input. */
  public Sequential(Module... modules) {
    this.modules = Objects.requireNonNull(modules, "Sequential: modules is null").clone();
    for (int i = 0; i < modules.length; i++) {
      int at = i;
      Objects.requireNonNull(modules[i], () -> "Sequential: modules[%d] is null".formatted(at));
      register(Integer.toString(i), modules[i]);
    }
  }

  /** Returns the number of modules. */
  public int size() {
    return modules.length;
  }

  /**
   * Returns the module at {@code index}, from 0.
   *
   * @throws InvalidArgument if there is none
   */
  public Module module(int index) {
    if (index < 0 || index >= modules.length) {
      throw new InvalidArgument(
          "sequential",
          "index",
          "must be from 0 to below %d, found %d".formatted(modules.length, index));
    }
    return modules[index];
  }

  @Override
  public Tensor forward(Tensor input) {
    Tensor value = given("input", input);
    for (Module module : modules) {
      value = module.forward(value);
    }
    return value;
  }
}
