package jackfield.backend.cpu.elementwise;

import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.tensor.Scalar;
import java.util.List;

/**
 * The steps of a function of one number. The first has the number; the others also have the result
 * of the step before, which is kept in a block that fits the first-level cache.
 */
final class StepsLoop implements PointwiseLoop {
  private static final int BLOCK = 1024;

  private final List<PointwiseLoop> steps; // at least two
  private final int size; // the bytes of an element
  private final Workspaces workspaces;

  private StepsLoop(List<PointwiseLoop> steps, int size, Workspaces workspaces) {
    this.steps = steps;
    this.size = size;
    this.workspaces = workspaces;
  }

  /** Returns the loops of a function whose steps have loops for each type. */
  static ByType<PointwiseLoop> of(Workspaces workspaces, List<ByType<PointwiseLoop>> steps) {
    return new ByType<>(type ->
        new StepsLoop(
            steps.stream().map(step -> step.of(type)).toList(), type.sizeBytes(), workspaces));
  }

  @Override
  public void run(long out, long a, long b, long c, long count, Scalar... numbers) {
    workspaces.use(
        Math.min(BLOCK, count) * size,
        block -> {
          for (long done = 0; done < count; done += BLOCK) {
            long at = done * size;
            run(out + at, a + at, block, Math.min(BLOCK, count - done), numbers);
          }
        });
  }

  private void run(long out, long a, long block, long count, Scalar... numbers) {
    int last = steps.size() - 1;
    steps.getFirst().run(block, a, a, a, count, numbers);
    for (PointwiseLoop step : steps.subList(1, last)) {
      step.run(block, a, block, block, count, numbers);
    }
    steps.get(last).run(out, a, block, block, count, numbers);
  }
}
