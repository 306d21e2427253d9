package jackfield.nn.module;

import jackfield.memory.Storage;
import jackfield.tensor.DType;
import jackfield.tensor.Scope;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Loads a state into parameters and buffers: all checks and conversions come before the first
 * change.
 */
final class StateLoading {
  private final Map<String, StoredTensor> stored;
  private final Map<String, Tensor> state;

  StateLoading(Map<String, StoredTensor> stored, Map<String, Tensor> state) {
    this.stored = stored;
    this.state = state;
  }

  IncompatibleKeys run(boolean strict) {
    IncompatibleKeys keys = keys();
    List<StateDictMismatch.SizeMismatch> sizes = sizeMismatches();
    List<StateDictMismatch.ComplexForReal> types = complexForReal();
    if (!sizes.isEmpty() || !types.isEmpty() || (strict && !keys.isEmpty())) {
      throw new StateDictMismatch(keys, sizes, types);
    }
    try (Scope _ = Scope.open()) {
      Map<StoredTensor, Tensor> converted = new LinkedHashMap<>();
      stored.forEach((name, each) -> {
        if (state.get(name) != null) {
          each.tensor().address(); // throws if it was closed
          converted.put(each, each.converted(name, state.get(name)));
        }
      });
      converted.keySet().forEach(StateLoading::requireOpen);
      converted.forEach(StoredTensor::copyFrom);
    }
    return keys;
  }

  private static void requireOpen(StoredTensor target) {
    Storage storage = target.tensor().storage();
    if (storage.isClosed() || storage.isGone()) {
      storage.address(); // it throws the reason
    }
  }

  private IncompatibleKeys keys() {
    return new IncompatibleKeys(
        stored.keySet().stream().filter(name -> state.get(name) == null).toList(),
        state.keySet().stream().filter(name -> !stored.containsKey(name)).toList());
  }

  private List<StateDictMismatch.SizeMismatch> sizeMismatches() {
    List<StateDictMismatch.SizeMismatch> found = new ArrayList<>();
    stored.forEach((name, each) -> {
      Tensor given = state.get(name);
      long[] expected = each.tensor().sizes();
      if (given != null && !Arrays.equals(expected, given.sizes())) {
        found.add(StateDictMismatch.SizeMismatch.of(name, expected, given.sizes()));
      }
    });
    return found;
  }

  private List<StateDictMismatch.ComplexForReal> complexForReal() {
    List<StateDictMismatch.ComplexForReal> found = new ArrayList<>();
    stored.forEach((name, each) -> {
      Tensor given = state.get(name);
      DType expected = each.tensor().dtype();
      if (given != null && StateDictMismatch.ComplexForReal.isLossy(expected, given.dtype())) {
        found.add(new StateDictMismatch.ComplexForReal(name, expected, given.dtype()));
      }
    });
    return found;
  }
}
