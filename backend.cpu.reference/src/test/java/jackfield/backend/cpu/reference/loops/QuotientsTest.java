package jackfield.backend.cpu.reference.loops;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class QuotientsTest {
  @Test
  void floorRoundsDown() {
    assertThat(Quotients.floor(7, 2)).isEqualTo(3);
    assertThat(Quotients.floor(-7, 2)).isEqualTo(-4);
    assertThat(Quotients.floor(7, -2)).isEqualTo(-4);
    assertThat(Quotients.floor(-7, -2)).isEqualTo(3);
  }

  @Test
  void floorHeedsTheRemainderWhereTheQuotientRoundsUpToAnInteger() {
    assertThat(1 / 0.1).isEqualTo(10);
    assertThat(Quotients.floor(1, 0.1)).isEqualTo(9);
  }

  @Test
  void floorKeepsTheSignOfZero() {
    assertThat(1 / Quotients.floor(0.0, -3)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(1 / Quotients.floor(0.5, 3)).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void floorByZeroIsInfiniteOrNaN() {
    assertThat(Quotients.floor(1, 0.0)).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(Quotients.floor(1, -0.0)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(Quotients.floor(0, 0)).isNaN();
  }

  @Test
  void truncCutsTowardsZero() {
    assertThat(Quotients.trunc(2.7)).isEqualTo(2);
    assertThat(Quotients.trunc(-2.7)).isEqualTo(-2);
    assertThat(Quotients.trunc(Double.NaN)).isNaN();
  }
}
