package jackfield.aten.random;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.tensor.Generator;
import org.junit.jupiter.api.Test;

/** The known answers are those that Random123 publishes for {@code philox4x32} with ten rounds. */
final class PhiloxTest {
  @Test
  void zerosGiveTheKnownAnswer() {
    assertThat(new Philox(0, 0).block(0))
        .containsExactly(0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8);
  }

  @Test
  void onesGiveTheKnownAnswer() {
    assertThat(new Philox(-1, -1).block(-1))
        .containsExactly(0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd);
  }

  @Test
  void digitsOfPiGiveTheKnownAnswer() {
    assertThat(new Philox(0x299f31d0_a4093822L, 0x85a308d3_243f6a88L).block(0x03707344_13198a2eL))
        .containsExactly(0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1);
  }

  @Test
  void theOffsetIsTheLowerHalfOfTheCounterInBlocks() {
    Philox words = Philox.of(new Generator.State(7, 5 * Generator.STEP));
    assertThat(words.block(3)).containsExactly(new Philox(7, 5).block(3));
  }

  @Test
  void aWordIsPartOfItsBlockInAnyOrder() {
    Philox words = new Philox(1, 2);
    int[] third = new Philox(1, 2).block(2);
    int[] first = new Philox(1, 2).block(0);
    assertThat(words.word(11)).isEqualTo(third[3]);
    assertThat(words.word(0)).isEqualTo(first[0]);
    assertThat(words.word(8)).isEqualTo(third[0]);
    assertThat(words.word(10)).isEqualTo(third[2]);
  }

  @Test
  void thePairsAreTheWordsWithTheFirstOneLow() {
    Philox words = new Philox(1, 2);
    int[] block = new Philox(1, 2).block(1);
    long expected = (long) block[3] << 32 | Integer.toUnsignedLong(block[2]);
    assertThat(words.pair(3)).isEqualTo(expected);
  }
}
