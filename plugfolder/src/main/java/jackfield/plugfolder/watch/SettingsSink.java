package jackfield.plugfolder.watch;

import java.io.IOException;
import java.util.Map;

/** Receives the settings in the folder {@code plug}. */
interface SettingsSink {
  /** The key of the path of the file that contains the settings. */
  String FILE = "jackfield.settings.file";

  /**
   * The PID of the configuration that lists faulty files: {@code pids}, and as many {@code faults}.
   * A bundle that must not run without its settings, such as the trust gate, reads it.
   */
  String FAULTS = "jackfield.settings.faults";

  /** The pid in the list that means all configurations, if the folder cannot be read. */
  String EVERY = "*";

  /** Sets the configuration {@code pid}, or {@code PID~NAME} of a factory. */
  void put(String pid, Map<String, Object> settings) throws IOException;

  /** Removes the configuration {@code pid}. */
  void delete(String pid) throws IOException;

  /** Replaces the list of faults by {@code faults}, by pid. */
  void tellFaults(Map<String, String> faults) throws IOException;

  /** Waits until all changes are delivered to their components. */
  void settle() throws IOException;
}
