package jackfield.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.aten.library.AtenLibrary;
import jackfield.backend.cpu.reference.ReferenceBackend;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.kernel.Provenance;
import jackfield.memory.Device;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
final class DeviceCasesTest {
  private static final long BYTES = 1024; // 16 by 16 elements

  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Aten aten = Aten.of(dispatcher);

  DeviceCasesTest() {
    Whiteboard whiteboard = new Whiteboard(dispatcher);
    whiteboard.plug(new AtenLibrary(), Provenance.of("operators.aten"), 0);
    whiteboard.plug(new ReferenceBackend(), Provenance.of("backend.cpu.reference"), 0);
  }

  private List<Case> cases() {
    return new DeviceCases(aten, new Inputs(aten, Device.CPU), BYTES).cases();
  }

  @Test
  void eachCaseRuns() {
    assertThat(cases())
        .hasSize(11)
        .allSatisfy(each -> assertThat(each.loop().run(2)).as(each.name()).isNotNull());
  }

  @Test
  void aCopyMovesEachByteTwice() {
    Case copy = cases().getFirst();
    assertThat(copy.name()).isEqualTo("device.copy");
    assertThat(copy.work()).isEqualTo(Case.Work.bytes(2 * BYTES));
  }

  @Test
  void aRunEndsWithTheWaitForTheDevice() {
    List<String> order = new ArrayList<>();
    Case one = new Case("one", times -> order.add("run " + times), 1);
    assertThat(one.before(() -> order.add("waited")).loop().run(3)).isEqualTo(true);
    assertThat(order).containsExactly("run 3", "waited");
  }
}
