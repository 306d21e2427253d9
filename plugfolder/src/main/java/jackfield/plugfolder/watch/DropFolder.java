package jackfield.plugfolder.watch;

import jackfield.dispatch.DrainVetoed;
import jackfield.dispatch.PlugFailure;
import jackfield.spi.ChangePolicy;
import jackfield.spi.Platform.PlugReport;
import jackfield.spi.SwapReport;
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
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Keeps the plugged bundles equal to the jars in the folder {@code plug}.
 *
 * <p>The folder is the state: each scan compares it with the plugged bundles and removes the
 * difference. So nothing must survive a crash, and a restart plugs the same bundles in the same
 * order ({@link PlugOrder}).
 *
 * <p>Of several versions of a bundle, the newest that the platform accepts is plugged. The next
 * version follows when that one is removed or refused. A jar that replaces a plugged one, by
 * another file or by new content of its file, is swapped for it. If the platform refuses the new
 * jar, the old bundle stays plugged as long as its file exists, even after a restart ({@link
 * LastGood}). A marker beside a jar accepts it although its check found differences ({@link
 * AcceptMarkers}). A refused jar is tried again when it changes, or after another bundle or a
 * configuration was added that it may need.
 *
 * <p><em>Threads</em>: for one thread at a time.
 */
final class DropFolder {
  private final JarScan scan;
  private final PlugOrder order;
  private final LastGood lastGood;
  private final DropSockets sockets;
  private final AcceptMarkers markers;
  private final Consumer<String> tell;
  private final Map<String, DroppedJar> plugged = new LinkedHashMap<>();
  private final Map<Path, DroppedJar> refused = new HashMap<>();
  private final Map<Path, String> reported = new HashMap<>();

  /** The outcome of a request to the platform. */
  private enum Outcome {
    DONE,
    REFUSED,
    /** A drain was vetoed; the request is repeated at the next scan. */
    LATER
  }

  DropFolder(Path folder, LongSupplier nanoTime, DropSockets sockets, Consumer<String> tell) {
    this.scan = new JarScan(folder, nanoTime);
    this.order = PlugOrder.in(folder);
    this.lastGood = LastGood.in(folder, tell);
    this.sockets = sockets;
    this.markers = new AcceptMarkers(tell);
    this.tell = tell;
  }

  /** Scans once; {@code isFirst} if the platform has just started. */
  void look(boolean isFirst) throws IOException {
    JarScan.Look look = scan.look(isFirst);
    if (isFirst) {
      lastGood.recall(look);
    }
    forgetAbsent(look);
    markers.newFor(refused.keySet()).forEach(refused::remove);
    tellUnfinished(look, isFirst);
    Set<String> known = new HashSet<>(plugged.keySet());
    boolean isChanged = true;
    while (isChanged) { // after a refusal the next version follows; a new bundle may help refused
      // ones
      List<DroppedJar> wanted = wanted(look);
      boolean isPulled = pull(wanted, look.files());
      isChanged = push(wanted, look, known) || isPulled;
    }
    order.write(plugged.values().stream().map(DroppedJar::fileName).toList());
  }

  private void tellUnfinished(JarScan.Look look, boolean isFirst) {
    for (Path waiting : look.unfinished()) {
      String fault = look.faults().get(waiting);
      if (fault != null) {
        tellOnce(waiting, skipped(waiting.getFileName(), fault));
      } else if (isFirst) {
        tellOnce(waiting, "waiting    " + waiting.getFileName() + ": no jar yet, or still copied");
      }
    }
  }

  private static String skipped(Path name, String fault) {
    return """
    plug %s: skipped
      found      %s
      available  regular files; the others in the folder are served
      try        put a jar there, or remove it\
    """
        .formatted(name, fault);
  }

  /** Lets the next scan try refused jars again. */
  void forgive() {
    refused.clear();
  }

  private void forgetAbsent(JarScan.Look look) throws IOException {
    Set<Path> present = look.files();
    refused.keySet().retainAll(present);
    reported.keySet().retainAll(present);
    lastGood.retain(present);
  }

  private List<DroppedJar> wanted(JarScan.Look look) throws IOException {
    Map<String, DroppedJar> newest = new LinkedHashMap<>();
    Stream.concat(look.finished().stream().filter(jar -> !isRefused(jar)), fallbacks(look))
        .sorted(DroppedJar.NEWEST_FIRST)
        .forEach(jar -> newest.putIfAbsent(jar.bundle(), jar));
    return newest.values().stream().sorted(order.comparator()).toList();
  }

  private boolean isRefused(DroppedJar jar) {
    return jar.equals(refused.get(jar.file()));
  }

  /** Returns the jars that were plugged last from files whose present content is unusable. */
  private Stream<DroppedJar> fallbacks(JarScan.Look look) {
    Stream<Path> files =
        Stream.concat(
            look.finished().stream().filter(this::isRefused).map(DroppedJar::file),
            look.unfinished().stream());
    return files.flatMap(file -> lastGood.of(file).stream()).filter(jar -> !isRefused(jar));
  }

  private boolean pull(List<DroppedJar> wanted, Set<Path> present) {
    Set<String> successors = new HashSet<>();
    wanted.forEach(jar -> successors.add(jar.bundle()));
    boolean isChanged = false;
    for (DroppedJar jar : new ArrayList<>(plugged.values()).reversed()) {
      boolean isKept = successors.contains(jar.bundle()) || stays(jar, present);
      if (!isKept && pull(jar) != Outcome.LATER) {
        plugged.remove(jar.bundle());
        isChanged = true;
      }
    }
    return isChanged;
  }

  private Outcome pull(DroppedJar jar) {
    Outcome outcome = attempt(jar, () -> describe(sockets.unplug(jar.title())));
    if (outcome == Outcome.DONE) {
      reported.remove(jar.file());
    }
    return outcome;
  }

  // A bundle stays while its file exists, even with unusable content, until the file is plugged.
  private boolean stays(DroppedJar jar, Set<Path> present) {
    return present.contains(jar.file())
        && plugged.values().stream()
            .noneMatch(other -> !other.equals(jar) && other.file().equals(jar.file()));
  }

  private boolean push(List<DroppedJar> wanted, JarScan.Look look, Set<String> known) {
    boolean isChanged = false;
    for (DroppedJar jar : wanted) {
      DroppedJar old = plugged.get(jar.bundle());
      if (old != null && (jar.equals(old) || prevails(old, jar, look.unfinished()))) {
        continue;
      }
      Outcome outcome = put(jar, old, look);
      if (outcome == Outcome.DONE) {
        plugged.remove(jar.bundle()); // the newest is last, as after a restart
        plugged.put(jar.bundle(), jar);
        if (known.add(jar.bundle()) || old != null) { // refused jars may have needed this bundle
          refused.values().removeIf(other -> !plugged.containsKey(other.bundle()));
        }
      } else if (outcome == Outcome.REFUSED) {
        refused.put(jar.file(), jar);
      }
      isChanged |= outcome != Outcome.LATER;
    }
    return isChanged;
  }

  private boolean prevails(DroppedJar old, DroppedJar jar, Set<Path> unfinished) {
    boolean isOlder = jar.version().compareTo(old.version()) < 0;
    return unfinished.contains(old.file()) || (isOlder && refused.containsKey(old.file()));
  }

  private Outcome put(DroppedJar jar, DroppedJar old, JarScan.Look look) {
    boolean isPresent = look.finished().contains(jar);
    Path content = isPresent ? jar.file() : lastGood.copy(jar.file());
    ChangePolicy changes = changes(jar);
    boolean isSwap = old != null && sockets.holds(old.title());
    if (!isSwap) {
      plugged.remove(jar.bundle()); // another request unplugged it, if it was plugged
    }
    Outcome outcome =
        attempt(
            jar,
            () ->
                isSwap
                    ? describe(sockets.swap(old.title(), content, changes))
                    : describe(sockets.plug(content, changes)));
    if (outcome == Outcome.DONE) {
      settle(jar, isPresent);
    }
    return outcome;
  }

  /** Accepts all differences of a jar that was plugged before, as at a restart. */
  private ChangePolicy changes(DroppedJar jar) {
    boolean wasPlugged = lastGood.of(jar.file()).filter(jar::equals).isPresent();
    return wasPlugged || markers.isFor(jar.file())
        ? ChangePolicy.ACCEPT
        : ChangePolicy.AS_CONFIGURED;
  }

  private void settle(DroppedJar jar, boolean isPresent) {
    if (isPresent) {
      reported.remove(jar.file());
      markers.use(jar.file());
      lastGood.keep(jar);
      return;
    }
    String present = refused.containsKey(jar.file()) ? "is refused" : "is no jar yet";
    tell.accept(
        """
        plug %s: what served last takes its place
          found      its present content %s
          available  %s %s, kept in %s
          try        put a jar there that can be plugged, or remove it\
        """
            .formatted(
                jar.fileName(), present, jar.bundle(), jar.version(), lastGood.copy(jar.file())));
  }

  private Outcome attempt(DroppedJar jar, Supplier<String> action) {
    try {
      tell.accept(action.get());
      return Outcome.DONE;
    } catch (DrainVetoed stays) {
      tellOnce(jar.file(), stays.getMessage());
      return Outcome.LATER;
    } catch (PlugFailure failure) {
      tellOnce(jar.file(), failure.getMessage());
      return Outcome.REFUSED;
    }
  }

  private void tellOnce(Path file, String text) {
    if (!text.equals(reported.put(file, text))) {
      tell.accept(text);
    }
  }

  private static String describe(PlugReport report) {
    return "%-10s %s %s, generation %d, %.1f ms%s%s"
        .formatted(
            report.action(),
            report.bundle(),
            report.version(),
            report.generation(),
            report.nanos() / 1e6,
            report.tensors().isEmpty() ? "" : ", " + report.tensors(),
            report.check().isEmpty() ? "" : ", " + report.check());
  }

  private static String describe(SwapReport report) {
    return "%-10s %s %s for %s, generation %d, %.1f ms"
        .formatted(
            "swapped",
            report.bundle(),
            report.version(),
            report.replaced(),
            report.generation(),
            report.nanos() / 1e6);
  }
}
