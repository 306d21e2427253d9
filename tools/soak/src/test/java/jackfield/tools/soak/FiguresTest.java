package jackfield.tools.soak;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.tools.soak.dispatch.BundleFigures;
import org.junit.jupiter.api.Test;

/** Figures that do not depend on the machine. */
class FiguresTest {
  private static final double NOTHING =
      1e-3; // in a million calls: other threads may allocate a thousand bytes

  @Test
  void aCallAllocatesNothing() {
    assertThat(new BundleFigures(new LocalDispatcher()).bytesOfACall()).isLessThan(NOTHING);
  }
}
