package jackfield.dispatcher.impl.whiteboard;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import jackfield.boxing.RegistrationRefused;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.report.OperatorReport;
import jackfield.schema.OperatorName;
import jackfield.spi.Feature;
import jackfield.spi.KernelRegistrar;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/**
 * Two services of one dispatcher. One thread hears that both are registered. Another hears that the
 * first changed its ranking and was unregistered, and that the second changed its ranking.
 */
@JCStressTest
@Outcome(
    id = "0, 1, 1, 7",
    expect = ACCEPTABLE,
    desc = "The first has left no kernel; the second is plugged, with its last ranking.")
@Outcome(expect = FORBIDDEN, desc = "A kernel without a service, or a service without its kernel.")
@State
public class ServiceOrderStress {
  private static final Object ONE = "first";
  private static final Object TWO = "second";

  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Whiteboard whiteboard = new Whiteboard(dispatcher);
  private final PublishedServices services = new PublishedServices(whiteboard);
  private final AtomicInteger rank =
      new AtomicInteger(); // the service properties that the framework would return
  private final Feature first = new Kernels("first");
  private final Feature second = new Kernels("second");

  /** A feature with one kernel. */
  private record Kernels(String name) implements Feature {
    OperatorName operator() {
      return OperatorName.parse("s::" + name);
    }

    @Override
    public void register(KernelRegistrar kernels) {
      kernels.boxed(operator(), DispatchKey.CPU, (operator, keys, stack) -> {});
    }
  }

  private void bind(Object reference, Feature service) {
    try {
      services.bind(
          reference,
          rank::get,
          () -> Offer.of(service, Provenance.of("acme"), 0),
          whiteboard::plug);
    } catch (RegistrationRefused refused) {
      if (refused.kind() != RegistrationRefused.Kind.SERVICE_GONE) {
        throw refused;
      }
    }
  }

  /** Hears that both services are registered. */
  @Actor
  public void publishes() {
    bind(ONE, first);
    bind(TWO, second);
  }

  /** Hears of the later events. */
  @Actor
  public void changes() {
    rank.set(7);
    services.modify(TWO, second);
    services.modify(ONE, first);
    services.unbind(ONE);
    List<?> _ = whiteboard.unplug(first);
  }

  /** Counts the kernels and the services. */
  @Arbiter
  public void afterwards(IIII_Result result) {
    result.r1 = kernels("first").size();
    result.r2 = kernels("second").size();
    result.r3 = whiteboard.plugged().size();
    result.r4 = kernels("second").getFirst().ranking();
  }

  private List<OperatorReport.Kernel> kernels(String name) {
    return dispatcher
        .report(OperatorName.parse("s::" + name))
        .map(report -> report.kernels().get(DispatchKey.CPU))
        .orElse(List.of());
  }
}
