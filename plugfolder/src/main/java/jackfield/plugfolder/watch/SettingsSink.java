package jackfield.plugfolder.watch;

import java.io.IOException;
import java.util.Map;

/** Where the settings in the folder {@code plug} go. */
interface SettingsSink {
  /** The setting that names the file that the others are from. */
  String FILE = "jackfield.settings.file";

  /**
   * The configuration that says which others have files that cannot be followed: {@code pids}, and
   * as many {@code faults}. A bundle that must not go on without its settings, as the gate, looks
   * at it.
   */
  String FAULTS = "jackfield.settings.faults";

  /** The pid that stands for all, when the folder cannot be read. */
  String EVERY = "*";

  /** Makes {@code settings} the configuration {@code pid}, be it {@code PID~NAME} of a factory. */
  void put(String pid, Map<String, Object> settings) throws IOException;

  /** Removes the configuration {@code pid}. */
  void delete(String pid) throws IOException;

  /** Says what is wrong, by pid; no other fault is left. */
  void tellFaults(Map<String, String> faults) throws IOException;

  /** Waits until all that was changed has been delivered. */
  void settle() throws IOException;
}
