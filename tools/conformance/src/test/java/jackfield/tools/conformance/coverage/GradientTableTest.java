package jackfield.tools.conformance.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.conformance.gradient.DifferenceCheck.Answer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class GradientTableTest {
  private static LedgerEntry entry(String operator, String file, Support derivative) {
    return new LedgerEntry(
        operator, true, Set.of(file), 3, Map.of(Ledger.DERIVATIVE, derivative), Set.of());
  }

  @Test
  void aRowCountsTheCallsOfItsFileAndOperatorsThatDifferAreNamed() {
    Ledger ledger =
        new Ledger(
            List.of(Ledger.DERIVATIVE),
            List.of(
                entry("aten::add.Tensor", "binary", Support.OWN),
                entry("aten::ceil", "unary", Support.OWN)));
    GradientChecks checks =
        new GradientChecks(
            Map.of(
                "aten::add.Tensor", List.of(Answer.AGREES, Answer.AGREES, Answer.UNDECIDED),
                "aten::ceil", List.of(Answer.AGREES, Answer.DIFFERS)));

    List<String> lines = GradientTable.of(ledger, checks);

    assertThat(lines.stream().map(line -> line.strip().replaceAll(" +", " ")))
        .containsExactly(
            "recordings operators calls agree differ undecided",
            "binary 1 3 2 0 1",
            "unary 1 2 1 1 0",
            "not recorded 0 0 0 0 0",
            "all 2 5 3 1 1",
            "",
            "differ: aten::ceil");
  }
}
