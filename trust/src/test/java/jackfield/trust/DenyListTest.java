package jackfield.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.osgi.framework.Version;

class DenyListTest {
  private static boolean denies(String list, String bundle, String version) {
    return DenyList.parse(list).match(bundle, Version.parseVersion(version)).isPresent();
  }

  @Test
  void aNameAloneMeansEveryVersion() {
    assertThat(denies("acme.bad", "acme.bad", "0.0.0")).isTrue();
    assertThat(denies("acme.bad", "acme.bad", "7.1.0")).isTrue();
    assertThat(denies("acme.bad", "acme.badly", "7.1.0")).isFalse();
  }

  @Test
  void aRangeMeansTheVersionsInIt() {
    String list = "acme.bad;version=\"[1.0,1.4)\"";
    assertThat(denies(list, "acme.bad", "1.3.9")).isTrue();
    assertThat(denies(list, "acme.bad", "1.4.0")).isFalse();
  }

  @Test
  void severalEntriesStandInOneTextOrInMany() {
    String both = "acme.bad;version=[1.0,1.4), acme.worse;version=2 ,third";
    assertThat(denies(both, "acme.bad", "1.0.0")).isTrue();
    assertThat(denies(both, "acme.worse", "1.9.0")).isFalse();
    assertThat(denies(both, "acme.worse", "2.0.0")).isTrue();
    assertThat(denies(both, "third", "1.0.0")).isTrue();
    assertThat(DenyList.parse("a", "b").entries()).hasSize(2);
    assertThat(DenyList.parse("", " ").entries()).isEmpty();
  }

  @Test
  void aMalformedEntryIsAnError() {
    assertThatThrownBy(() -> DenyList.parse("acme.bad;versions=1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("acme.bad;versions=1");
    assertThatThrownBy(() -> DenyList.parse("acme.bad;version=[2,1"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
