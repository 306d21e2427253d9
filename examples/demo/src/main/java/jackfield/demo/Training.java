package jackfield.demo;

import jackfield.context.DispatchContext;
import jackfield.context.JackfieldThread;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.Pin;
import jackfield.error.JackfieldException;
import jackfield.kernel.Operator;
import jackfield.kernel.Provenance;
import jackfield.nn.data.Batch;
import jackfield.nn.data.Batches;
import java.util.Collections;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The training steps, in a thread of their own. Each step is a pinned region: it sees one
 * generation of all operators, whatever is plugged or unplugged meanwhile, and the run checks this.
 */
final class Training {
  static final String WATCHED = "aten::addmm";

  private final Dispatcher dispatcher;
  private final Network network;
  private final Batches batches;
  private final Settings settings;
  private final int totalSteps;
  private final Timeline timeline;
  private final AtomicInteger failedSteps = new AtomicInteger();
  private final JackfieldThread thread = new JackfieldThread("jackfield-train", this::run);
  private volatile boolean isStopped;
  private volatile String firstFailure = "";

  Training(Dispatcher dispatcher, Network network, Batches batches, Settings settings) {
    this.dispatcher = dispatcher;
    this.network = network;
    this.batches = batches;
    this.settings = settings;
    this.totalSteps = batches.count() * settings.epochs();
    this.timeline = new Timeline(totalSteps, System.nanoTime());
  }

  void start() {
    thread.start();
  }

  /** Ends the training after the current step, and waits for that. */
  void stop() throws InterruptedException {
    isStopped = true;
    thread.join();
  }

  boolean isRunning() {
    return thread.isAlive();
  }

  int totalSteps() {
    return totalSteps;
  }

  int stepsPerEpoch() {
    return batches.count();
  }

  Timeline timeline() {
    return timeline;
  }

  int failedSteps() {
    return failedSteps.get();
  }

  /** Returns the error of the first step that failed; empty if none failed. */
  String firstFailure() {
    return firstFailure;
  }

  private void run() {
    Operator watched = dispatcher.operator(WATCHED);
    Iterator<Batch> epoch = Collections.emptyIterator();
    for (int step = 0; step < totalSteps && !isStopped; step++) {
      epoch = epoch.hasNext() ? epoch : batches.iterator();
      Batch batch = epoch.next();
      try {
        step(step, batch, watched);
      } catch (JackfieldException e) {
        failed("step " + step + ": " + e.getMessage());
      }
    }
  }

  private void step(int step, Batch batch, Operator watched) {
    double learningRate = settings.learningRate() * (1 - (double) step / totalSteps);
    try (Pin _ = dispatcher.pin()) {
      String before = server(watched);
      double loss = network.train(batch, learningRate);
      String after = server(watched);
      if (!before.equals(after)) {
        failed("step %d began on %s and ended on %s".formatted(step, before, after));
      }
      timeline.add(batch.count(), loss, after, System.nanoTime());
    }
  }

  private void failed(String why) {
    if (failedSteps.getAndIncrement() == 0) {
      firstFailure = why;
    }
  }

  /** Returns the provider of the watched operator in the region that the thread is in. */
  private String server(Operator watched) {
    Provenance provenance =
        watched
            .table(DispatchContext.current())
            .resolution(settings.device().key().tableIndex())
            .provenance();
    return provenance == null ? "nobody" : provenance.toString();
  }
}
