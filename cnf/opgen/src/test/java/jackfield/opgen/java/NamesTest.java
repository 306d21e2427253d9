package jackfield.opgen.java;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.schema.OperatorName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NamesTest {
  @ParameterizedTest
  @CsvSource({
    "aten::add.Tensor, AddTensor, add, ADD_TENSOR",
    "aten::add_.Tensor, Add_Tensor, add_, ADD__TENSOR",
    "aten::_softmax, _Softmax, _softmax, _SOFTMAX",
    "aten::cross_entropy_loss, CrossEntropyLoss, crossEntropyLoss, CROSS_ENTROPY_LOSS",
    "aten::sum.dim_IntList, SumDimIntList, sum, SUM_DIM_INT_LIST",
    "aten::norm.ScalarOpt_dim, NormScalarOptDim, norm, NORM_SCALAR_OPT_DIM",
    "aten::__and__.Tensor, __And__Tensor, __and__, __AND___TENSOR",
  })
  void operatorsAreNamedAsTheirSchemasWithoutInnerUnderscores(
      String operator, String type, String method, String constant) {
    OperatorName name = OperatorName.parse(operator);
    assertThat(Names.classOf(name)).isEqualTo(type);
    assertThat(Names.methodOf(name)).isEqualTo(method);
    assertThat(Names.constantOf(name)).isEqualTo(constant);
  }

  @Test
  void aFamilyLeavesOutThatItsOverloadIsForTensors() {
    assertThat(Names.structureOf(OperatorName.parse("aten::eq.Tensor"))).isEqualTo("EqStructure");
    assertThat(Names.structureOf(OperatorName.parse("aten::eq.Scalar")))
        .isEqualTo("EqScalarStructure");
  }

  @ParameterizedTest
  @CsvSource({"self, self", "half_to_float, halfToFloat", "default, default_", "keys, keys_"})
  void variablesKeepClearOfKeywordsAndOfWhatGeneratedMethodsDeclare(
      String argument, String variable) {
    assertThat(Names.variable(argument)).isEqualTo(variable);
  }
}
