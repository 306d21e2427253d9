package jackfield.nn.module;

import jackfield.error.InvalidArgument;
import jackfield.io.Safetensors;
import jackfield.tensor.Scope;
import jackfield.tensor.Tensor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A function with parameters that can be trained. A module may have other modules inside.
 *
 * <p>A subclass registers its parameters and modules in its constructor and computes in {@link
 * #forward}. The names of nested parameters are joined by dots, such as {@code 0.weight}, as in the
 * {@code state_dict} of PyTorch.
 *
 * <p><em>Threads</em>: several threads may call {@link #forward}; all other methods are for one
 * thread at a time.
 */
public abstract class Module {
  private static final int DEEPEST = 256; // recursion over more would fill the stack

  private final Map<String, Parameter> parameters = new LinkedHashMap<>();
  private final Map<String, Buffer> buffers = new LinkedHashMap<>();
  private final Map<String, Module> children = new LinkedHashMap<>();
  private boolean training = true;

  /** Creates a module without parameters, in training mode. */
  protected Module() {}

  /**
   * Returns a module without parameters that computes {@code function}.
   *
   * @param name the name of the type for {@link #toString}
   * @param details what {@link #toString} has in parentheses
   */
  public static Module of(String name, String details, UnaryOperator<Tensor> function) {
    return new Function(
        Objects.requireNonNull(name, "Module.of: name is null"),
        Objects.requireNonNull(details, "Module.of: details is null"),
        Objects.requireNonNull(function, "Module.of: function is null"));
  }

  /** Computes the output for {@code input}; each module documents the shapes. */
  public abstract Tensor forward(Tensor input);

  /**
   * Returns {@code value}, an argument of {@link #forward}, unless it is null.
   *
   * @throws NullPointerException with the names of the module and the argument
   */
  protected final <T> T given(String argument, T value) {
    if (value == null) {
      throw new NullPointerException("%s.forward: %s is null".formatted(typeName(), argument));
    }
    return value;
  }

  /**
   * Adds a parameter and returns it.
   *
   * @throws InvalidArgument if the name is taken, empty, or contains a dot
   */
  protected final Parameter register(String name, Parameter parameter) {
    checkName(name);
    parameters.put(name, Objects.requireNonNull(parameter, "Module.register: parameter is null"));
    return parameter;
  }

  /**
   * Adds a buffer, which is saved with the parameters, and returns it.
   *
   * @throws InvalidArgument if the name is taken, empty, or contains a dot
   */
  protected final Buffer register(String name, Buffer buffer) {
    checkName(name);
    buffers.put(name, Objects.requireNonNull(buffer, "Module.register: buffer is null"));
    return buffer;
  }

  /**
   * Adds a module inside this one and returns it.
   *
   * @throws InvalidArgument if the name is taken, empty, or contains a dot, or if the module is
   *     this one or contains it, or has more than 255 modules inside each other
   */
  protected final <M extends Module> M register(String name, M child) {
    checkName(name);
    Objects.requireNonNull(child, "Module.register: child is null");
    Module other = child; // a private method is not called on a type variable
    other.requireDepth(DEEPEST - 1);
    if (other.contains(this)) {
      throw new InvalidArgument("register", "child", "contains the module that it is added to");
    }
    children.put(name, child);
    return child;
  }

  /** Refuses this module if it has more than {@code levels} modules inside each other. */
  private void requireDepth(int levels) {
    if (levels <= 0) {
      throw new InvalidArgument(
          "module",
          "child",
          "must have at most %d levels of modules, found more; put some side by side"
              .formatted(DEEPEST));
    }
    children.values().forEach(child -> child.requireDepth(levels - 1));
  }

  private boolean contains(Module other) {
    return this == other || children.values().stream().anyMatch(each -> each.contains(other));
  }

  private void checkName(String name) {
    Objects.requireNonNull(name, "Module.register: name is null");
    if (name.isEmpty() || name.contains(".")) {
      throw new InvalidArgument(
          "register", "name", "must have a character and no dot, found \"%s\"".formatted(name));
    }
    if (parameters.containsKey(name) || buffers.containsKey(name) || children.containsKey(name)) {
      throw new InvalidArgument("register", "name", "\"%s\" is taken".formatted(name));
    }
  }

  /** Returns the modules directly inside this one by name, in the order of registration. */
  public final Map<String, Module> namedChildren() {
    return Collections.unmodifiableMap(children);
  }

  /** Returns the parameters of this module and the modules inside, each once. */
  public final List<Parameter> parameters() {
    return List.copyOf(namedParameters().values());
  }

  /** Returns the parameters by full name; one that has several names has its first. */
  public final Map<String, Parameter> namedParameters() {
    return named(Parameter.class);
  }

  /** Returns the buffers by full name; one that has several names has its first. */
  public final Map<String, Buffer> namedBuffers() {
    return named(Buffer.class);
  }

  private <T extends StoredTensor> Map<String, T> named(Class<T> type) {
    Map<String, T> named = new LinkedHashMap<>();
    Set<StoredTensor> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    stored()
        .forEach((name, each) -> {
          if (type.isInstance(each) && seen.add(each)) {
            named.put(name, type.cast(each));
          }
        });
    return Collections.unmodifiableMap(named);
  }

  private Map<String, StoredTensor> stored() {
    requireDepth(DEEPEST); // modules may be added to one that is inside another
    Map<String, StoredTensor> stored = new LinkedHashMap<>();
    addStored("", stored);
    return stored;
  }

  private void addStored(String prefix, Map<String, StoredTensor> stored) {
    parameters.forEach((name, parameter) -> stored.put(prefix + name, parameter));
    buffers.forEach((name, buffer) -> stored.put(prefix + name, buffer));
    children.forEach((name, child) -> child.addStored(prefix + name + ".", stored));
  }

  /**
   * Returns the tensors of parameters and buffers by full name, in PyTorch's order. They share the
   * memory of the module, and autograd does not track them.
   */
  public final Map<String, Tensor> stateDict() {
    Map<String, Tensor> state = new LinkedHashMap<>();
    stored().forEach((name, each) -> state.put(name, each.tensor().data()));
    return state;
  }

  /**
   * Copies {@code state} into parameters and buffers; each one must be given and no other.
   *
   * @throws StateDictMismatch if names or sizes differ, or a complex tensor is given for a real
   *     parameter; nothing is changed then
   */
  public final void loadStateDict(Map<String, Tensor> state) {
    loadStateDict(state, true);
  }

  /**
   * Copies {@code state} into parameters and buffers, converted to their types and devices.
   *
   * @param strict whether missing and unexpected names are refused
   * @return the names that were missing or unexpected; empty if strict
   * @throws StateDictMismatch if sizes differ, a complex tensor is given for a real parameter, or,
   *     if strict, names differ; nothing is changed then
   * @throws jackfield.memory.TensorClosed if a tensor of the state or of the module was closed;
   *     nothing is changed then
   * @throws jackfield.error.InvalidArgument if a value for an integer buffer is no whole number;
   *     nothing is changed then
   */
  public final IncompatibleKeys loadStateDict(Map<String, Tensor> state, boolean strict) {
    Objects.requireNonNull(state, "Module.loadStateDict: state is null");
    state
        .keySet()
        .forEach(
            name -> Objects.requireNonNull(name, "Module.loadStateDict: a name in state is null"));
    return new StateLoading(stored(), state).run(strict);
  }

  /**
   * Writes parameters and buffers to a safetensors file, by the names of {@link #stateDict}. The
   * file appears when it is complete.
   *
   * @throws jackfield.io.FileRefused if it cannot be written
   */
  public final void save(Path path) {
    Objects.requireNonNull(path, "Module.save: path is null");
    Safetensors.write(path, stateDict());
  }

  /**
   * Copies the tensors of a safetensors file into the module, as {@link #loadStateDict(Map)}.
   *
   * @throws jackfield.io.FileRefused if there is no such file, or its content contradicts the
   *     format; nothing is changed then
   * @throws StateDictMismatch if names or sizes differ; nothing is changed then
   */
  public final void load(Path path) {
    Objects.requireNonNull(path, "Module.load: path is null");
    try (Scope _ = Scope.open()) {
      loadStateDict(Safetensors.read(path));
    }
  }

  /** Switches this module and the modules inside to training mode, and returns it. */
  public final Module train() {
    return train(true);
  }

  /** Switches this module and the modules inside to evaluation mode, and returns it. */
  public final Module eval() {
    return train(false);
  }

  /** Sets whether this module and the modules inside are in training mode, and returns it. */
  public final Module train(boolean mode) {
    requireDepth(DEEPEST);
    setTraining(mode);
    return this;
  }

  private void setTraining(boolean mode) {
    training = mode;
    children.values().forEach(child -> child.setTraining(mode));
  }

  /** Returns whether the module is in training mode, which dropout and batch norm read. */
  public final boolean isTraining() {
    return training;
  }

  /** Drops the gradients of all parameters. */
  public final void zeroGrad() {
    parameters().forEach(Parameter::zeroGrad);
  }

  /** Returns the name of the type with what a subclass adds; see {@link #details}. */
  @Override
  public final String toString() {
    return text(DEEPEST);
  }

  private String text(int levels) {
    if (children.isEmpty()) {
      return typeName() + "(" + details() + ")";
    }
    if (levels == 0) {
      return typeName() + "(...)";
    }
    List<String> lines = new ArrayList<>();
    children.forEach(
        (name, child) -> lines.add("(%s): %s".formatted(name, child.text(levels - 1))));
    return typeName() + "(\n" + String.join("\n", lines).indent(2) + ")";
  }

  /** Returns the type's name for {@link #toString}. */
  protected String typeName() {
    return getClass().getSimpleName();
  }

  /** Returns what {@link #toString} has in parentheses, such as sizes. */
  protected String details() {
    return "";
  }
}
