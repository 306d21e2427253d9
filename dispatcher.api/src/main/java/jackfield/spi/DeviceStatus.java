package jackfield.spi;

import java.util.List;

/**
 * Tells which devices of a kind can be used, or why none can; an OSGi service of the bundle that
 * looks for them. Shells and tools show it.
 *
 * <p><em>Threads</em>: safe for all.
 */
public interface DeviceStatus {
  /** Returns the kind of device, such as {@code cuda}. */
  String device();

  /** Returns why no device can be used now, in a line; empty if one can. */
  String problem();

  /** Returns what to try about the problem, in a line; empty if there is none. */
  String remedy();

  /** Returns a line for each device: its name and its state. Another tells of a fallback. */
  List<String> devices();
}
