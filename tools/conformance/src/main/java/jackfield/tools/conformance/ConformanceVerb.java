package jackfield.tools.conformance;

import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.DispatcherFactory;
import jackfield.spi.Platform;
import jackfield.tensor.Autograd;
import java.util.List;
import java.util.function.ToIntFunction;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;

/** The verb {@code conformance}. */
@Component(service = ToIntFunction.class, property = "jackfield.verb=conformance")
public final class ConformanceVerb implements ToIntFunction<List<String>> {
  private final PluggedTarget target;

  /** Creates the component; called by Declarative Services. */
  @Activate
  public ConformanceVerb(
      BundleContext context,
      @Reference Dispatcher dispatcher,
      @Reference DispatcherFactory dispatchers,
      @Reference(cardinality = ReferenceCardinality.OPTIONAL) Autograd autograd,
      @Reference Platform platform) {
    target = PluggedTarget.of(context, dispatcher, dispatchers, autograd, platform);
  }

  @Override
  public int applyAsInt(List<String> arguments) {
    return ConformanceCommand.run(target, target, System.out, System.err, arguments);
  }
}
