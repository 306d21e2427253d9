package jackfield.demo;

import jackfield.aten.Aten;
import jackfield.dispatch.Dispatcher;
import jackfield.nn.data.Batches;
import jackfield.nn.data.Dataset;
import jackfield.nn.data.FashionMnist;
import jackfield.spi.Platform;
import jackfield.spi.Profiler;
import jackfield.tensor.Autograd;
import java.nio.file.Path;
import java.util.List;

/** One run: trains, plugs and unplugs the fast backend meanwhile, tests, and checks the results. */
final class Demo {
  private static final int LOOK_MILLIS = 5;

  private final Services services;
  private final Settings settings;
  private final ConsoleOutput output;

  /** The services that a run needs. */
  record Services(
      Dispatcher dispatcher,
      Platform platform,
      Aten aten,
      Autograd autograd,
      Profiler profiler,
      FastBackend fastBackend) {}

  /** The results of a run. */
  record Outcome(
      Report report, Timeline timeline, List<PlugEvent> events, List<String> complaints) {}

  Demo(Services services, Settings settings, ConsoleOutput output) {
    this.services = services;
    this.settings = settings;
    this.output = output;
  }

  /**
   * Runs to the end.
   *
   * @throws jackfield.nn.data.BadDataFile if the data cannot be read
   * @throws InterruptedException if the user stops it; the fast backend is unplugged then. In any
   *     case the fallback of the device is as it was before
   */
  Outcome run() throws InterruptedException {
    try (FastBackend.Prepared prepared = services.fastBackend().prepare(settings.device())) {
      return run(prepared.jar());
    }
  }

  private Outcome run(Path jar) throws InterruptedException {
    Dataset train = FashionMnist.train(settings.data());
    train = train.range(0, Math.min(settings.trainImages(), train.count()));
    Dataset test = FashionMnist.test(settings.data());
    Network network = new Network(services.aten(), services.autograd(), settings);
    Batches batches = train.shuffled(settings.seed()).batches(settings.batchSize());
    Training training = new Training(services.dispatcher(), network, batches, settings);
    output.say(
        "training %s on %s with %,d images, %d epochs of %d steps; testing on %,d",
        settings.model().title(),
        settings.device().title(),
        train.count(),
        settings.epochs(),
        batches.count(),
        test.count());
    PlugPlan plan = new PlugPlan(services, jar, settings, output);
    try (Profiler.Recording recording = services.profiler().start()) {
      train(training, plan);
      output.costs(recording.costs());
    }
    return outcome(training, plan.events(), network.accuracy(test));
  }

  private void train(Training training, PlugPlan plan) throws InterruptedException {
    training.start();
    boolean isComplete = false;
    try {
      while (training.isRunning()) {
        output.progress(training);
        plan.act(training.timeline(), training.totalSteps());
        Thread.sleep(LOOK_MILLIS);
      }
      isComplete = true;
    } finally {
      training.stop();
      if (!isComplete) {
        plan.undo();
      }
    }
  }

  private Outcome outcome(Training training, List<PlugEvent> events, double accuracy) {
    Report report = Report.of(settings, training, events, accuracy);
    output.say("");
    for (Report.Event event : report.plugEvents()) {
      output.say(
          "%-10s %-12s step %,5d   %,8.0f → %,8.0f images/s",
          event.action(),
          event.bundle(),
          event.at(),
          event.imagesPerSecondBefore(),
          event.imagesPerSecondAfter());
    }
    output.say(
        "accuracy   %.1f %% of the test images, %,d steps, %d failed, %.1f s",
        100 * accuracy, report.steps(), report.failedSteps(), report.seconds());
    if (settings.device().isStandIn()) {
      output.say("the speed is not judged: the stand-in runs the device's kernels on the CPU");
    }
    if (!training.firstFailure().isEmpty()) {
      output.say("first failure: %s", training.firstFailure());
    }
    return new Outcome(
        report, training.timeline(), events, report.complaints(training.totalSteps()));
  }
}
