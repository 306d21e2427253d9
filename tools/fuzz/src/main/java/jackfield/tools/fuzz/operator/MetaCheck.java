package jackfield.tools.fuzz.operator;

import jackfield.kernel.NoKernel;
import jackfield.kernel.Operator;
import jackfield.schema.SchemaArgument;
import jackfield.tools.fuzz.operator.Outcome.Answered;
import jackfield.tools.fuzz.operator.Outcome.Broken;
import jackfield.tools.fuzz.operator.Outcome.Refused;
import jackfield.tools.fuzz.operator.argument.BuiltTensors;
import jackfield.tools.fuzz.operator.argument.Case;
import jackfield.tools.fuzz.operator.argument.Values;
import java.util.List;
import java.util.regex.Pattern;

/** Compares the types, shapes and strides of results with those that Meta answers. */
final class MetaCheck {
  /**
   * Operators that read elements to find sizes, positions, numbers or the algorithm. Meta tensors
   * have no elements. Composites that call such operators are listed too.
   */
  private static final Pattern SIZED_BY_ELEMENTS =
      Pattern.compile(
          "aten::(where|argwhere|nonzero_numpy|(rnn_tanh|rnn_relu|gru|lstm)\\.data|("
              + "nonzero|masked_select|(_unsafe_)?index|repeat_interleave|one_hot|tri[lu]_indices"
              + "|combinations|pdist|cov|bincount|_?unique2?|unique_(consecutive|dim.*)"
              + "|_pack_padded_sequence(_backward)?|_pad_packed_sequence"
              + "|scaled_dot_product_attention" // chooses its algorithm by the device
              + "|_fused_.*|_amp_.*|_foreach_addc(div|mul)_?\\.Tensor)(\\..*)?)");

  /** Composites whose zeros choose the formula, where arguments of other sizes are broadcast. */
  private static final Pattern CHOOSING = Pattern.compile("aten::cumprod_backward");

  private final Runnable beforeCall;

  MetaCheck(Runnable beforeCall) {
    this.beforeCall = beforeCall;
  }

  static boolean isSizedByElements(Operator operator) {
    return SIZED_BY_ELEMENTS.matcher(operator.name().toString()).matches();
  }

  private static boolean isChoosing(Operator operator) {
    return CHOOSING.matcher(operator.name().toString()).matches();
  }

  /**
   * Calls the operator with Meta tensors.
   *
   * @param expected the contents of the results on the host
   * @throws OracleFinding if Meta answers something else
   */
  void check(Operator operator, Case call, List<Object> expected) {
    if (!isForMeta(operator, call, expected)) {
      return;
    }
    BuiltTensors arguments = BuiltTensors.onMeta(call);
    beforeCall.run();
    switch (Outcome.of(operator, arguments)) {
      case Broken(Throwable error) -> throw OracleFinding.untyped(error, "Meta");
      case Refused(NoKernel _) -> {} // Meta has no kernel for this operator
      case Refused(var _) when isSizedByElements(operator) || isChoosing(operator) -> {}
      case Refused(var error) -> throw new OracleFinding("Meta refuses", error.toString());
      case Answered(List<Object> _) when isChoosing(operator) -> {}
      case Answered(List<Object> results) ->
          compare(expected, CaseCheck.contents(operator.schema(), arguments, results));
    }
  }

  private static boolean isForMeta(Operator operator, Case call, List<Object> expected) {
    return !call.views().isEmpty()
        && !expected.isEmpty()
        && call.arguments().stream().noneMatch(Values.Seed.class::isInstance)
        && expected.stream().allMatch(Content.class::isInstance)
        && operator.schema().arguments().stream().noneMatch(MetaCheck::isPlace);
  }

  private static boolean isPlace(SchemaArgument argument) {
    return argument.name().equals("device");
  }

  private static void compare(List<Object> expected, List<Object> found) {
    for (int i = 0; i < Math.max(found.size(), expected.size()); i++) {
      Object host = i < expected.size() ? expected.get(i) : "nothing";
      Object meta = i < found.size() ? found.get(i) : "nothing";
      if (!(host instanceof Content one
          && meta instanceof Content other
          && one.hasGeometryOf(other))) {
        throw new OracleFinding(
            "Meta differs", "result %d: host: %s, Meta: %s".formatted(i, host, meta));
      }
    }
  }
}
