package jackfield.dispatcher.impl.lifecycle;

import jackfield.spi.DrainPolicy;
import java.time.Duration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The settings of plug, unplug and swap, configured under {@code jackfield.platform}. */
@Component(service = Settings.class, configurationPid = "jackfield.platform", immediate = true)
@Designate(ocd = Settings.Configuration.class)
public final class Settings {
  private volatile Configuration configuration; // replaced by modify

  /** The properties of the configuration. */
  @ObjectClassDefinition(
      name = "Jackfield: plugging",
      description = "How bundles are plugged and unplugged while threads execute their kernels")
  public @interface Configuration {
    /** Returns what happens to a bundle whose drain exceeds its deadline. */
    @AttributeDefinition(
        description = "WAIT, QUARANTINE or VETO: what happens when the deadline of a drain is over")
    DrainPolicy.Mode drain_mode() default DrainPolicy.Mode.QUARANTINE;

    /** Returns the deadline of a drain in milliseconds. */
    @AttributeDefinition(
        description = "How long a drain waits for calls inside the kernels, in milliseconds")
    long drain_deadline_millis() default 10_000;

    /** Returns how long a swap warms new kernels up at most, in milliseconds. */
    @AttributeDefinition(
        description =
            "How long a swap calls the new kernels of the operators in use before it commits them,"
                + " at most, in milliseconds; 0 for not at all")
    long warmUp_millis() default 0;

    /** Returns how long calls wait for a kernel during an update, in milliseconds. */
    @AttributeDefinition(
        description =
            "How long a call without a kernel waits while the bundle with its kernel is being"
                + " updated, in milliseconds; 0 for not at all")
    long awaitKernel_millis() default 0;

    /** Returns the policy for a bundle whose kernels give unexpected results. */
    @AttributeDefinition(
        description =
            "off, warn or refuse: what happens to a bundle whose kernels give other results than"
                + " the reference or the bundle that it replaces; empty for the defaults below")
    String checks() default "";

    /** Returns the check policy of a plug. */
    @AttributeDefinition(description = "The same for a plug only; empty for warn")
    String checks_plug() default "";

    /** Returns the check policy of a swap or an update. */
    @AttributeDefinition(description = "The same for a swap or an update only; empty for refuse")
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
