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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The check of the platform before it plugs this backend. With {@code -Dcopies.refresh=true}, which
 * needs a JVM of its own, it lists the copies of templates that the check needs anew.
 */
final class PlugCheckTest {
  private static final Path COPIES =
      Path.of("src/test/resources/jackfield/backend/cpu/loops/template/copies.txt");
  private static final Logger TEMPLATES =
      Logger.getLogger("jackfield.backend.cpu.loops.template.Template");

  private final Set<String> read = new TreeSet<>(); // copies that the build made
  private final Set<String> filled = new TreeSet<>();
  private final Handler listener = new Listener();

  /** Records what the log of templates says. */
  private final class Listener extends Handler {
    @Override
    public void publish(LogRecord entry) {
      Set<String> files = entry.getMessage().startsWith("reads") ? read : filled;
      files.add(String.valueOf(entry.getParameters()[0]));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @BeforeEach
  void listen() {
    TEMPLATES.setLevel(Level.FINE);
    TEMPLATES.setUseParentHandlers(false);
    TEMPLATES.addHandler(listener);
  }

  @AfterEach
  void stopListening() {
    TEMPLATES.removeHandler(listener);
    TEMPLATES.setUseParentHandlers(true);
    TEMPLATES.setLevel(null);
  }

  @Tag("slow")
  @Test
  void everyKernelIsComparedWithTheReference() throws IOException {
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
    if (Boolean.getBoolean("copies.refresh")) {
      filled.addAll(read);
      Files.write(COPIES, filled);
    } else {
      assertThat(filled).as("copies that the build does not make").isEmpty();
    }
  }
}
