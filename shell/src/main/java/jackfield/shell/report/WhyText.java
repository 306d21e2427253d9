package jackfield.shell.report;

import jackfield.dispatch.Dispatcher;
import jackfield.kernel.Resolution;
import jackfield.kernel.Resolution.Reason;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.key.KeySets;
import jackfield.report.FailureReport;
import jackfield.report.OperatorEvent;
import jackfield.report.OperatorReport;
import jackfield.report.PlugEvent;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Explains the precedence of kernels as text, in the order in which tables are resolved: the key's
 * own kernel, the kernel for all backends, the composite kernels, Autograd, the fallback.
 */
public record WhyText(OperatorReport report, Names names, Dispatcher dispatcher, Devices devices) {
  private static final DispatchKey COMPOSITE = DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD;
  private static final DispatchKey FOR_ALL_BACKENDS = DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD;
  private static final Set<Reason> BEHIND_COMPOSITE =
      Set.of(
          Reason.AUTOGRAD,
          Reason.BATCHED,
          Reason.BACKEND_FALLBACK,
          Reason.TRANSPARENT,
          Reason.MISSING);

  // ---- keys without a slot

  /** Explains a key that stands for several. */
  String ofMany(DispatchKey key) {
    if (key.isBuildingBlock()) {
      return "%s has one key a backend and is never dispatched to itself; ask for one of %s"
          .formatted(
              key, String.join(", ", names.names(DispatchKeySet.of(key).or(KeySets.BACKENDS))));
    }
    List<String> members = names.names(key.runtimeKeys());
    String text =
        "%s stands for several keys and is never dispatched to; ask for one of %s"
            .formatted(key, String.join(", ", members));
    return text + (report.hasKernel(key) ? served(key) : "; no bundle registered a kernel at it");
  }

  private String served(DispatchKey alias) {
    OperatorReport.Kernel first = first(alias);
    List<String> keys =
        DispatchKey.runtime().stream()
            .filter(key -> isBy(first, report.table().get(key.tableIndex())))
            .map(names::name)
            .toList();
    return "\n  %s registered a kernel at it, which serves %s"
        .formatted(first.provenance(), keys.isEmpty() ? "no key: others are nearer" : joined(keys));
  }

  private static boolean isBy(OperatorReport.Kernel kernel, Resolution resolution) {
    return resolution.kernel() == kernel.function()
        && kernel.provenance().equals(resolution.provenance());
  }

  private static String joined(List<String> keys) {
    int most = 6;
    return keys.size() <= most
        ? String.join(", ", keys)
        : "%s and %d more".formatted(String.join(", ", keys.subList(0, most)), keys.size() - most);
  }

  // ---- keys with a slot

  /** Explains the provider of a key, the unused kernels, and the withdrawn ones. */
  String ofSlot(DispatchKey key) {
    Resolution resolution = report.table().get(key.tableIndex());
    String name = names.name(key);
    return "%s at %s: %s".formatted(report.name(), name, reason(key, name, resolution))
        + passedBy(resolution)
        + blocked(key, resolution.reason())
        + withdrawalText(key, resolution)
        + failed(key)
        + ofDevice(name, resolution.reason());
  }

  /** Tells the state of the key's device, which may explain why it has no kernel. */
  private String ofDevice(String key, Reason reason) {
    if (reason != Reason.MISSING && reason != Reason.BACKEND_FALLBACK) {
      return "";
    }
    return devices.about(key.toLowerCase(Locale.ROOT)).stream()
        .map(line -> "\n  " + line)
        .collect(Collectors.joining());
  }

  /** Names the bundles whose kernels failed at the key, also withdrawn ones. */
  private String failed(DispatchKey key) {
    return failures(key).stream()
        .map(failure ->
            "\n  %s %s here, %s."
                .formatted(
                    (failure.bundle() + " " + failure.version()).strip(),
                    Failures.of(List.of(failure)).text(),
                    Times.ago(failure.time())))
        .collect(Collectors.joining());
  }

  /** Returns the failures of kernels at a key. */
  List<FailureReport> failures(DispatchKey key) {
    return dispatcher.failures().stream()
        .filter(failure -> failure.operator().equals(report.name()) && failure.key() == key)
        .toList();
  }

  private String reason(DispatchKey key, String name, Resolution resolution) {
    String who = String.valueOf(resolution.provenance());
    return switch (resolution.reason()) {
      case KERNEL -> who + " registered a kernel for the key itself" + shadowed(key) + ".";
      case DEFAULT_BACKEND ->
          who + " registered one kernel for all backends, and " + name + " has none of its own.";
      case NESTED ->
          who + " registered a composite kernel for nested tensors, and nothing is nearer.";
      case MATH -> who + " registered a composite kernel, and no backend's kernel takes its place.";
      case AUTOGRAD -> who + " registered a kernel at Autograd, for all autograd keys.";
      case BATCHED -> who + " registered a decomposition for batches.";
      case BACKEND_FALLBACK ->
          who + " serves the key for every operator that has no kernel of its own there.";
      case TRANSPARENT -> "no bundle serves the key; calls pass it by.";
      case AMBIGUOUS_AUTOGRAD_OTHER -> ambiguous();
      case MISSING ->
          "no bundle registered a kernel, no composite kernel covers the key, and it has no"
              + " fallback; calls fail.";
    };
  }

  private String shadowed(DispatchKey key) {
    List<OperatorReport.Kernel> kernels = report.kernels().get(key);
    if (kernels.size() == 1) {
      return "";
    }
    boolean isRanked = kernels.get(0).ranking() != kernels.get(1).ranking();
    return kernels.stream()
        .skip(1)
        .map(kernel -> "%s (ranking %d)".formatted(kernel.provenance(), kernel.ranking()))
        .collect(
            Collectors.joining(
                ", ",
                "; it is before others by %s %d; it shadows "
                    .formatted(
                        isRanked ? "its ranking" : "being the newest of ranking",
                        kernels.getFirst().ranking()),
                ""));
  }

  private String ambiguous() {
    return "the composite kernel of %s and %s exclude each other here: a gradient could come from"
            .formatted(first(COMPOSITE).provenance(), kernelsIn(KeySets.AUTOGRAD_OTHER_BACKENDS))
        + " the parts of the one or be due for the other; calls fail. Register a kernel at"
        + " AutogradOther.";
  }

  private static String passedBy(Resolution resolution) {
    return resolution.kernel().isFallthrough() && resolution.provenance() != null
        ? " It lets calls pass by."
        : "";
  }

  /** Explains why the composite kernel, if there is one, is not used at this key. */
  private String blocked(DispatchKey key, Reason reason) {
    if (!report.hasKernel(COMPOSITE) || !isCovered(key) || !BEHIND_COMPOSITE.contains(reason)) {
      return "";
    }
    String whose =
        report.hasKernel(FOR_ALL_BACKENDS)
            ? "the kernel of %s for all backends".formatted(first(FOR_ALL_BACKENDS).provenance())
            : kernelsIn(key.keysBehindAutograd());
    return "\n  The composite kernel of %s does not serve it: %s takes its place below, so its parts would not be seen."
        .formatted(first(COMPOSITE).provenance(), whose);
  }

  private static boolean isCovered(DispatchKey key) {
    return key == DispatchKey.UNDEFINED || COMPOSITE.serves(key);
  }

  private OperatorReport.Kernel first(DispatchKey key) {
    return report.kernels().get(key).getFirst();
  }

  private String kernelsIn(DispatchKeySet keys) {
    return report.kernels().entrySet().stream()
        .filter(entry -> !entry.getKey().isAlias() && keys.has(entry.getKey()))
        .map(Map.Entry::getKey)
        .map(key -> "the kernel of %s at %s".formatted(first(key).provenance(), names.name(key)))
        .collect(Collectors.joining(" and "));
  }

  // ---- withdrawn kernels

  private String withdrawalText(DispatchKey key, Resolution resolution) {
    return ofOperator(key)
        .or(() -> ofBundle(key))
        .filter(
            withdrawal -> !withdrawal.provider().equals(String.valueOf(resolution.provenance())))
        .map(withdrawal ->
            "\n  %s was withdrawn %s (generation %d)."
                .formatted(withdrawal.provider(), withdrawal.ago(), withdrawal.generation()))
        .orElse("");
  }

  private record Withdrawal(String provider, String ago, long generation) {}

  private Optional<Withdrawal> ofOperator(DispatchKey key) {
    return dispatcher.history(report.name()).stream()
        .filter(event -> !event.isRegistration() && event.key().equals(Optional.of(key)))
        .findFirst()
        .map(WhyText::withdrawal);
  }

  private static Withdrawal withdrawal(OperatorEvent event) {
    return new Withdrawal(
        event.provenance().toString(), Times.ago(event.time()), event.generation());
  }

  private Optional<Withdrawal> ofBundle(DispatchKey key) {
    return dispatcher.history().stream()
        .filter(event -> !event.isPlugged() && event.keys().contains(key))
        .findFirst()
        .map(WhyText::withdrawal);
  }

  private static Withdrawal withdrawal(PlugEvent event) {
    return new Withdrawal(
        event.provenance().toString(), Times.ago(event.time()), event.generation());
  }
}
