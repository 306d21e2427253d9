package jackfield.nn.optim;

import jackfield.aten.Aten;
import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.error.InvalidArgument;
import jackfield.nn.module.IncompatibleKeys;
import jackfield.nn.module.Parameter;
import jackfield.nn.module.StateDictMismatch;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scope;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** Turns the state and the options of an optimizer into named tensors, and back. */
final class OptimizerStates {
  private static final String STEP = "step";
  private static final String PARAMS = "params";
  private static final double STEP_LIMIT = 0x1p63; // of a long
  private static final long[] NUMBER = {};

  private final Aten aten;
  private final List<ParamGroup> groups;
  private final Map<String, Option> options;
  private final Map<String, Boolean> names; // of tensors; true if always there
  private final List<Parameter> parameters;

  OptimizerStates(
      Aten aten, List<ParamGroup> groups, Map<String, Option> options, Map<String, Boolean> names) {
    this.aten = aten;
    this.groups = groups;
    this.options = options;
    this.names = names;
    this.parameters = groups.stream().flatMap(group -> group.parameters().stream()).toList();
  }

  // ---- saving

  Map<String, Tensor> save(Map<Parameter, OptimizerState> states) {
    Map<String, Tensor> saved = new LinkedHashMap<>();
    for (int i = 0; i < parameters.size(); i++) {
      OptimizerState state = states.get(parameters.get(i));
      if (state != null) {
        saved.put(state(i, STEP), HostData.tensor(new long[] {state.step}));
        for (Map.Entry<String, Tensor> each : state.tensors.entrySet()) {
          saved.put(state(i, each.getKey()), each.getValue().data());
        }
      }
    }
    saveGroups(saved);
    return saved;
  }

  private void saveGroups(Map<String, Tensor> saved) {
    int first = 0;
    for (int g = 0; g < groups.size(); g++) {
      int group = g;
      int count = groups.get(g).parameters().size();
      long[] indices = new long[count];
      for (int i = 0; i < count; i++) {
        indices[i] = first++;
      }
      saved.put(group(g, PARAMS), HostData.tensor(indices, count));
      groups
          .get(g)
          .values()
          .forEach((name, value) ->
              saved.put(group(group, name), HostData.tensor(new double[] {value})));
    }
  }

  private static String state(int index, String name) {
    return "state." + index + "." + name;
  }

  private static String group(int index, String name) {
    return "param_groups." + index + "." + name;
  }

  // ---- loading

  void load(Map<String, Tensor> saved, Map<Parameter, OptimizerState> states) {
    check(saved);
    List<Map<String, Double>> values = values(saved);
    checkSteps(saved);
    checkParams(saved);
    Map<Parameter, OptimizerState> loaded = new IdentityHashMap<>();
    try (Guard _ = DispatchContext.current().gradients(false)) {
      for (int i = 0; i < parameters.size(); i++) {
        if (saved.containsKey(state(i, STEP))) {
          loaded.put(parameters.get(i), loadedState(saved, i));
        }
      }
    }
    states.clear(); // all checks and copies are done
    states.putAll(loaded);
    for (int g = 0; g < groups.size(); g++) {
      groups.get(g).replace(values.get(g));
    }
  }

  private void checkSteps(Map<String, Tensor> saved) {
    for (int i = 0; i < parameters.size(); i++) {
      Tensor given = saved.get(state(i, STEP));
      double step = given == null ? 0 : HostData.item(given).toDouble();
      if (!(step >= 0 && step < STEP_LIMIT && step == Math.rint(step))) {
        throw new InvalidArgument(
            "optimizer", state(i, STEP), "must be a whole number from 0 on, found " + step);
      }
    }
  }

  /** The saved state is numbered by its groups' parameters: other numbers would mix up states. */
  private void checkParams(Map<String, Tensor> saved) {
    int first = 0;
    for (int g = 0; g < groups.size(); g++) {
      int end = first + groups.get(g).parameters().size();
      long[] expected = LongStream.range(first, end).toArray();
      long[] found = HostData.longs(saved.get(group(g, PARAMS)));
      if (!Arrays.equals(found, expected)) {
        throw new InvalidArgument(
            "optimizer",
            group(g, PARAMS),
            "must have the numbers from %d below %d in order, found %s"
                .formatted(first, end, Arrays.toString(found)));
      }
      first = end;
    }
  }

  private OptimizerState loadedState(Map<String, Tensor> saved, int index) {
    OptimizerState state = new OptimizerState();
    state.step = HostData.item(saved.get(state(index, STEP))).toLong();
    for (String name : names.keySet()) {
      Tensor given = saved.get(state(index, name));
      if (given != null) {
        Tensor like = parameters.get(index).tensor();
        state.tensors.put(name, Scope.outside(() -> converted(given, like)));
      }
    }
    return state;
  }

  private Tensor converted(Tensor given, Tensor like) {
    return aten.to(given.data(), like.device(), like.dtype(), false, true);
  }

  private List<Map<String, Double>> values(Map<String, Tensor> saved) {
    List<Map<String, Double>> all = new ArrayList<>();
    for (int g = 0; g < groups.size(); g++) {
      Map<String, Double> values = new LinkedHashMap<>();
      for (Option option : options.values()) {
        double value = HostData.item(saved.get(group(g, option.name()))).toDouble();
        values.put(option.name(), option.checked(value));
      }
      Tensor initial = saved.get(group(g, ParamGroup.INITIAL_LR));
      if (initial != null) {
        Option rate = options.get(ParamGroup.LR);
        values.put(ParamGroup.INITIAL_LR, rate.checked(HostData.item(initial).toDouble()));
      }
      all.add(values);
    }
    return all;
  }

  /** Compares names and sizes with those that this optimizer would save. */
  private void check(Map<String, Tensor> saved) {
    Map<String, long[]> required = new LinkedHashMap<>();
    Map<String, long[]> allowed = new LinkedHashMap<>();
    for (int g = 0; g < groups.size(); g++) {
      required.put(group(g, PARAMS), new long[] {groups.get(g).parameters().size()});
      for (String name : options.keySet()) {
        required.put(group(g, name), NUMBER);
      }
      allowed.put(group(g, ParamGroup.INITIAL_LR), NUMBER);
    }
    for (int i = 0; i < parameters.size(); i++) {
      addState(i, saved, required, allowed);
    }
    allowed.putAll(required);
    refuse(saved, required, allowed, complexForReal(saved));
  }

  private List<StateDictMismatch.ComplexForReal> complexForReal(Map<String, Tensor> saved) {
    List<StateDictMismatch.ComplexForReal> found = new ArrayList<>();
    for (int i = 0; i < parameters.size(); i++) {
      DType expected = parameters.get(i).tensor().dtype();
      for (String name : names.keySet()) {
        Tensor given = saved.get(state(i, name));
        if (given != null && StateDictMismatch.ComplexForReal.isLossy(expected, given.dtype())) {
          found.add(new StateDictMismatch.ComplexForReal(state(i, name), expected, given.dtype()));
        }
      }
    }
    return found;
  }

  /** A parameter that never had a gradient has no state: then none of its names is required. */
  private void addState(
      int index,
      Map<String, Tensor> saved,
      Map<String, long[]> required,
      Map<String, long[]> allowed) {
    long[] sizes = parameters.get(index).tensor().sizes();
    boolean isSaved = saved.containsKey(state(index, STEP));
    for (String name : names.keySet()) {
      isSaved |= saved.containsKey(state(index, name));
    }
    if (isSaved) {
      required.put(state(index, STEP), NUMBER);
      names.forEach(
          (name, isAlways) -> (isAlways ? required : allowed).put(state(index, name), sizes));
    }
  }

  private static void refuse(
      Map<String, Tensor> saved,
      Map<String, long[]> required,
      Map<String, long[]> allowed,
      List<StateDictMismatch.ComplexForReal> types) {
    IncompatibleKeys keys =
        new IncompatibleKeys(
            required.keySet().stream().filter(name -> saved.get(name) == null).toList(),
            saved.keySet().stream().filter(name -> !allowed.containsKey(name)).toList());
    List<StateDictMismatch.SizeMismatch> sizes = new ArrayList<>();
    allowed.forEach((name, expected) -> {
      Tensor given = saved.get(name);
      if (given != null && !Arrays.equals(expected, given.sizes())) {
        sizes.add(StateDictMismatch.SizeMismatch.of(name, expected, given.sizes()));
      }
    });
    if (!keys.isEmpty() || !sizes.isEmpty() || !types.isEmpty()) {
      throw new StateDictMismatch(keys, sizes, types);
    }
  }
}
