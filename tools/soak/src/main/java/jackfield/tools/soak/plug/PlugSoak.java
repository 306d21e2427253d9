package jackfield.tools.soak.plug;

import jackfield.aten.Aten;
import jackfield.context.JackfieldThread;
import jackfield.dispatch.Dispatcher;
import jackfield.schema.OperatorName;
import jackfield.spi.Platform;
import jackfield.spi.Profiler;
import jackfield.spi.RemovedBundles;
import jackfield.tensor.Autograd;
import jackfield.tools.soak.bundles.BundleChange;
import jackfield.tools.soak.bundles.BundleChanger;
import jackfield.tools.soak.bundles.Part;
import jackfield.tools.soak.bundles.PluggedSet;
import jackfield.tools.soak.bundles.SoakBundles;
import jackfield.tools.soak.measure.ExpectedLog;
import jackfield.tools.soak.measure.Level;
import jackfield.tools.soak.measure.Mappings;
import jackfield.tools.soak.measure.Pauses;
import jackfield.tools.soak.measure.QuietOverrides;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.osgi.framework.BundleContext;
import org.osgi.util.tracker.ServiceTracker;

/**
 * Threads that compute, a thread that plugs and unplugs the bundles with which they compute, and an
 * oracle that knows the results with each set of bundles. The seed determines the decisions of each
 * thread, but not their interleaving.
 */
public final class PlugSoak {
  private static final Duration LONG =
      Duration.ofMinutes(5); // until then caches and compiled code have stopped growing
  private static final int MEASURES = 3;
  private static final long SEEDS_APART = 0x9E3779B97F4A7C15L;

  private final Services services;
  private final PrintStream out;
  private final PlugTally tally = new PlugTally();
  private final Pauses pauses = new Pauses();
  private final MeasurementLock measurementLock = new MeasurementLock();
  private final PluggedSets sets = new PluggedSets();
  private final Answers answers = new Answers();
  private final AtomicBoolean isOver = new AtomicBoolean();
  private final CountDownLatch endEarly = new CountDownLatch(1);
  private final List<Thread> threads = new ArrayList<>();
  private final List<Long> changesBefore = new ArrayList<>(); // at each measurement of memory

  /**
   * The services that a soak needs.
   *
   * @param removedBundles gives verdicts on unplugged bundles, or null
   */
  public record Services(
      BundleContext context,
      Dispatcher dispatcher,
      Platform platform,
      Aten aten,
      Supplier<RemovedBundles> removedBundles) {
    public Path distribution() {
      return Path.of(context.getProperty("jackfield.dist"));
    }
  }

  /** The size of the load. */
  record Load(Duration duration, int workers, long seed, boolean isSabotaged) {}

  PlugSoak(Services services, PrintStream out) {
    this.services = services;
    this.out = out;
  }

  /** Ends the run early, with all its final checks. */
  void endEarly() {
    endEarly.countDown();
  }

  /** Runs and returns the results. */
  PlugReport run(Load load) throws IOException, InterruptedException {
    ServiceTracker<Autograd, Autograd> autograd =
        new ServiceTracker<>(services.context(), Autograd.class, null);
    ServiceTracker<Profiler, Profiler> profiler =
        new ServiceTracker<>(services.context(), Profiler.class, null);
    autograd.open();
    profiler.open();
    try (SoakBundles bundles = SoakBundles.of(services.distribution(), load.isSabotaged());
        ExpectedLog log = new ExpectedLog();
        QuietOverrides _ = new QuietOverrides()) {
      List<String> before = servers();
      BundleChanger changer = new BundleChanger(services.platform(), services.context(), bundles);
      Worker.Work work =
          new Worker.Work(
              Exercises.of(services.aten(), services.dispatcher()),
              answers,
              sets,
              bundles,
              autograd::getService,
              tally,
              pauses,
              measurementLock,
              isOver);
      learn(changer, work);
      Plugger plugger = underLoad(load, work, changer, profiler);
      restore(changer);
      tally.checks.check(
          servers().equals(before), () -> "other providers than before the soak: " + servers());
      tally.checks.check(
          log.residents() == 0, () -> log.residents() + " times calls stayed inside");
      long leaked = changer.loadersLeft();
      tally.checks.check(leaked == 0, () -> leaked + " class loaders are still held");
      return new PlugReport(tally, plugger, pauses, changer.loadersMade(), leaked, mapped());
    } finally {
      profiler.close();
      autograd.close();
    }
  }

  // ---- before

  /** Plugs every set of parts once, each differing from the previous one in one part. */
  private void learn(BundleChanger changer, Worker.Work work) {
    for (Part part : Part.values()) {
      changer.clear(part);
    }
    List<Part> decisive = new ArrayList<>(List.of(Part.REFERENCE, Part.FAST, Part.AUTOGRAD));
    if (Mappings.areKnown()) {
      decisive.add(Part.NATIVE);
    }
    PluggedSet set = sets.latest();
    for (int step = 0; step < 1 << decisive.size() && !isEarly(); step++) {
      if (step > 0) {
        Part changed =
            decisive.get(Integer.numberOfTrailingZeros(step)); // in the order of a Gray code
        set = set.with(changed, set.has(changed) ? 0 : 1);
        make(changer, set, changed);
      }
      Gradients gradients = new Gradients(work.autograd().get());
      for (String varying : answers.learn(set, work.exercises(), gradients)) {
        tally.checks.check(false, () -> varying + " gives something else each time");
      }
    }
    if (!isEarly()) {
      begin(changer, set);
    }
  }

  private boolean isEarly() {
    return endEarly.getCount() == 0;
  }

  private void make(BundleChanger changer, PluggedSet set, Part part) {
    int version = set.version(part);
    changer.apply(
        new BundleChange(
            version > 0 ? BundleChange.Sort.PLUG : BundleChange.Sort.UNPLUG, part, version));
  }

  /** Plugs the missing parts: all parts that influence results are plugged when the load begins. */
  private void begin(BundleChanger changer, PluggedSet learnt) {
    PluggedSet set = learnt;
    for (Part part : Part.values()) {
      if (!set.has(part) && (part != Part.NATIVE || Mappings.areKnown())) {
        set = set.with(part, 1);
        make(changer, set, part);
      }
    }
    sets.announce(set);
    sets.confirm();
  }

  // ---- under load

  private Plugger underLoad(
      Load load,
      Worker.Work work,
      BundleChanger changer,
      ServiceTracker<Profiler, Profiler> profiler)
      throws InterruptedException {
    SoakBundles bundles = work.bundles();
    int failing = bundles.failing().size();
    RandomChanges changes =
        new RandomChanges(load.seed(), failing, bundles.misfits().size(), Mappings.areKnown());
    Plugger plugger =
        new Plugger(work, changer, changes, profiler::getService, services.removedBundles());
    if (isEarly()) {
      return plugger; // the oracle did not learn all results
    }
    out.println("the answers are learnt, the load begins");
    threads.add(new JackfieldThread("soak-plugger", plugger));
    for (int i = 0; i < load.workers(); i++) {
      Worker worker = new Worker(work, ~load.seed() + i * SEEDS_APART);
      String name = "soak-worker-" + i;
      threads.add(i % 2 == 0 ? new JackfieldThread(name, worker) : new Thread(worker, name));
    }
    for (Thread thread : threads) {
      thread.setDaemon(true);
      thread.setUncaughtExceptionHandler((failed, cause) -> {
        tally.crashes.increment();
        tally.checks.check(false, () -> "%s ended with %s".formatted(failed.getName(), cause));
      });
      thread.start();
    }
    watch(load.duration(), plugger);
    isOver.set(true);
    awaitThreads();
    checkLevels(load.duration(), plugger.levels());
    return plugger;
  }

  /**
   * Waits for the end; measures the memory after a sixth and after half of the time, and at the
   * end.
   */
  private void watch(Duration duration, Plugger plugger) throws InterruptedException {
    long start = System.nanoTime();
    double[] when = {1 / 6.0, 1 / 2.0, 1};
    for (double part : when) {
      if (sleepUntil(start + (long) (duration.toNanos() * part), start)) {
        return;
      }
      changesBefore.add(pauses.window() / 2L);
      plugger.awaitLevel();
    }
  }

  /** Returns whether the run should end early. */
  private boolean sleepUntil(long end, long start) throws InterruptedException {
    boolean isEarly = false;
    for (long left = end - System.nanoTime();
        left > 0 && !isEarly;
        left = end - System.nanoTime()) {
      isEarly = endEarly.await(Math.min(left, 30_000_000_000L), TimeUnit.NANOSECONDS);
      out.printf(
          Locale.ROOT,
          "%6.1f s %,14d calls %,8d changes %5d failed%n",
          (System.nanoTime() - start) / 1e9,
          tally.calls.sum(),
          pauses.window() / 2,
          tally.checks.failed());
      tally.checks.showNew(problem -> out.println("failed: " + problem));
    }
    return isEarly;
  }

  private void awaitThreads() throws InterruptedException {
    for (Thread thread : threads) {
      boolean ended = thread.join(Duration.ofSeconds(30));
      tally.checks.check(ended, () -> "%s does not end".formatted(thread.getName()));
    }
  }

  private void checkLevels(Duration duration, List<Level> levels) {
    if (duration.compareTo(LONG) < 0 || levels.size() < MEASURES) {
      return;
    }
    for (int measure = 1; measure < MEASURES; measure++) {
      long changes = changesBefore.get(measure) - changesBefore.getFirst();
      tally.checks.check(
          levels.get(measure).isAsMuchAs(levels.getFirst(), changes),
          () -> "memory has grown: %s, changes before: %s".formatted(levels, changesBefore));
    }
  }

  // ---- after

  private void restore(BundleChanger changer) {
    for (Part part : Part.values()) {
      changer.clear(part);
    }
    for (Part part : List.of(Part.REFERENCE, Part.AUTOGRAD, Part.PROFILER)) {
      changer.restore(part);
    }
  }

  /** Returns the provider of each key of each operator. */
  private List<String> servers() {
    List<String> servers = new ArrayList<>();
    for (OperatorName name : services.dispatcher().operators()) {
      services
          .dispatcher()
          .table(name)
          .rows()
          .forEach(row -> servers.add("%s %s %s".formatted(name, row.key(), row.servedBy())));
    }
    return servers;
  }

  private long mapped() {
    long mapped = Mappings.areKnown() ? Mappings.count() : 0;
    tally.checks.check(mapped == 0, () -> mapped + " native libraries are still mapped");
    return mapped;
  }
}
