package jackfield.trust;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;

/**
 * Reads what is configured for the gate, all of it: its own configuration, any that claims to be
 * one more, and the faults of files that became none. What Declarative Services would hand over is
 * less: it leaves out what it cannot convert and what is bound to another bundle, and makes one
 * component of each configuration of a factory.
 *
 * @param home where relative paths begin
 */
record Configured(Path home) {
  /** The gate's configuration. */
  static final String PID = "jackfield.trust";

  /** The configuration that names files of settings that cannot be followed. */
  static final String FAULTS = "jackfield.settings.faults";

  private static final String EVERY = "*"; // the pid that stands for all
  private static final String FILTER =
      "(|(service.pid=%1$s)(service.pid=%1$s~*)(service.factoryPid=%1$s)(service.pid=%2$s))"
          .formatted(PID, FAULTS);

  /**
   * Returns whether a change of {@code pid}, of the factory {@code factoryPid}, is for the gate.
   */
  static boolean isConcernedBy(String pid, String factoryPid) {
    return PID.equals(pid) || PID.equals(factoryPid) || FAULTS.equals(pid);
  }

  /** Reads the rules from all of {@code services}; none of them means a shut gate. */
  TrustRules rules(Collection<ConfigurationAdmin> services, Instant now) {
    if (services.isEmpty()) {
      return TrustRules.shut("no Configuration Admin is there to ask for " + PID, List.of());
    }
    List<Map<String, Object>> own = new ArrayList<>();
    List<String> faults = new ArrayList<>();
    try {
      for (ConfigurationAdmin service : services) {
        read(service, own, faults);
      }
    } catch (IOException | InvalidSyntaxException | RuntimeException unreadable) {
      return TrustRules.shut(PID + " cannot be read: " + unreadable, own);
    }
    if (own.size() > 1) {
      faults.add("%d configurations are for %s: %s".formatted(own.size(), PID, origins(own)));
    } else if (own.stream().anyMatch(settings -> settings.containsKey("service.factoryPid"))) {
      faults.add("it is no configuration of a factory: " + origins(own));
    }
    if (!faults.isEmpty()) {
      return TrustRules.shut(String.join("; ", faults), own);
    }
    return TrustRules.of(own.isEmpty() ? Map.of() : own.getFirst(), home, now);
  }

  private static void read(
      ConfigurationAdmin service, List<Map<String, Object>> own, List<String> faults)
      throws IOException, InvalidSyntaxException {
    Configuration[] found = service.listConfigurations(FILTER);
    for (Configuration each : Optional.ofNullable(found).orElse(new Configuration[0])) {
      var settings = each.getProperties();
      if (settings == null) {
        continue; // made, but never given anything
      }
      Map<String, Object> copy = new TreeMap<>();
      Collections.list(settings.keys()).forEach(key -> copy.put(key, settings.get(key)));
      if (FAULTS.equals(each.getPid())) {
        faults.addAll(faults(copy));
      } else {
        own.add(copy);
      }
    }
  }

  private static List<String> faults(Map<String, Object> told) {
    if (!(told.get("pids") instanceof String[] pids)
        || !(told.get("faults") instanceof String[] texts)
        || pids.length != texts.length) {
      return List.of("the configuration " + FAULTS + " is not understood");
    }
    List<String> faults = new ArrayList<>();
    for (int index = 0; index < pids.length; index++) {
      if (List.of(PID, EVERY).contains(pids[index]) || pids[index].startsWith(PID + "~")) {
        faults.add(texts[index]);
      }
    }
    return faults;
  }

  private static String origins(List<Map<String, Object>> own) {
    return own.stream()
        .map(settings -> settings.getOrDefault(TrustRules.FILE, settings.get("service.pid")))
        .map(String::valueOf)
        .sorted()
        .collect(Collectors.joining(", "));
  }
}
