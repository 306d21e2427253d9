package jackfield.itests.stress;

import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.Registration;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import jackfield.tools.soak.dispatch.StressOperator;
import java.util.List;
import java.util.stream.Collectors;

/** A dispatcher with two operators; each state of a concurrency test has one. */
final class Plug {
  static final Tensor TENSOR = HostData.tensor(new float[] {1}, 1);

  private static final Provenance PROVENANCE = Provenance.of("stress");
  private static final StressOperator.Type FIRST = new StressOperator.Type("first");
  private static final StressOperator.Type SECOND = new StressOperator.Type("second");

  final Dispatcher dispatcher = new LocalDispatcher();
  final StressOperator first = dispatcher.operator(FIRST);
  final StressOperator second = dispatcher.operator(SECOND);

  Registration define() {
    return dispatcher.commit(
        PROVENANCE, changes -> changes.define(FIRST.schema()).define(SECOND.schema()));
  }

  /** Registers a kernel for the first operator at key CPU. */
  Registration plug(StressOperator.Keyed kernel) {
    return dispatcher.commit(
        PROVENANCE,
        changes ->
            changes.kernel(FIRST.name(), DispatchKey.CPU, KernelFunction.typed(FIRST, kernel)));
  }

  /** Registers a kernel for the first operator that answers {@code number}. */
  Registration plugRanked(int ranking, int number) {
    StressOperator.Keyed kernel = (keys, self, effort) -> number;
    return dispatcher.commit(
        Provenance.of(String.valueOf(number)),
        changes ->
            changes
                .ranking(ranking)
                .kernel(FIRST.name(), DispatchKey.CPU, KernelFunction.typed(FIRST, kernel)));
  }

  /** Returns the numbers of the first operator's kernels, the active one first. */
  String listed() {
    return dispatcher.report(FIRST.name()).orElseThrow().kernels().values().stream()
        .flatMap(List::stream)
        .map(kernel -> kernel.provenance().bundle())
        .collect(Collectors.joining(","));
  }

  /** Registers a kernel for each operator, in one commit. */
  Registration plug(StressOperator.Keyed one, StressOperator.Keyed two) {
    return dispatcher.commit(
        PROVENANCE,
        changes ->
            changes
                .kernel(FIRST.name(), DispatchKey.CPU, KernelFunction.typed(FIRST, one))
                .kernel(SECOND.name(), DispatchKey.CPU, KernelFunction.typed(SECOND, two)));
  }

  /** Defines the first operator and registers its kernel, in one commit. */
  Registration defineAndPlug(StressOperator.Keyed kernel) {
    return dispatcher.commit(
        PROVENANCE,
        changes ->
            changes
                .define(FIRST.schema())
                .kernel(FIRST.name(), DispatchKey.CPU, KernelFunction.typed(FIRST, kernel)));
  }
}
