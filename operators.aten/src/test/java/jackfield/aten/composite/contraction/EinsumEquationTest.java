package jackfield.aten.composite.contraction;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jackfield.error.InvalidArgument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EinsumEquationTest {
  @Test
  void withoutArrowTheResultHasTheLabelsThatOccurOnceInOrder() {
    EinsumEquation equation = new EinsumEquation("ba, aC", 2);
    int capitalC = 2;
    int smallB = 27;
    assertArrayEquals(new int[] {capitalC, smallB}, equation.result());
  }

  @Test
  void anEllipsisComesFirstInAnImpliedResult() {
    int smallA = 26;
    assertArrayEquals(
        new int[] {EinsumEquation.ELLIPSIS, smallA}, new EinsumEquation("a...", 1).result());
  }

  @Test
  void anEmptyResultSumsEverything() {
    assertEquals(0, new EinsumEquation("ij,ij->", 2).result().length);
  }

  @ParameterizedTest
  @ValueSource(strings = {"i,j->i", "i->j", "i->ii", "i->i->i", "......", "i.", "1", "i-", "é"})
  void textsThatAreNoEquationOfOneOperandAreRefused(String text) {
    assertThrows(InvalidArgument.class, () -> new EinsumEquation(text, 1));
  }
}
