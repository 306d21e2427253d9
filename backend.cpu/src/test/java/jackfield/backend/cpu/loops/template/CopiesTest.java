package jackfield.backend.cpu.loops.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import org.junit.jupiter.api.Test;

/** The copies of templates that the build makes. */
final class CopiesTest {
  @Test
  void theBundleHasEachListedCopyAsItIsFilledNow() throws Exception {
    assertThat(Copies.listed()).isSorted().doesNotHaveDuplicates().hasSizeGreaterThan(50);
    for (String copy : Copies.listed()) {
      try (InputStream file = Template.class.getClassLoader().getResourceAsStream(copy)) {
        assertThat(file).as(copy).isNotNull();
        assertThat(file.readAllBytes()).as(copy).isEqualTo(Copies.bytecode(copy));
      }
    }
  }
}
