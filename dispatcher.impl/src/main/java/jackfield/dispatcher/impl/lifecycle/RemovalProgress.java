package jackfield.dispatcher.impl.lifecycle;

import jackfield.dispatcher.impl.whiteboard.WhiteboardComponent;
import jackfield.spi.DrainPolicy;
import jackfield.spi.Platform;
import jackfield.spi.Platform.Removal.State;
import java.time.Instant;
import java.util.List;
import org.osgi.framework.Bundle;

/**
 * The state of one removal, for reports: which bundle is removed since when, and why it is in
 * quarantine.
 *
 * <p><em>Threads</em>: safe for all.
 */
final class RemovalProgress {
  private final Bundle bundle;
  private final String name;
  private final String version;
  private final DrainPolicy policy;
  private final Instant since = Instant.now();
  private State state = State.DRAINING; // guarded by this
  private String verdict = ""; // guarded by this

  RemovalProgress(Bundle bundle, DrainPolicy policy) {
    this.bundle = bundle;
    this.name = WhiteboardComponent.shortName(bundle);
    this.version = bundle.getVersion().toString();
    this.policy = policy;
  }

  String name() {
    return name;
  }

  String version() {
    return version;
  }

  /** Returns whether a request that asks for {@code asked} means this bundle. */
  boolean isNamed(String asked) {
    return asked.equals(name) || asked.equals(name + ":" + version);
  }

  /** Sets the state, with the reason where the bundle is quarantined. */
  synchronized void move(State next, String why) {
    state = next;
    verdict = why;
  }

  /** Returns the report; it lists the calls that {@code wait} waits for. */
  synchronized Platform.Removal report(DrainWait wait) {
    boolean isInside = state == State.DRAINING || state == State.QUARANTINED;
    return new Platform.Removal(
        name,
        version,
        bundle.getBundleId(),
        state,
        since,
        policy,
        verdict,
        isInside ? wait.inside() : List.of());
  }
}
