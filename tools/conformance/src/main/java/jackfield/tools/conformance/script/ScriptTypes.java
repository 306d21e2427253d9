package jackfield.tools.conformance.script;

import jackfield.schema.OperatorName;
import java.util.HashMap;
import java.util.Map;

/** The types of a script's typed operators, one for each name and signature. */
final class ScriptTypes {
  private static final Map<String, String> SIGNATURES =
      Map.ofEntries(
          Map.entry("u1", "(Tensor a) -> Tensor"),
          Map.entry("u2", "(Tensor a, Tensor b) -> Tensor"),
          Map.entry("u3", "(Tensor? a, Tensor[] b, int n) -> Tensor"),
          Map.entry("u4", "(Tensor?[] a) -> Tensor"),
          Map.entry("u5", "(int n) -> int"),
          Map.entry("u6", "(Generator? g, int n) -> Tensor"),
          Map.entry("t_t", "(Tensor a) -> Tensor"),
          Map.entry("t_T", "(Tensor a) -> Tensor"),
          Map.entry("t_tt", "(Tensor a, Tensor b) -> Tensor"),
          Map.entry("i_i", "(int n) -> int"));

  private final Map<String, ScriptOperator.Type> types = new HashMap<>();

  ScriptOperator.Type of(OperatorName operator, String signature) {
    String text = SIGNATURES.get(signature);
    if (text == null) {
      throw new IllegalArgumentException("no signature is called " + signature);
    }
    return types.computeIfAbsent(operator + text, _ -> ScriptOperator.type(operator, text));
  }
}
