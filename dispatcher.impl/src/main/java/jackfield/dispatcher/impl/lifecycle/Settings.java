package jackfield.dispatcher.impl.lifecycle;

import jackfield.spi.DrainPolicy;
import java.time.Duration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** How bundles come and leave, as configured under {@code jackfield.platform}. */
@Component(service = Settings.class, configurationPid = "jackfield.platform", immediate = true)
@Designate(ocd = Settings.Configuration.class)
public final class Settings {
  private volatile Configuration configuration; // replaced when it is modified

  /** What can be configured. */
  @ObjectClassDefinition(
      name = "Jackfield: plugging",
      description = "How bundles come and leave while calls are inside their kernels")
  public @interface Configuration {
    /** Returns what is done with a bundle that calls stay inside of. */
    @AttributeDefinition(
        description = "WAIT, QUARANTINE or VETO: what is done when the deadline of a drain is over")
    DrainPolicy.Mode drain_mode() default DrainPolicy.Mode.QUARANTINE;

    /** Returns how long calls inside are waited for. */
    @AttributeDefinition(description = "How long the calls inside are waited for, in milliseconds")
    long drain_deadline_millis() default 10_000;

    /** Returns how long new kernels run before they serve. */
    @AttributeDefinition(
        description = "How long a swap calls the new kernels before they serve, in milliseconds")
    long warmUp_millis() default 10;

    /** Returns how long calls wait for a kernel while its bundle is updated. */
    @AttributeDefinition(
        description =
            "How long a call without kernel waits while the bundle that served it is being updated,"
                + " in milliseconds; 0 for not at all")
    long awaitKernel_millis() default 0;

    /** Returns what is done with a bundle that serves otherwise than expected. */
    @AttributeDefinition(
        description =
            "off, warn or refuse: what is done with a bundle whose kernels give other answers than"
                + " the reference or the bundle that it replaces; empty for the defaults below")
    String checks() default "";

    /** Returns the same for a plug alone. */
    @AttributeDefinition(description = "The same for a plug alone; empty for warn")
    String checks_plug() default "";

    /** Returns the same for a swap or an update alone. */
    @AttributeDefinition(description = "The same for a swap or an update alone; empty for refuse")
    String checks_swap() default "";
  }

  /** Creates the component; called by Declarative Services. */
  @Activate
  public Settings(Configuration configuration) {
    this.configuration = configuration;
  }

  @Modified
  void modify(Configuration newConfiguration) {
    configuration = newConfiguration;
  }

  DrainPolicy drainPolicy() {
    Configuration now = configuration;
    return new DrainPolicy(now.drain_mode(), Duration.ofMillis(now.drain_deadline_millis()));
  }

  CheckPolicy plugChecks() {
    Configuration now = configuration;
    return CheckPolicy.parse(now.checks_plug(), now.checks(), "warn");
  }

  CheckPolicy swapChecks() {
    Configuration now = configuration;
    return CheckPolicy.parse(now.checks_swap(), now.checks(), "refuse");
  }

  Duration warmUp() {
    return Duration.ofMillis(configuration.warmUp_millis());
  }

  Duration awaitKernel() {
    return Duration.ofMillis(configuration.awaitKernel_millis());
  }
}
