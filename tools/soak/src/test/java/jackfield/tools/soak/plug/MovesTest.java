package jackfield.tools.soak.plug;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.tools.soak.bundles.Move;
import jackfield.tools.soak.bundles.Move.Sort;
import jackfield.tools.soak.bundles.Part;
import jackfield.tools.soak.bundles.Scene;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The decisions of the soak about what to plug and unplug. */
class MovesTest {
  private static final int MANY = 2_000;

  private static List<Move> moves(long seed, boolean hasNative) {
    Moves source = new Moves(seed, 2, 3, hasNative);
    Scene scene = Scene.empty();
    List<Move> moves = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      Move move = source.next(scene);
      moves.add(move);
      scene = isRefused(move) ? scene : scene.with(move.part(), move.version());
    }
    return moves;
  }

  private static boolean isRefused(Move move) {
    return move.sort() == Sort.REFUSED || move.sort() == Sort.MISFIT;
  }

  @Test
  void theSameSeedDecidesTheSame() {
    assertThat(moves(7, true)).isEqualTo(moves(7, true)).isNotEqualTo(moves(8, true));
  }

  @Test
  void everySortAndEveryPartHasItsTurn() {
    assertThat(moves(7, true)).extracting(Move::sort).contains(Sort.values());
    assertThat(moves(7, true)).extracting(Move::part).contains(Part.values());
  }

  @Test
  void withoutANativeLibraryNoneIsPlugged() {
    assertThat(moves(7, false)).extracting(Move::part).doesNotContain(Part.NATIVE);
  }

  @Test
  void onlyWhatIsThereIsPulledSwappedOrUpdated() {
    Scene scene = Scene.empty();
    for (Move move : moves(7, true)) {
      if (move.sort() == Sort.MISFIT) {
        assertThat(scene.has(move.part())).isTrue();
      } else if (move.sort() != Sort.REFUSED) {
        assertThat(scene.has(move.part())).isEqualTo(move.sort() != Sort.PLUG);
        assertThat(move.version()).isNotEqualTo(scene.version(move.part()));
        scene = scene.with(move.part(), move.version());
      }
    }
  }
}
