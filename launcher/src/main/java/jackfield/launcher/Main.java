package jackfield.launcher;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Picks the verb that the user typed, runs it and leaves with its exit code. */
public final class Main {
  /** What the launcher was asked is wrong: the user mends the command line. */
  static final int MISUSED = 2;

  /** The command line was fine, but it could not be done. */
  static final int FAILED = 1;

  private Main() {}

  /** Runs the verb named by the first argument; every other argument is the verb's own. */
  public static void main(String[] arguments) {
    // JLine looks for its terminal in the thread's context class loader first; without one it
    // takes its own bundle's loader, the only one in which the terminal can be found.
    Thread.currentThread().setContextClassLoader(null);
    int code = run(arguments, System.out, System.err);
    System.out.flush();
    System.exit(code);
  }

  private static int run(String[] arguments, PrintStream out, PrintStream err) {
    try {
      Distribution distribution = Distribution.ofRunningLauncher();
      return new VerbTable(verbs(distribution, out, err), out, err).run(arguments);
    } catch (LaunchFailure failure) {
      err.println("jackfield: " + failure.getMessage());
      return FAILED;
    }
  }

  private static List<Verb> verbs(Distribution distribution, PrintStream out, PrintStream err) {
    List<Verb> verbs = new ArrayList<>();
    verbs.add(
        new Verb(
            "doctor",
            "Says what this machine has and what is missing, with the remedy",
            rest -> new Doctor(distribution).run(rest, out, err)));
    for (VerbBundle bundle : distribution.verbBundles()) {
      verbs.add(
          new Verb(
              bundle.verb(),
              bundle.says(),
              rest -> new VerbRun(distribution, bundle, err).run(rest)));
    }
    return verbs;
  }
}
