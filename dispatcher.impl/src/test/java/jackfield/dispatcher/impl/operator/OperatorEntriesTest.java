package jackfield.dispatcher.impl.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.schema.OperatorName;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class OperatorEntriesTest {
  private final OperatorEntries entries = new OperatorEntries();

  private static OperatorEntry entry(String name) {
    return new OperatorEntry(OperatorName.parse(name), 1, null);
  }

  private OperatorEntry added(String name) {
    OperatorEntry added = entry(name);
    entries.add(added);
    return added;
  }

  @Test
  void entriesAreFoundAndListedByName() {
    OperatorEntry second = added("t::b");
    OperatorEntry first = added("t::a");
    OperatorEntry fourth = added("t::d");
    OperatorEntry third = added("t::c");
    assertThat(entries.sorted()).containsExactly(first, second, third, fourth);
    assertThat(Stream.of("t::a", "t::b", "t::c", "t::d", "t::e").map(OperatorName::parse))
        .map(entries::find)
        .containsExactly(first, second, third, fourth, null);
  }

  @Test
  void anOperatorHasOneEntry() {
    OperatorEntry first = added("t::a");
    assertThatThrownBy(() -> added("t::a")).isInstanceOf(IllegalArgumentException.class);
    entries.remove(entry("t::a"));
    assertThat(entries.sorted()).containsExactly(first);
    entries.remove(first);
    assertThat(entries.sorted()).isEmpty();
  }

  @Test
  void entriesAreFoundWhateverCameAndWent() {
    Map<OperatorName, OperatorEntry> expected = new HashMap<>();
    Random random = new Random(5);
    for (int step = 0; step < 20_000; step++) {
      OperatorName name = OperatorName.parse("t::o" + random.nextInt(300));
      OperatorEntry present = expected.remove(name);
      if (present == null) {
        expected.put(name, added(name.toString()));
      } else {
        entries.remove(present);
      }
      OperatorName asked = OperatorName.parse("t::o" + random.nextInt(300));
      assertThat(entries.find(asked)).isSameAs(expected.get(asked));
      assertThat(entries.size()).isEqualTo(expected.size());
    }
    assertThat(entries.all()).containsExactlyInAnyOrderElementsOf(expected.values());
  }

  @Test
  void aCopyIsChangedAlone() {
    OperatorEntry first = added("t::a");
    OperatorEntries copy = entries.copy();
    copy.remove(first);
    assertThat(copy.sorted()).isEmpty();
    assertThat(entries.sorted()).containsExactly(first);
  }
}
