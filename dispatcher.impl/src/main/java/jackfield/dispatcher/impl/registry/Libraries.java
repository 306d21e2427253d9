package jackfield.dispatcher.impl.registry;

import jackfield.dispatcher.impl.operator.ChangeList;
import jackfield.dispatcher.impl.operator.Store;
import jackfield.dispatcher.impl.table.Change;
import jackfield.dispatcher.impl.table.CircuitBreaker;
import jackfield.dispatcher.impl.table.Fallbacks;
import jackfield.dispatcher.impl.table.KernelRegistration;
import jackfield.library.LibraryBlock;
import jackfield.report.LibraryLabel;
import jackfield.report.LibraryReport;
import jackfield.schema.OperatorName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The commits that are registered, in order; reports group them by library.
 *
 * <p><em>Threads</em>: guarded by the dispatcher's lock.
 */
final class Libraries {
  private static final String UNLABELLED = "commit";

  private Map<CommitHandle, ChangeList> commits = Map.of(); // oldest first; never modified

  /** Returns the store that updates the commits for {@code parts}. */
  Store noting(List<LocalTransaction.Part> parts) {
    Map<CommitHandle, ChangeList> next = new LinkedHashMap<>(commits);
    for (LocalTransaction.Part part : parts) {
      if (part.isAdded()) {
        next.put(part.handle(), part.changes());
      } else {
        next.remove(part.handle());
      }
    }
    return drain -> commits = next;
  }

  /** Returns the withdrawals of all commits of a bundle but those that define operators. */
  List<LocalTransaction.Part> kernelsOf(CircuitBreaker.Bundle bundle) {
    return commits.entrySet().stream()
        .filter(commit -> bundle.isOf(commit.getValue().provenance()))
        .filter(commit -> !commit.getValue().defines())
        .map(commit -> new LocalTransaction.Part(false, commit.getKey(), commit.getValue()))
        .toList();
  }

  /** Returns one report for each label, and one for each commit without a label. */
  List<LibraryReport> reports() {
    Map<LibraryLabel, List<Change>> byLabel = new LinkedHashMap<>();
    for (ChangeList list : commits.values()) {
      LibraryLabel label = list.label().orElseGet(() -> label(list));
      byLabel.computeIfAbsent(label, first -> new ArrayList<>()).addAll(list.changes());
    }
    return byLabel.entrySet().stream()
        .map(library -> report(library.getKey(), library.getValue()))
        .toList();
  }

  private static LibraryLabel label(ChangeList list) {
    String namespaces =
        list.changes().stream()
            .flatMap(Libraries::operator)
            .map(OperatorName::namespace)
            .distinct()
            .collect(Collectors.joining(","));
    String shown = namespaces.isEmpty() ? LibraryBlock.WILDCARD : namespaces;
    return new LibraryLabel(UNLABELLED, shown, Optional.empty(), list.provenance());
  }

  private static Stream<OperatorName> operator(Change change) {
    return switch (change) {
      case Change.Define define -> Stream.of(define.schema().name());
      case KernelRegistration kernel -> Stream.of(kernel.operator());
      case Change.Name name -> Stream.of(name.name());
      case Change.Namespace _, Fallbacks.Fallback _ -> Stream.empty();
    };
  }

  private static LibraryReport report(LibraryLabel label, List<Change> changes) {
    int definitions = 0;
    int kernels = 0;
    int fallbacks = 0;
    for (Change change : changes) {
      switch (change) {
        case Change.Define _ -> definitions++;
        case KernelRegistration _ -> kernels++;
        case Fallbacks.Fallback _ -> fallbacks++;
        case Change.Name _, Change.Namespace _ -> {} // hold nothing that runs
      }
    }
    return new LibraryReport(label, definitions, kernels, fallbacks);
  }
}
