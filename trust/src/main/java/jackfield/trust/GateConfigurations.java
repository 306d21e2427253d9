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
 * Reads the gate's configurations: its own, any further one with its PID, and the faults of files
 * that could not become a configuration. Declarative Services would pass less. It omits values that
 * it cannot convert and configurations bound to another bundle, and it creates one component for
 * each factory configuration.
 *
 * @param home the folder to which relative paths refer
 */
record GateConfigurations(Path home) {
  /** The gate's configuration. */
  static final String PID = "jackfield.trust";

  /** The PID of the configuration that lists unusable files of settings. */
  static final String FAULTS = "jackfield.settings.faults";

  private static final String EVERY = "*"; // the PID of a fault that concerns all configurations
  private static final String FILTER =
      "(|(service.pid=%1$s)(service.pid=%1$s~*)(service.factoryPid=%1$s)(service.pid=%2$s))"
          .formatted(PID, FAULTS);

  /**
   * Returns whether a change of {@code pid} of the factory {@code factoryPid} concerns the gate.
   */
  static boolean isConcernedBy(String pid, String factoryPid) {
    return PID.equals(pid) || PID.equals(factoryPid) || FAULTS.equals(pid);
  }

  /** Reads the rules from all {@code services}; without any the gate is shut. */
  TrustRules rules(Collection<ConfigurationAdmin> services, Instant now) {
    if (services.isEmpty()) {
      return TrustRules.shut("no Configuration Admin is available for " + PID, List.of());
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
      faults.add("it must not be a factory configuration: " + origins(own));
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
        continue; // created but never updated
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

  private static List<String> faults(Map<String, Object> settings) {
    if (!(settings.get("pids") instanceof String[] pids)
        || !(settings.get("faults") instanceof String[] texts)
        || pids.length != texts.length) {
      return List.of("the configuration " + FAULTS + " is malformed");
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
