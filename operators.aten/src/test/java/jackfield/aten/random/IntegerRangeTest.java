package jackfield.aten.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

final class IntegerRangeTest {
  private static final Philox WORDS = new Philox(11, 12);
  private static final int DRAWS = 10_000;

  @Test
  void theEndIsThatOfTheTypeIfNoneIsGiven() {
    assertThat(IntegerRange.of(DType.BOOL, 0, null)).isEqualTo(new IntegerRange(0, 2));
    assertThat(IntegerRange.of(DType.UINT8, 0, null)).isEqualTo(new IntegerRange(0, 256));
    assertThat(IntegerRange.of(DType.INT8, -128, null)).isEqualTo(new IntegerRange(-128, 256));
    assertThat(IntegerRange.of(DType.INT16, 0, null)).isEqualTo(new IntegerRange(0, 1 << 15));
    assertThat(IntegerRange.of(DType.INT32, 0, null)).isEqualTo(new IntegerRange(0, 1L << 31));
    assertThat(IntegerRange.of(DType.INT64, 0, null))
        .isEqualTo(new IntegerRange(0, Long.MIN_VALUE)); // 2⁶³, unsigned
    assertThat(IntegerRange.of(DType.INT64, Long.MIN_VALUE, null))
        .isEqualTo(new IntegerRange(Long.MIN_VALUE, 0)); // all 2⁶⁴
  }

  @Test
  void floatingTypesEndWhereTheyRepresentEachInteger() {
    assertThat(IntegerRange.of(DType.FLOAT16, 0, null).count()).isEqualTo((1 << 11) + 1);
    assertThat(IntegerRange.of(DType.BFLOAT16, 0, null).count()).isEqualTo((1 << 8) + 1);
    assertThat(IntegerRange.of(DType.FLOAT32, 0, null).count()).isEqualTo((1 << 24) + 1);
    assertThat(IntegerRange.of(DType.FLOAT64, 0, null).count()).isEqualTo((1L << 53) + 1);
  }

  @Test
  void boundsBetweenNumbersOfTheTypeMoveInwards() {
    assertThat(IntegerRange.of(DType.BFLOAT16, 257, 512L)).isEqualTo(new IntegerRange(258, 253));
    assertThat(IntegerRange.of(DType.BFLOAT16, -511, -256L)).isEqualTo(new IntegerRange(-510, 253));
  }

  @Test
  void rangesWithoutAnIntegerAreRefused() {
    refused(DType.INT64, 3, 3L, "from");
    refused(DType.INT64, 4, 3L, "from");
    refused(DType.BFLOAT16, 257, 258L, "from");
  }

  @Test
  void boundsOutsideOfTheTypeAreRefused() {
    refused(DType.UINT8, -1, 3L, "from");
    refused(DType.UINT8, 0, 257L, "to");
    refused(DType.BOOL, 0, 3L, "to");
    refused(DType.INT8, -129, null, "from");
    refused(DType.FLOAT16, 0, 65506L, "to");
    assertThat(IntegerRange.of(DType.FLOAT16, 0, 65505L).count()).isEqualTo(65505);
  }

  @Test
  void integersAreTheUpperHalfOfTheProductOfCountAndWords() {
    for (long count : new long[] {1, 2, 3, 10, 1L << 32}) {
      expect(new IntegerRange(-5, count), count, 1);
    }
    for (long count : new long[] {(1L << 32) + 1, Long.MAX_VALUE, Long.MIN_VALUE, -1, 0}) {
      expect(new IntegerRange(-5, count), count, 2);
    }
  }

  private static void expect(IntegerRange range, long count, int pairs) {
    BigInteger many = count == 0 ? BigInteger.TWO.pow(64) : unsigned(count);
    for (int draw = 0; draw < DRAWS; draw++) {
      BigInteger words = BigInteger.ZERO;
      for (int pair = pairs - 1; pair >= 0; pair--) {
        words = words.shiftLeft(64).add(unsigned(WORDS.pair((long) draw * pairs + pair)));
      }
      long expected = -5 + words.multiply(many).shiftRight(64 * pairs).longValue();
      assertThat(range.value(WORDS, draw)).as("%d of %s", draw, many).isEqualTo(expected);
    }
  }

  private static BigInteger unsigned(long value) {
    return new BigInteger(Long.toUnsignedString(value));
  }

  private static void refused(DType type, long from, Long to, String argument) {
    assertThatThrownBy(() -> IntegerRange.of(type, from, to))
        .isInstanceOfSatisfying(
            InvalidArgument.class,
            error -> {
              assertThat(error.operator()).isEqualTo("random_");
              assertThat(error.argument()).isEqualTo(argument);
            });
  }
}
