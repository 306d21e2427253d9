package jackfield.tools.soak.plug;

import jackfield.tools.soak.bundles.BundleChange.Sort;
import jackfield.tools.soak.measure.Pauses;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The results of a soak of plugging.
 *
 * @param loaders the number of class loaders of bundles
 * @param leaked the number of leaked class loaders
 * @param mapped the number of native libraries that are still mapped
 */
record PlugReport(
    PlugTally tally, Plugger plugger, Pauses pauses, long loaders, long leaked, long mapped) {
  private static final double MILLI = 1e6;

  /** Returns the figures, one line each; the last line is the verdict. */
  List<String> lines() {
    List<String> lines = new ArrayList<>(counts());
    lines.addAll(times());
    lines.add(verdict());
    return lines;
  }

  private List<String> counts() {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "calls       %,d, of them %,d trainings; %,d refused without a kernel",
            tally.calls.sum(),
            tally.trainings.sum(),
            tally.refused.sum()));
    lines.add(
        String.format(
            Locale.ROOT,
            "changes     %,d swaps, %,d updates, %,d plugs, %,d unplugs, %,d refused bundles,"
                + " %,d refused swaps",
            count(Sort.SWAP),
            count(Sort.UPDATE),
            count(Sort.PLUG),
            count(Sort.UNPLUG),
            count(Sort.REFUSED),
            count(Sort.MISFIT)));
    lines.add(
        String.format(
            Locale.ROOT,
            "loaders     %,d made, %,d leaked; libraries mapped %d",
            loaders,
            leaked,
            mapped));
    lines.add(
        String.format(
            Locale.ROOT, "memory      heap + tensors, from start to end: %s", plugger.levels()));
    return lines;
  }

  private List<String> times() {
    List<String> lines = new ArrayList<>();
    lines.add("pause       beyond the median, in a change     " + spread(pauses.sorted(true)));
    lines.add("pause       the same between changes           " + spread(pauses.sorted(false)));
    for (Sort sort : Sort.values()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%-11s from command to done               %s, by the CPU's time p50 %8.2f ms",
              sort.name().toLowerCase(Locale.ROOT),
              spread(plugger.sorted(sort)),
              Pauses.percentile(plugger.sortedCpu(sort), 0.5) / MILLI));
    }
    lines.add("plug        to the end of the first call       " + spread(plugger.firstServed()));
    return lines;
  }

  private String verdict() {
    return String.format(
        Locale.ROOT,
        "%,d calls, %,d swaps and updates, %,d wrong, %,d lost, %,d crashes, %,d loaders leaked, "
            + "longest pause %.1f ms · %d passed, %d failed",
        tally.calls.sum(),
        count(Sort.SWAP) + count(Sort.UPDATE),
        tally.wrong.sum(),
        tally.lost.sum(),
        tally.crashes.sum(),
        leaked,
        Pauses.percentile(pauses.sorted(true), 1) / MILLI,
        tally.checks.passed(),
        tally.checks.failed());
  }

  private int count(Sort sort) {
    return plugger.sorted(sort).length;
  }

  private static String spread(long[] sorted) {
    return String.format(
        Locale.ROOT,
        "p50 %8.2f  p99 %8.2f  max %8.2f ms",
        Pauses.percentile(sorted, 0.5) / MILLI,
        Pauses.percentile(sorted, 0.99) / MILLI,
        Pauses.percentile(sorted, 1) / MILLI);
  }
}
