package jackfield.launcher;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs the verb of the command line and exits with its exit code. */
public final class Main {
  /** The exit code for a wrong command line. */
  static final int MISUSED = 2;

  /** The exit code for a failure in spite of a correct command line. */
  static final int FAILED = 1;

  private Main() {}

  /** Runs the verb that the first argument names; passes the other arguments to the verb. */
  public static void main(String[] arguments) {
    // JLine looks for its terminal in the thread's context class loader first. Without one it uses
    // its own bundle's loader, and only that has the terminal.
    Thread.currentThread().setContextClassLoader(null);
    int code = run(arguments, System.out, System.err);
    System.out.flush();
    StderrFilter.finish();
    System.exit(code);
  }

  private static int run(String[] arguments, PrintStream out, PrintStream err) {
    try {
      Optional<String> problem =
          ThreadsProperty.problem(System.getProperty(ThreadsProperty.NAME))
              .or(() -> BudgetProperty.problem(System.getProperty(BudgetProperty.NAME)))
              .or(() -> FenceProperty.problem(System.getProperty(FenceProperty.NAME)));
      if (problem.isPresent()) {
        err.println("jackfield: " + problem.get());
        return MISUSED;
      }
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
            "Reports what this machine has and what is missing, with remedies",
            rest -> new Doctor(distribution).run(rest, out, err)));
    verbs.addAll(ScriptVerb.all(out));
    for (VerbBundle bundle : distribution.verbBundles()) {
      verbs.add(
          new Verb(
              bundle.verb(),
              bundle.says(),
              rest -> {
                VerbHelp help = VerbHelp.of(bundle);
                return answered(help, rest, out, err)
                    .orElseGet(() -> new VerbRun(distribution, bundle, err).run(rest));
              }));
    }
    return verbs;
  }

  /** Answers what needs no platform; returns the exit code, or nothing if the verb must run. */
  private static Optional<Integer> answered(
      VerbHelp help, List<String> arguments, PrintStream out, PrintStream err) {
    Optional<String> asked = help.asked(arguments);
    if (asked.isPresent()) {
      out.print(asked.get());
      return Optional.of(0);
    }
    Optional<UnknownWord> unknown = help.unknown(arguments);
    unknown.ifPresent(word -> err.println("jackfield " + word));
    return unknown.map(_ -> MISUSED);
  }
}
