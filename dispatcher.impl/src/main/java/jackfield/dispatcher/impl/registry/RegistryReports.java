package jackfield.dispatcher.impl.registry;

import jackfield.dispatcher.impl.operator.OperatorEntry;
import jackfield.dispatcher.impl.operator.OperatorHistory;
import jackfield.dispatcher.impl.operator.OperatorState;
import jackfield.dispatcher.impl.operator.SimilarOperators;
import jackfield.dispatcher.impl.operator.TableReports;
import jackfield.kernel.NoSuchOperator;
import jackfield.kernel.Provenance;
import jackfield.kernel.Resolution;
import jackfield.report.OperatorEvent;
import jackfield.report.OperatorReport;
import jackfield.report.TableReport;
import jackfield.schema.OperatorName;
import java.util.List;
import java.util.Optional;

/**
 * The reports about the operators of a {@link Registry}.
 *
 * <p><em>Threads</em>: the caller of each method holds the dispatcher's lock.
 */
final class RegistryReports {
  private final Registry registry;
  private final OperatorHistory history;

  RegistryReports(Registry registry, OperatorHistory history) {
    this.registry = registry;
    this.history = history;
  }

  List<OperatorName> operators() {
    return registry.registered().stream().map(OperatorState::name).toList();
  }

  /** Returns the operators of which a caller holds a handle, in no order. */
  List<OperatorName> operatorsInUse() {
    return registry.all().filter(OperatorEntry::isHeld).map(OperatorEntry::name).toList();
  }

  /** Returns the operators with kernels and without a definition. */
  List<OperatorName> dangling() {
    return registry.registered().stream()
        .filter(operator -> operator.definition() == null)
        .map(OperatorState::name)
        .toList();
  }

  Optional<OperatorReport> operator(OperatorName name) {
    return Optional.ofNullable(registry.registered(name))
        .map(operator -> TableReports.whole(operator, registry.resolve(registry.find(name))));
  }

  /**
   * Returns the dispatch table of an operator.
   *
   * @throws NoSuchOperator if it has no registration
   */
  TableReport table(OperatorName name, long generation) {
    OperatorState operator = registry.registered(name);
    if (operator == null) {
      throw missing(name);
    }
    Resolution[] resolutions = registry.resolve(registry.find(name)).resolutions();
    return TableReports.of(operator, resolutions, generation);
  }

  /** Returns the error for an operator that is not defined. */
  NoSuchOperator missing(OperatorName name) {
    OperatorState present = registry.registered(name);
    if (present != null && present.definition() != null) {
      return NoSuchOperator.definedLater(name);
    }
    List<OperatorName> defined =
        registry.registered().stream()
            .filter(operator -> operator.definition() != null)
            .map(OperatorState::name)
            .toList();
    Optional<Provenance> left =
        history.of(name).stream()
            .filter(event -> event.key().isEmpty() && !event.isRegistration())
            .findFirst()
            .map(OperatorEvent::provenance);
    return new NoSuchOperator(name, present != null, SimilarOperators.to(name, defined), left);
  }
}
