package jackfield.nn;

import jackfield.tensor.Scope;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Loads a state into parameters: all checks and conversions come before the first change. */
final class StateLoading {
  private final Map<String, Parameter> parameters;
  private final Map<String, Tensor> state;

  StateLoading(Map<String, Parameter> parameters, Map<String, Tensor> state) {
    this.parameters = parameters;
    this.state = state;
  }

  IncompatibleKeys run(boolean strict) {
    IncompatibleKeys keys = keys();
    List<StateDictMismatch.SizeMismatch> sizes = sizeMismatches();
    if (!sizes.isEmpty() || (strict && !keys.isEmpty())) {
      throw new StateDictMismatch(keys, sizes);
    }
    try (Scope _ = Scope.open()) {
      Map<Parameter, Tensor> converted = new LinkedHashMap<>();
      parameters.forEach((name, parameter) -> {
        if (state.get(name) != null) {
          converted.put(parameter, parameter.converted(state.get(name)));
        }
      });
      converted.forEach(Parameter::copyFrom);
    }
    return keys;
  }

  private IncompatibleKeys keys() {
    return new IncompatibleKeys(
        parameters.keySet().stream().filter(name -> state.get(name) == null).toList(),
        state.keySet().stream().filter(name -> !parameters.containsKey(name)).toList());
  }

  private List<StateDictMismatch.SizeMismatch> sizeMismatches() {
    List<StateDictMismatch.SizeMismatch> found = new ArrayList<>();
    parameters.forEach((name, parameter) -> {
      Tensor given = state.get(name);
      long[] expected = parameter.tensor().sizes();
      if (given != null && !Arrays.equals(expected, given.sizes())) {
        found.add(StateDictMismatch.SizeMismatch.of(name, expected, given.sizes()));
      }
    });
    return found;
  }
}
