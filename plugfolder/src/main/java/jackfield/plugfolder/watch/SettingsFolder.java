package jackfield.plugfolder.watch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes the configurations follow the files of settings in the folder {@code plug}.
 *
 * <p>A file that cannot be followed changes nothing, and says so once, with file and place. Its
 * fault is handed on beside the configurations ({@link SettingsSink#FAULTS}): before a setting is
 * changed when it is new, after all settings when it is over, so that nobody who looks sees the
 * settings of a faulty folder without the fault. The same holds where two files are for one
 * configuration, since either may be the one that is meant. A file that is being written is waited
 * for: it counts when two looks find it alike, or at the first look. Not for several threads.
 */
final class SettingsFolder {
  private final Path folder;
  private final SettingsSink sink;
  private final Function<String, String> properties;
  private final Consumer<String> tell;
  private final Map<Path, String> stamps = new HashMap<>(); // what a file looked like last
  private final Map<Path, Reading> readings = new HashMap<>();
  private final Map<String, Map<String, Object>> applied = new HashMap<>(); // by pid
  private Map<String, String> faults = Map.of(); // by pid, as they were handed on last
  private Set<String> told = Set.of();

  /** What was read of a file that looked like {@code stamp}; an empty fault for none. */
  private record Reading(String stamp, Map<String, Object> settings, String fault) {}

  SettingsFolder(
      Path folder, SettingsSink sink, Function<String, String> properties, Consumer<String> tell) {
    this.folder = folder;
    this.sink = sink;
    this.properties = properties;
    this.tell = tell;
  }

  /** Looks once; what is there is in force when this returns. */
  void look(boolean isFirst) throws IOException {
    Map<String, List<SettingsFile>> files;
    try {
      files = files();
    } catch (IOException unreadable) {
      handOn(Map.of(SettingsSink.EVERY, folder + " cannot be read: " + reason(unreadable)));
      return;
    }
    readings.keySet().retainAll(paths(files));
    stamps.keySet().retainAll(paths(files));
    files.values().forEach(several -> several.forEach(file -> read(file, isFirst)));
    Map<String, String> found = new TreeMap<>();
    files.forEach((pid, several) -> faultOf(several, found));
    Map<String, String> all = new TreeMap<>(faults);
    all.putAll(found);
    handOn(all);
    boolean isChanged = apply(files, found);
    handOn(found);
    if (isChanged) {
      sink.settle();
    }
  }

  private Map<String, List<SettingsFile>> files() throws IOException {
    try (Stream<Path> listed = Files.list(folder)) {
      return listed
          .filter(SettingsFile::isOne)
          .sorted()
          .map(SettingsFile::of)
          .collect(Collectors.groupingBy(SettingsFile::pid, TreeMap::new, Collectors.toList()));
    } catch (UncheckedIOException unreadable) {
      throw unreadable.getCause();
    }
  }

  private static Set<Path> paths(Map<String, List<SettingsFile>> files) {
    Set<Path> paths = new HashSet<>();
    files.values().forEach(several -> several.forEach(file -> paths.add(file.file())));
    return paths;
  }

  // A faulty file is read at each look: what it lacked, such as the right to read it, may have come
  // without a trace in its stamp.
  private void read(SettingsFile file, boolean isFirst) {
    String stamp = stamp(file.file());
    boolean isStill = stamp.equals(stamps.put(file.file(), stamp));
    Reading last = readings.get(file.file());
    boolean isRead = last != null && last.fault().isEmpty() && last.stamp().equals(stamp);
    if (isRead || !(isStill || isFirst)) {
      return;
    }
    try {
      Map<String, Object> settings = new LinkedHashMap<>(file.read(properties));
      settings.put(SettingsSink.FILE, file.file().toString());
      readings.put(file.file(), new Reading(stamp, settings, ""));
    } catch (SettingsFault fault) {
      readings.put(file.file(), new Reading(stamp, Map.of(), fault.found()));
    }
  }

  private static String stamp(Path file) {
    try {
      return Stamp.of(file).toString();
    } catch (IOException unreadable) {
      return ""; // what is wrong is found when it is read
    }
  }

  private void faultOf(List<SettingsFile> files, Map<String, String> found) {
    SettingsFile first = files.getFirst();
    if (files.size() > 1) {
      String names =
          files.stream()
              .map(file -> file.file().getFileName().toString())
              .collect(Collectors.joining(" and "));
      found.put(first.pid(), "%s: %s are for one configuration".formatted(folder, names));
      return;
    }
    Reading reading = readings.get(first.file());
    if (reading != null && !reading.fault().isEmpty()) {
      found.put(first.pid(), first.file() + ": " + reading.fault());
    }
  }

  private boolean apply(Map<String, List<SettingsFile>> files, Map<String, String> found)
      throws IOException {
    boolean isChanged = false;
    for (String pid : files.keySet()) {
      Reading reading = readings.get(files.get(pid).getFirst().file());
      boolean isFit = !found.containsKey(pid) && reading != null;
      if (isFit && !reading.settings().equals(applied.get(pid))) {
        isChanged |= put(pid, reading.settings(), found);
      }
    }
    for (String pid : Set.copyOf(applied.keySet())) {
      if (!files.containsKey(pid)) {
        sink.delete(pid);
        applied.remove(pid);
        isChanged = true;
      }
    }
    return isChanged;
  }

  private boolean put(String pid, Map<String, Object> settings, Map<String, String> found)
      throws IOException {
    try {
      sink.put(pid, settings);
      applied.put(pid, settings);
      return true;
    } catch (IllegalArgumentException refused) { // a value that configurations cannot hold
      found.put(pid, settings.get(SettingsSink.FILE) + ": " + refused.getMessage());
      return false;
    }
  }

  private void handOn(Map<String, String> found) throws IOException {
    if (!found.equals(faults)) {
      sink.tellFaults(found);
      faults = Map.copyOf(found);
    }
    Set<String> texts = Set.copyOf(found.values());
    texts.stream().filter(fault -> !told.contains(fault)).sorted().forEach(this::tell);
    told = texts;
  }

  private void tell(String fault) {
    tell.accept(
        """
        settings in the folder plug: they are not followed, what was in force stays
          found      %s
          available  %s
          try        mend or remove it; it is read again at once\
        """
            .formatted(fault, SettingsFile.FORMATS));
  }

  private static String reason(IOException failure) {
    return switch (failure) {
      case NoSuchFileException _ -> "it is gone";
      case NotDirectoryException _ -> "it is no folder";
      case AccessDeniedException _ -> "this process may not";
      default -> String.valueOf(failure.getMessage());
    };
  }
}
