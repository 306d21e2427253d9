package jackfield.dispatcher.impl.whiteboard;

import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.table.BreakerPolicy;
import java.time.Duration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Configures the circuit breaker. */
@Component(
    service = BreakerComponent.class,
    immediate = true,
    configurationPid = "jackfield.breaker")
@Designate(ocd = BreakerComponent.Settings.class)
public final class BreakerComponent {
  private final LocalDispatcher dispatcher;

  /** The configuration. */
  @ObjectClassDefinition(
      name = "Jackfield circuit breaker",
      description = "Withdraws the kernels of a bundle that fail too often")
  @interface Settings {
    /** Returns the number of failures that trip the breaker. */
    @AttributeDefinition(
        name = "Failures",
        description = "After so many failures of a bundle's kernels they are withdrawn; 0: never",
        min = "0")
    int failures() default 0;

    /** Returns the period of these failures in seconds. */
    @AttributeDefinition(
        name = "Seconds",
        description = "The failures count that happened within so many seconds",
        min = "1")
    int within_seconds() default 60;
  }

  /** Creates the component; called by Declarative Services. */
  @Activate
  public BreakerComponent(@Reference DispatcherComponent dispatcher, Settings settings) {
    this.dispatcher = dispatcher.dispatcher();
    follow(settings);
  }

  @Modified
  void follow(Settings settings) {
    dispatcher.breaker(
        new BreakerPolicy(settings.failures(), Duration.ofSeconds(settings.within_seconds())));
  }

  @Deactivate
  void leave() {
    dispatcher.breaker(BreakerPolicy.OFF);
  }
}
