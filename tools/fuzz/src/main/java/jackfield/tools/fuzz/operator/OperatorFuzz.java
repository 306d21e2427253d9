package jackfield.tools.fuzz.operator;

import jackfield.dispatch.Dispatcher;
import jackfield.kernel.Operator;
import jackfield.memory.Device;
import jackfield.schema.OperatorSchema;
import jackfield.tensor.Autograd;
import jackfield.tools.fuzz.operator.argument.CaseGenerator;
import jackfield.tools.fuzz.run.Limit;
import jackfield.tools.fuzz.run.Progress;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Calls operators with the cases of a seed, one after another, and reports failures. */
public final class OperatorFuzz {
  private static final int WITH_GRADIENTS = 4; // one in this many cases

  private static final int DEADLY = 20; // the numbers of the cases of a sabotaged run
  private static final int ENDLESS = 40;

  private final CaseGenerator generator;
  private final CaseCheck check;
  private final Progress progress;
  private final Consumer<Failure> tell;
  private final Set<String> told = new HashSet<>();

  /**
   * Creates the run.
   *
   * @param autograd the autograd service, or null
   * @param device a further device whose kernels must agree, or the host
   * @param tell receives each failed case; the first of its title is simplified
   */
  OperatorFuzz(
      Dispatcher dispatcher,
      Backends backends,
      Autograd autograd,
      Device device,
      CaseGenerator generator,
      Progress progress,
      Consumer<Failure> tell) {
    this.generator = generator;
    this.check = new CaseCheck(dispatcher, backends, autograd, device, progress::call);
    this.progress = progress;
    this.tell = tell;
  }

  /** Returns the schemas of all operators whose name begins with {@code prefix}. */
  public static List<OperatorSchema> schemas(Dispatcher dispatcher, String prefix) {
    return dispatcher.operators().stream()
        .flatMap(name -> dispatcher.find(name).stream())
        .map(Operator::schemaOrNull)
        .filter(Objects::nonNull)
        .filter(schema -> schema.name().toString().startsWith(prefix))
        .toList();
  }

  /**
   * Runs cases from number {@code first} until the limit.
   *
   * @param isSabotaged whether one case kills the JVM and one never ends
   */
  void run(long first, Limit limit, boolean isSabotaged) {
    for (long number = first; !limit.isReached(progress); number++) {
      progress.begin(number);
      if (isSabotaged) {
        sabotage(number);
      }
      one(number);
    }
    progress.end();
  }

  private static void sabotage(long number) {
    if (number == DEADLY) {
      Runtime.getRuntime().halt(1);
    }
    while (number == ENDLESS) {
      Thread.onSpinWait();
    }
  }

  /** Runs one case. */
  void one(long number) {
    boolean withGradients = number % WITH_GRADIENTS == 0;
    Optional<Failure> failure = check.check(generator.make(number), withGradients);
    failure.ifPresent(found -> {
      boolean isFirst = told.add(found.title());
      tell.accept(
          isFirst
              ? new Shrinker(simpler -> check.check(simpler, withGradients)).shrink(found)
              : found);
    });
  }
}
