package jackfield.nn.optim;

import jackfield.aten.Aten;
import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.error.InvalidArgument;
import jackfield.memory.Storage;
import jackfield.nn.module.Parameter;
import jackfield.tensor.Scope;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Changes parameters by their gradients. The options are those of PyTorch, by the same names.
 *
 * <p>Updates are calls of the platform's operators in place, with gradients off. The state, such as
 * a momentum, belongs to no scope; what a step allocates besides is released when it ends.
 *
 * <p><em>Threads</em>: used by one thread at a time.
 */
public abstract class Optimizer {
  static final String MAXIMIZE = "maximize";

  final Aten aten;
  private final Map<String, Option> options = new LinkedHashMap<>();
  private final Map<String, Double> defaults = new LinkedHashMap<>();
  private final List<ParamGroup> groups = new ArrayList<>();
  private final Map<Parameter, OptimizerState> states = new IdentityHashMap<>();

  Optimizer(Aten aten, List<Parameter> parameters, double lr, List<Option> options) {
    this.aten = aten;
    add(Option.positive(ParamGroup.LR, lr));
    options.forEach(this::add);
    add(parameters);
  }

  private void add(Option option) {
    options.put(option.name(), option);
    defaults.put(option.name(), option.checked(option.initial()));
  }

  /**
   * Adds a group of parameters with the options that this optimizer has now; change them in the
   * group that is returned.
   *
   * @throws InvalidArgument if there is no parameter, or one is in a group already
   */
  public final ParamGroup add(List<Parameter> parameters) {
    Objects.requireNonNull(parameters, "optimizer: parameters is null");
    if (parameters.isEmpty()) {
      throw new InvalidArgument("optimizer", "parameters", "must have one or more, found none");
    }
    Set<Parameter> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    groups.forEach(group -> seen.addAll(group.parameters()));
    for (Parameter parameter : parameters) {
      Objects.requireNonNull(parameter, "optimizer: a parameter is null");
      if (!seen.add(parameter)) {
        throw new InvalidArgument("optimizer", "parameters", "has %s twice".formatted(parameter));
      }
    }
    ParamGroup group = new ParamGroup(parameters, options, defaults);
    groups.add(group);
    return group;
  }

  /** Returns the groups in the order of addition. */
  public final List<ParamGroup> groups() {
    return Collections.unmodifiableList(groups);
  }

  /** Refuses a value that the option may not have. */
  final void check(String option, double value) {
    options.get(option).checked(value);
  }

  /** Sets an option in all groups and for those to come. */
  final void setAll(String option, double value) {
    groups.forEach(group -> group.set(option, value));
    defaults.put(option, value);
  }

  /**
   * Updates each parameter that has a gradient.
   *
   * @throws InvalidArgument if options contradict each other; no parameter is changed then
   * @throws jackfield.memory.TensorClosed if a parameter with a gradient, its gradient or its state
   *     was closed; no parameter is changed then
   * @throws jackfield.memory.BackendGone if the backend of one was removed with its memory; no
   *     parameter is changed then
   */
  public final void step() {
    groups.forEach(this::check);
    groups.forEach(group -> group.parameters().forEach(this::requireOpen));
    try (Guard _ = DispatchContext.current().gradients(false)) {
      for (ParamGroup group : groups) {
        for (Parameter parameter : group.parameters()) {
          if (parameter.grad() != null) {
            step(group, parameter);
          }
        }
      }
    }
  }

  private void step(ParamGroup group, Parameter parameter) {
    try (Scope _ = Scope.open()) {
      OptimizerState state = states.computeIfAbsent(parameter, _ -> new OptimizerState());
      Tensor gradient = parameter.grad();
      if (group.is(MAXIMIZE)) {
        gradient = aten.neg(gradient);
      }
      update(group, parameter.tensor(), gradient, state);
    }
  }

  private void requireOpen(Parameter parameter) {
    Tensor gradient = parameter.grad();
    if (gradient != null) {
      requireOpen(parameter.tensor());
      requireOpen(gradient);
      OptimizerState state = states.get(parameter);
      if (state != null) {
        state.tensors.values().forEach(Optimizer::requireOpen);
      }
    }
  }

  private static void requireOpen(Tensor tensor) {
    Storage storage = tensor.storage();
    if (storage.isClosed() || storage.isGone()) {
      storage.address(); // it throws the reason
    }
  }

  /** Refuses a group whose options contradict each other. */
  void check(ParamGroup group) {}

  /** Updates {@code value} in place. The gradient must not be changed. */
  abstract void update(ParamGroup group, Tensor value, Tensor gradient, OptimizerState state);

  /** Returns the names of the tensors in a parameter's state, whether each is always there. */
  abstract Map<String, Boolean> stateNames();

  /** Drops the gradients of all parameters. */
  public final void zeroGrad() {
    groups.forEach(group -> group.parameters().forEach(Parameter::zeroGrad));
  }

  /**
   * Returns state and options as tensors by name, in order, such as {@code state.0.momentum_buffer}
   * and {@code param_groups.0.lr}. The state's tensors share the optimizer's memory.
   */
  public final Map<String, Tensor> stateDict() {
    return new OptimizerStates(aten, groups, options, stateNames()).save(states);
  }

  /**
   * Replaces state and options by copies of {@code saved}, from an optimizer with the same groups.
   *
   * @throws jackfield.nn.module.StateDictMismatch if names or sizes differ; nothing is changed then
   * @throws InvalidArgument if an option is out of range, or a step is no count; nothing is changed
   *     then
   */
  public final void loadStateDict(Map<String, Tensor> saved) {
    Objects.requireNonNull(saved, "Optimizer.loadStateDict: saved is null");
    saved
        .keySet()
        .forEach(name ->
            Objects.requireNonNull(name, "Optimizer.loadStateDict: a name in saved is null"));
    new OptimizerStates(aten, groups, options, stateNames()).load(saved, states);
  }
}
