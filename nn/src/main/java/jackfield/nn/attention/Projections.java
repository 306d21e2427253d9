package jackfield.nn.attention;

import jackfield.aten.Aten;
import jackfield.nn.module.ModuleContext;
import jackfield.nn.module.Parameter;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The projections of queries, keys and values: {@code in_proj_weight [3 * width, width]}, or, if
 * keys or values have another width, {@code q_proj_weight}, {@code k_proj_weight} and {@code
 * v_proj_weight}; then {@code in_proj_bias [3 * width]}.
 *
 * <p>Weights start with uniform random numbers from ±√(6 / (rows + columns)), biases with zeros.
 */
final class Projections {
  private static final int PARTS = 3; // query, key and value

  private final Aten aten;
  private final Map<String, Parameter> named = new LinkedHashMap<>();
  private final List<Parameter> weights = new ArrayList<>(); // one for all, or one for each
  private final Parameter bias; // null for none

  Projections(ModuleContext context, long width, AttentionOptions options) {
    aten = context.aten();
    long ofKeys = options.keyWidth() == null ? width : options.keyWidth();
    long ofValues = options.valueWidth() == null ? width : options.valueWidth();
    long rows = Shapes.product(PARTS, width);
    if (ofKeys == width && ofValues == width) {
      add(context, "in_proj_weight", rows, width);
    } else {
      add(context, "q_proj_weight", width, width);
      add(context, "k_proj_weight", width, ofKeys);
      add(context, "v_proj_weight", width, ofValues);
    }
    bias = options.bias() ? context.constant(0, rows) : null;
    if (bias != null) {
      named.put("in_proj_bias", bias);
    }
  }

  private void add(ModuleContext context, String name, long rows, long columns) {
    double bound = Math.sqrt(6.0 / ((double) rows + columns));
    Parameter weight = context.uniform(bound, rows, columns);
    weights.add(weight);
    named.put(name, weight);
  }

  /** Returns the parameters by name, in order. */
  Map<String, Parameter> named() {
    return Collections.unmodifiableMap(named);
  }

  /** Returns query, key and value, projected. */
  Tensor[] of(Tensor... inputs) {
    Tensor[] each =
        weights.size() == 1
            ? aten.chunk(weights.getFirst().tensor(), PARTS, 0)
            : weights.stream().map(Parameter::tensor).toArray(Tensor[]::new);
    Tensor[] biases = bias == null ? new Tensor[PARTS] : aten.chunk(bias.tensor(), PARTS, 0);
    Tensor[] projected = new Tensor[PARTS];
    for (int i = 0; i < PARTS; i++) {
      projected[i] = aten.linear(inputs[i], each[i], biases[i]);
    }
    return projected;
  }
}
