package jackfield.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.library.AtenLibrary;
import jackfield.backend.cpu.reference.ReferenceBackend;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.selfcheck.CheckOutcome;
import jackfield.dispatcher.impl.selfcheck.SelfChecks;
import jackfield.dispatcher.impl.whiteboard.Offer;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.kernel.Provenance;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The check of the platform before it plugs this backend. */
final class PlugCheckTest {
  @Tag("slow")
  @Test
  void everyKernelIsComparedWithTheReference() {
    LocalDispatcher dispatcher = new LocalDispatcher();
    Whiteboard whiteboard = new Whiteboard(dispatcher);
    whiteboard.plug(new AtenLibrary(), Provenance.of("operators.aten"), 0);
    whiteboard.plug(new ReferenceBackend(), Provenance.of("backend.cpu.reference"), -100);
    Offer added = Offer.of(new CpuBackend(), Provenance.of("backend.cpu"), 0);

    CheckOutcome outcome =
        new SelfChecks(dispatcher, whiteboard.offers(), List.of(), List.of(added)).run(List.of());

    assertThat(outcome.skipped()).isEmpty();
    assertThat(outcome.isSame()).as(outcome.details()).isTrue();
    assertThat(outcome.asked()).isPositive();
  }
}
