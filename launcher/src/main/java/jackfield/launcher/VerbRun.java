package jackfield.launcher;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;

/** Runs a verb of a bundle: starts the platform, runs the verb, stops the platform. */
final class VerbRun {
  // After Ctrl-C: the time for the verb to return before the platform is stopped.
  private static final long GRACE_SECONDS = 30;

  private final Distribution distribution;
  private final VerbBundle bundle;
  private final PrintStream err;
  private final CountDownLatch verbLeft = new CountDownLatch(1);

  VerbRun(Distribution distribution, VerbBundle bundle, PrintStream err) {
    this.distribution = distribution;
    this.bundle = bundle;
    this.err = err;
  }

  int run(List<String> arguments) {
    err.println(Banner.of(bundle.verb()));
    try (Platform platform = Platform.start(distribution)) {
      Thread verbThread = Thread.currentThread();
      Runtime.getRuntime()
          .addShutdownHook(new Thread(() -> stop(verbThread, platform), "jackfield-stop"));
      return runVerb(platform.verb(bundle), arguments);
    } finally {
      verbLeft.countDown();
    }
  }

  private int runVerb(ToIntFunction<List<String>> verb, List<String> arguments) {
    try {
      return verb.applyAsInt(arguments);
    } catch (RuntimeException | Error failure) { // the edge of the verb's bundle
      err.println("jackfield: verb " + bundle.verb() + " failed: " + failure);
      if (System.getenv("JACKFIELD_TRACE") == null) {
        err.println("  try  JACKFIELD_TRACE=1 ./jackfield … to see where");
      } else {
        failure.printStackTrace(err);
      }
      return Main.FAILED;
    } finally {
      verbLeft.countDown();
      Thread.interrupted(); // the interrupt was for the verb; stopping the platform must not be
      // interrupted
    }
  }

  private void stop(Thread verbThread, Platform platform) {
    if (verbLeft.getCount() == 0) {
      return; // the verb has ended by itself
    }
    verbThread.interrupt();
    try {
      verbLeft.await(GRACE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
    platform.close();
  }
}
