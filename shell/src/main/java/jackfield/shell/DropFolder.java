package jackfield.shell;

import jackfield.dispatch.PlugFailure;
import jackfield.spi.Platform.PlugReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Makes what is plugged follow what lies in the folder {@code plug}.
 *
 * <p>The folder is the state: each look compares it with what was plugged from it and closes the
 * difference, so nothing has to be remembered over a crash, and a restart comes to the same bundles
 * in the same order ({@link PlugOrder}). Of several versions of a bundle the newest that the
 * platform takes is plugged; the others wait, and the next is plugged when that one is removed or
 * refused. A refused jar is tried again when it changes, or when what it may have lacked has come:
 * another bundle, or a configuration. Not for several threads at once.
 */
final class DropFolder {
  private final JarArrivals arrivals;
  private final PlugOrder order;
  private final Function<Path, PlugReport> plug;
  private final Function<String, PlugReport> unplug;
  private final Consumer<String> tell;
  private final Map<String, DroppedJar> plugged = new LinkedHashMap<>();
  private final Map<Path, DroppedJar> refused = new HashMap<>();
  private final Map<Path, String> told = new HashMap<>();

  DropFolder(
      Path folder,
      LongSupplier nanoTime,
      Function<Path, PlugReport> plug,
      Function<String, PlugReport> unplug,
      Consumer<String> tell) {
    this.arrivals = new JarArrivals(folder, nanoTime);
    this.order = PlugOrder.in(folder);
    this.plug = plug;
    this.unplug = unplug;
    this.tell = tell;
  }

  /** Looks once; {@code isFirst} where the platform has just started. */
  void look(boolean isFirst) throws IOException {
    JarArrivals.Look look = arrivals.look(isFirst);
    forgetAbsent(look);
    for (Path waiting : look.unfinished()) {
      if (isFirst) {
        tellOnce(waiting, "waiting    " + waiting.getFileName() + ": no jar yet, or still copied");
      }
    }
    Set<String> known = new HashSet<>(plugged.keySet());
    boolean isChanged = true;
    while (isChanged) { // a refusal uncovers the version below, an arrival may be what was lacking
      List<DroppedJar> wanted = wanted(look);
      boolean isPulled = pull(wanted, look.unfinished());
      isChanged = push(wanted, known) || isPulled;
    }
    order.write(plugged.values().stream().map(DroppedJar::fileName).toList());
  }

  /** Tries again what was refused, at the next look. */
  void forgive() {
    refused.clear();
  }

  private void forgetAbsent(JarArrivals.Look look) {
    Set<Path> present = new HashSet<>(look.unfinished());
    look.finished().forEach(jar -> present.add(jar.file()));
    refused.keySet().retainAll(present);
    told.keySet().retainAll(present);
  }

  private List<DroppedJar> wanted(JarArrivals.Look look) throws IOException {
    Map<String, DroppedJar> newest = new LinkedHashMap<>();
    look.finished().stream()
        .filter(jar -> !jar.equals(refused.get(jar.file())))
        .sorted(DroppedJar.NEWEST_FIRST)
        .forEach(jar -> newest.putIfAbsent(jar.bundle(), jar));
    return newest.values().stream().sorted(order.comparator()).toList();
  }

  // A plugged jar that is just being written over stays until it is finished.
  private boolean pull(List<DroppedJar> wanted, Set<Path> unfinished) {
    boolean isChanged = false;
    for (DroppedJar jar : new ArrayList<>(plugged.values()).reversed()) {
      if (!wanted.contains(jar) && !unfinished.contains(jar.file())) {
        plugged.remove(jar.bundle());
        attempt(jar, () -> unplug.apply(jar.bundle()));
        isChanged = true;
      }
    }
    return isChanged;
  }

  private boolean push(List<DroppedJar> wanted, Set<String> known) {
    boolean isChanged = false;
    for (DroppedJar jar : wanted) {
      if (plugged.containsKey(jar.bundle())) {
        continue;
      }
      if (attempt(jar, () -> plug.apply(jar.file()))) {
        plugged.put(jar.bundle(), jar);
        if (known.add(jar.bundle())) { // it may be what others lacked; a version below is not
          refused.values().removeIf(other -> !plugged.containsKey(other.bundle()));
        }
      } else {
        refused.put(jar.file(), jar);
      }
      isChanged = true;
    }
    return isChanged;
  }

  private boolean attempt(DroppedJar jar, java.util.function.Supplier<PlugReport> action) {
    try {
      tell.accept(describe(action.get()));
      told.remove(jar.file());
      return true;
    } catch (PlugFailure failure) {
      tellOnce(jar.file(), failure.getMessage());
      return false;
    }
  }

  private void tellOnce(Path file, String text) {
    if (!text.equals(told.put(file, text))) {
      tell.accept(text);
    }
  }

  private static String describe(PlugReport report) {
    return "%-10s %s %s, generation %d, %.1f ms"
        .formatted(
            report.action(),
            report.bundle(),
            report.version(),
            report.generation(),
            report.nanos() / 1e6);
  }
}
