package jackfield.tools.soak.plug;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.tools.soak.bundles.BundleChange;
import jackfield.tools.soak.bundles.BundleChange.Sort;
import jackfield.tools.soak.bundles.Part;
import jackfield.tools.soak.bundles.PluggedSet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The decisions of the soak about what to plug and unplug. */
class RandomChangesTest {
  private static final int MANY = 2_000;

  private static List<BundleChange> changes(long seed, boolean hasNative) {
    RandomChanges source = new RandomChanges(seed, 2, 3, hasNative);
    PluggedSet set = PluggedSet.empty();
    List<BundleChange> changes = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      BundleChange change = source.next(set);
      changes.add(change);
      set = isRefused(change) ? set : set.with(change.part(), change.version());
    }
    return changes;
  }

  private static boolean isRefused(BundleChange change) {
    return change.sort() == Sort.REFUSED || change.sort() == Sort.MISFIT;
  }

  @Test
  void theSameSeedDecidesTheSame() {
    assertThat(changes(7, true)).isEqualTo(changes(7, true)).isNotEqualTo(changes(8, true));
  }

  @Test
  void everySortAndEveryPartHasItsTurn() {
    assertThat(changes(7, true)).extracting(BundleChange::sort).contains(Sort.values());
    assertThat(changes(7, true)).extracting(BundleChange::part).contains(Part.values());
  }

  @Test
  void withoutANativeLibraryNoneIsPlugged() {
    assertThat(changes(7, false)).extracting(BundleChange::part).doesNotContain(Part.NATIVE);
  }

  @Test
  void onlyWhatIsThereIsPulledSwappedOrUpdated() {
    PluggedSet set = PluggedSet.empty();
    for (BundleChange change : changes(7, true)) {
      if (change.sort() == Sort.MISFIT) {
        assertThat(set.has(change.part())).isTrue();
      } else if (change.sort() != Sort.REFUSED) {
        assertThat(set.has(change.part())).isEqualTo(change.sort() != Sort.PLUG);
        assertThat(change.version()).isNotEqualTo(set.version(change.part()));
        set = set.with(change.part(), change.version());
      }
    }
  }
}
