package jackfield.dispatcher.impl.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.schema.OperatorName;
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
    assertThat(entries.all()).containsExactly(first, second, third, fourth);
    assertThat(Stream.of("t::a", "t::b", "t::c", "t::d", "t::e").map(OperatorName::parse))
        .map(entries::find)
        .containsExactly(first, second, third, fourth, null);
  }

  @Test
  void anOperatorHasOneEntry() {
    OperatorEntry first = added("t::a");
    assertThatThrownBy(() -> added("t::a")).isInstanceOf(IllegalArgumentException.class);
    entries.remove(entry("t::a"));
    assertThat(entries.all()).containsExactly(first);
    entries.remove(first);
    assertThat(entries.all()).isEmpty();
  }

  @Test
  void aCopyIsChangedAlone() {
    OperatorEntry first = added("t::a");
    OperatorEntries copy = entries.copy();
    copy.remove(first);
    assertThat(copy.all()).isEmpty();
    assertThat(entries.all()).containsExactly(first);
  }
}
