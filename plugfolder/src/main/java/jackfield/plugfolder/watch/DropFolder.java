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
 * Makes what is plugged follow what lies in the folder {@code plug}.
 *
 * <p>The folder is the state: each look compares it with what was plugged from it and closes the
 * difference, so nothing has to be remembered over a crash, and a restart comes to the same bundles
 * in the same order ({@link PlugOrder}). Of several versions of a bundle the newest that the
 * platform takes is plugged; the others wait, and the next is plugged when that one is removed or
 * refused. What takes a plugged jar's place, be it another file or other content of the same, is
 * swapped for it: refused, it costs what serves nothing, which stays as long as its file is there,
 * after a restart too ({@link LastGood}). A marker beside a jar takes it though it serves otherwise
 * than what it replaces ({@link AcceptMarkers}). A refused jar is tried again when it changes, or
 * when what it may have lacked has come: another bundle, or a configuration. Not for several
 * threads at once.
 */
final class DropFolder {
  private final JarArrivals arrivals;
  private final PlugOrder order;
  private final LastGood lastGood;
  private final DropSockets sockets;
  private final AcceptMarkers markers;
  private final Consumer<String> tell;
  private final Map<String, DroppedJar> plugged = new LinkedHashMap<>();
  private final Map<Path, DroppedJar> refused = new HashMap<>();
  private final Map<Path, String> told = new HashMap<>();

  /** What came of asking the platform for something. */
  private enum Outcome {
    DONE,
    REFUSED,
    /** What is to leave is used; it is asked again at the next look. */
    LATER
  }

  DropFolder(Path folder, LongSupplier nanoTime, DropSockets sockets, Consumer<String> tell) {
    this.arrivals = new JarArrivals(folder, nanoTime);
    this.order = PlugOrder.in(folder);
    this.lastGood = LastGood.in(folder, tell);
    this.sockets = sockets;
    this.markers = new AcceptMarkers(tell);
    this.tell = tell;
  }

  /** Looks once; {@code isFirst} where the platform has just started. */
  void look(boolean isFirst) throws IOException {
    JarArrivals.Look look = arrivals.look(isFirst);
    if (isFirst) {
      lastGood.recall(look);
    }
    forgetAbsent(look);
    markers.cameFor(refused.keySet()).forEach(refused::remove);
    for (Path waiting : look.unfinished()) {
      if (isFirst) {
        tellOnce(waiting, "waiting    " + waiting.getFileName() + ": no jar yet, or still copied");
      }
    }
    Set<String> known = new HashSet<>(plugged.keySet());
    boolean isChanged = true;
    while (isChanged) { // a refusal uncovers the version below, an arrival may be what was lacking
      List<DroppedJar> wanted = wanted(look);
      boolean isPulled = pull(wanted, look.files());
      isChanged = push(wanted, look, known) || isPulled;
    }
    order.write(plugged.values().stream().map(DroppedJar::fileName).toList());
  }

  /** Tries again what was refused, at the next look. */
  void forgive() {
    refused.clear();
  }

  private void forgetAbsent(JarArrivals.Look look) throws IOException {
    Set<Path> present = look.files();
    refused.keySet().retainAll(present);
    told.keySet().retainAll(present);
    lastGood.retain(present);
  }

  private List<DroppedJar> wanted(JarArrivals.Look look) throws IOException {
    Map<String, DroppedJar> newest = new LinkedHashMap<>();
    Stream.concat(look.finished().stream().filter(jar -> !isRefused(jar)), fallbacks(look))
        .sorted(DroppedJar.NEWEST_FIRST)
        .forEach(jar -> newest.putIfAbsent(jar.bundle(), jar));
    return newest.values().stream().sorted(order.comparator()).toList();
  }

  private boolean isRefused(DroppedJar jar) {
    return jar.equals(refused.get(jar.file()));
  }

  /** Returns what was plugged last from files that have nothing to plug at this moment. */
  private Stream<DroppedJar> fallbacks(JarArrivals.Look look) {
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
      told.remove(jar.file());
    }
    return outcome;
  }

  // While its file is there, written over or turned into nothing, until another comes from it.
  private boolean stays(DroppedJar jar, Set<Path> present) {
    return present.contains(jar.file())
        && plugged.values().stream()
            .noneMatch(other -> !other.equals(jar) && other.file().equals(jar.file()));
  }

  private boolean push(List<DroppedJar> wanted, JarArrivals.Look look, Set<String> known) {
    boolean isChanged = false;
    for (DroppedJar jar : wanted) {
      DroppedJar old = plugged.get(jar.bundle());
      if (old != null && (jar.equals(old) || prevails(old, jar, look.unfinished()))) {
        continue;
      }
      Outcome outcome = put(jar, old, look);
      if (outcome == Outcome.DONE) {
        plugged.remove(jar.bundle()); // the newest is the last, as it will be after a restart
        plugged.put(jar.bundle(), jar);
        if (known.add(jar.bundle()) || old != null) { // others may have lacked just this
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

  private Outcome put(DroppedJar jar, DroppedJar old, JarArrivals.Look look) {
    boolean isThere = look.finished().contains(jar);
    Path content = isThere ? jar.file() : lastGood.copy(jar.file());
    ChangePolicy changes = changes(jar);
    boolean isSwap = old != null && sockets.holds(old.title());
    if (!isSwap) {
      plugged.remove(jar.bundle()); // somebody else has pulled it, if it was there
    }
    Outcome outcome =
        attempt(
            jar,
            () ->
                isSwap
                    ? describe(sockets.swap(old.title(), content, changes))
                    : describe(sockets.plug(content, changes)));
    if (outcome == Outcome.DONE) {
      settle(jar, isThere);
    }
    return outcome;
  }

  /** What has served before, as at a restart, is taken as it is. */
  private ChangePolicy changes(DroppedJar jar) {
    boolean hasServed = lastGood.of(jar.file()).filter(jar::equals).isPresent();
    return hasServed || markers.isFor(jar.file())
        ? ChangePolicy.ACCEPT
        : ChangePolicy.AS_CONFIGURED;
  }

  private void settle(DroppedJar jar, boolean isThere) {
    if (isThere) {
      told.remove(jar.file());
      markers.use(jar.file());
      lastGood.keep(jar);
      return;
    }
    String present = refused.containsKey(jar.file()) ? "is refused" : "is no jar yet";
    tell.accept(
        """
        plug %s: what served last takes its place
          found      what lies there %s
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
    if (!text.equals(told.put(file, text))) {
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
