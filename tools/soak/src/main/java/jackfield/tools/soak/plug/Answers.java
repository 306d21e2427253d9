package jackfield.tools.soak.plug;

import jackfield.context.DispatchContext;
import jackfield.dispatch.Pin;
import jackfield.error.JackfieldException;
import jackfield.kernel.Operator;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.tools.soak.bundles.Part;
import jackfield.tools.soak.bundles.PluggedSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The oracle: the result of each exercise with each set of parts, learnt while nothing is plugged
 * or unplugged.
 */
final class Answers {
  private final Map<Integer, List<Answer>> byPresence = new ConcurrentHashMap<>();

  /**
   * The result of an exercise.
   *
   * @param server the provider of the watched operator on the CPU; null if there is none
   * @param isExact whether every bit counts
   */
  record Answer(Outcome outcome, Provenance server, boolean isExact) {
    boolean agrees(Outcome found) {
      return isExact ? found.isSame(outcome) : found.isNear(outcome);
    }
  }

  /**
   * Learns the results of the exercises with the plugged parts; returns the exercises whose results
   * vary.
   */
  List<String> learn(PluggedSet set, List<Exercise> exercises, Gradients gradients) {
    List<Answer> answers = exercises.stream().map(exercise -> answer(exercise, gradients)).toList();
    byPresence.put(set.presence(), answers);
    return exercises.stream()
        .filter(exercise -> {
          Answer learnt = answers.get(exercises.indexOf(exercise));
          return !learnt.agrees(run(exercise, gradients));
        })
        .map(Exercise::name)
        .toList();
  }

  private static Answer answer(Exercise exercise, Gradients gradients) {
    try (Pin _ = Pin.open()) {
      Provenance server = server(exercise.watched());
      boolean isFast = server != null && server.bundle().equals(Part.FAST.bundle);
      return new Answer(run(exercise, gradients), server, !exercise.isRounded() || !isFast);
    }
  }

  /** Runs an exercise to its end or to a typed error of the dispatcher. */
  static Outcome run(Exercise exercise, Gradients gradients) {
    try {
      return exercise.work().run(gradients);
    } catch (JackfieldException owed) {
      return Outcome.of(owed);
    }
  }

  /**
   * Returns the provider of {@code operator} on the CPU in the current region; null if there is
   * none.
   */
  static Provenance server(Operator operator) {
    return operator
        .table(DispatchContext.current())
        .resolution(DispatchKey.CPU.tableIndex())
        .provenance();
  }

  /** Returns the result of exercise number {@code index} in {@code set}. */
  Answer answer(PluggedSet set, int index) {
    return byPresence.get(set.presence()).get(index);
  }
}
