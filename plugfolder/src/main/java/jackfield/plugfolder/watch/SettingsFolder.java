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
 * Keeps the configurations equal to the files of settings in the folder {@code plug}.
 *
 * <p>A faulty file changes nothing and causes one message, with file and position. The fault is
 * also published as a configuration ({@link SettingsSink#FAULTS}): a new one before any setting
 * changes, and its end after all settings. So no reader sees the settings of a faulty folder
 * without the fault. Two files for one configuration are a fault too, since either may be the
 * intended one. A file counts at the first scan, later when two scans find it unchanged, so that it
 * is not read while it is written.
 *
 * <p><em>Threads</em>: for one thread at a time.
 */
final class SettingsFolder {
  private final Path folder;
  private final SettingsSink sink;
  private final Function<String, String> properties;
  private final Consumer<String> tell;
  private final Map<Path, String> stamps = new HashMap<>(); // attributes at the last scan
  private final Map<Path, Reading> readings = new HashMap<>();
  private final Map<String, Map<String, Object>> applied = new HashMap<>(); // by pid
  private Map<String, String> faults = Map.of(); // by pid, as published last
  private Set<String> told = Set.of();

  /** The content of a file with the attributes {@code stamp}; the fault may be empty. */
  private record Reading(String stamp, Map<String, Object> settings, String fault) {}

  SettingsFolder(
      Path folder, SettingsSink sink, Function<String, String> properties, Consumer<String> tell) {
    this.folder = folder;
    this.sink = sink;
    this.properties = properties;
    this.tell = tell;
  }

  /** Scans once; when this returns, the settings in the folder are in force. */
  void look(boolean isFirst) throws IOException {
    Map<String, List<SettingsFile>> files;
    try {
      files = files();
    } catch (IOException unreadable) {
      publish(Map.of(SettingsSink.EVERY, folder + " cannot be read: " + reason(unreadable)));
      return;
    }
    readings.keySet().retainAll(paths(files));
    stamps.keySet().retainAll(paths(files));
    files.values().forEach(several -> several.forEach(file -> read(file, isFirst)));
    Map<String, String> found = new TreeMap<>();
    files.forEach((pid, several) -> faultOf(several, found));
    Map<String, String> all = new TreeMap<>(faults);
    all.putAll(found);
    publish(all);
    boolean isChanged = apply(files, found);
    publish(found);
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

  // Each scan reads a faulty file again: some faults, such as a missing permission, can end
  // without a change of the stamp.
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
      return ""; // reading the file finds the fault
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

  private void publish(Map<String, String> found) throws IOException {
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
        settings in the folder plug: they are not applied, the former ones stay in force
          found      %s
          available  %s
          try        mend or remove it; the next scan reads it again\
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
