package jackfield.tools.fuzz.operator;

import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tools.fuzz.operator.argument.Case;
import jackfield.tools.fuzz.operator.argument.Memory;
import jackfield.tools.fuzz.operator.argument.Values;
import jackfield.tools.fuzz.operator.argument.Values.Ref;
import jackfield.tools.fuzz.operator.argument.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Simplifies a failing case as long as it fails in the same way. */
final class Shrinker {
  private static final int MOST_CHECKS = 200;

  private final Function<Case, Optional<Failure>> check;
  private int checks;

  Shrinker(Function<Case, Optional<Failure>> check) {
    this.check = check;
  }

  Failure shrink(Failure failure) {
    Failure simplest = failure;
    Optional<Failure> simpler = simpler(failure);
    while (simpler.isPresent()) {
      simplest = simpler.get();
      simpler = simpler(simplest);
    }
    return simplest;
  }

  private Optional<Failure> simpler(Failure failure) {
    for (Case candidate : candidates(failure.call())) {
      if (!isSound(candidate)) {
        continue;
      }
      if (++checks > MOST_CHECKS) {
        return Optional.empty();
      }
      Optional<Failure> found =
          check.apply(candidate).filter(other -> other.kind().equals(failure.kind()));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** Returns whether each view is within its storage, a precondition of calls. */
  private static boolean isSound(Case candidate) {
    return candidate.views().stream()
        .allMatch(view -> view.reach() <= candidate.memories().get(view.memory()).count());
  }

  private static List<Case> candidates(Case from) {
    List<Case> all = new ArrayList<>();
    Case pruned = pruned(from);
    if (!pruned.equals(from)) {
      all.add(pruned);
    }
    for (int i = 0; i < from.arguments().size(); i++) {
      addArguments(all, from, i);
    }
    for (int i = 0; i < from.views().size(); i++) {
      addViews(all, from, i);
    }
    for (int i = 0; i < from.memories().size(); i++) {
      addMemories(all, from, i);
    }
    return all;
  }

  private static void addArguments(List<Case> all, Case from, int position) {
    switch (from.arguments().get(position)) {
      case null -> {}
      case Ref _ -> all.add(from.withArgument(position, null));
      case Long value -> {
        if (value != 0 && value != 1) {
          all.add(from.withArgument(position, 0L));
          all.add(from.withArgument(position, 1L));
        }
      }
      case Values list -> {
        if (!list.items().isEmpty()) {
          List<Object> fewer = list.items().subList(0, list.items().size() - 1);
          all.add(from.withArgument(position, new Values(list.element(), fewer)));
        }
      }
      case Scalar value when !value.equals(Scalar.ONE) ->
          all.add(from.withArgument(position, Scalar.ONE));
      default -> all.add(from.withArgument(position, null));
    }
  }

  private static void addViews(List<Case> all, Case from, int position) {
    View view = from.views().get(position);
    View contiguous = View.contiguous(view.memory(), view.sizes());
    if (!view.isWrappedNumber() && !view.equals(contiguous)) {
      all.add(from.withView(position, contiguous));
    }
    for (int dim = 0; dim < view.sizes().size(); dim++) {
      List<Long> sizes = new ArrayList<>(view.sizes());
      List<Long> strides = new ArrayList<>(view.strides());
      sizes.remove(dim);
      strides.remove(dim);
      all.add(
          from.withView(position, new View(view.memory(), sizes, strides, view.offset(), false)));
      if (view.sizes().get(dim) > 1) {
        List<Long> shorter = new ArrayList<>(view.sizes());
        shorter.set(dim, 1L);
        all.add(
            from.withView(
                position, new View(view.memory(), shorter, view.strides(), view.offset(), false)));
      }
    }
  }

  private static void addMemories(List<Case> all, Case from, int position) {
    Memory memory = from.memories().get(position);
    if (memory.pattern().size() > 1) {
      List<Double> first = memory.pattern().subList(0, 1);
      all.add(with(from, position, memory.dtype(), memory.count(), first));
    }
    if (memory.dtype() != DType.FLOAT32) {
      all.add(with(from, position, DType.FLOAT32, memory.count(), memory.pattern()));
    }
    if (!memory.pattern().equals(List.of(1.0))) {
      all.add(with(from, position, memory.dtype(), memory.count(), List.of(1.0)));
    }
    if (memory.isAtPageEnd()) {
      all.add(from.withMemory(position, memory.inUsualMemory()));
    }
    int needed = needed(from, position);
    if (needed < memory.count()) {
      all.add(with(from, position, memory.dtype(), needed, memory.pattern()));
    }
  }

  private static int needed(Case from, int position) {
    return (int)
        from.views().stream()
            .filter(view -> view.memory() == position)
            .mapToLong(View::reach)
            .max()
            .orElse(0);
  }

  private static Case with(Case from, int position, DType dtype, int count, List<Double> pattern) {
    Memory memory = from.memories().get(position);
    return from.withMemory(
        position,
        new Memory(dtype, count, pattern, memory.slope(), memory.isClosed(), memory.isAtPageEnd()));
  }

  // ---- unused tensors and storages

  /** Returns the case without unused tensors and storages. */
  private static Case pruned(Case from) {
    List<View> views = new ArrayList<>();
    List<Memory> memories = new ArrayList<>();
    List<Integer> viewPlaces = new ArrayList<>();
    List<Integer> memoryPlaces = new ArrayList<>();
    List<Integer> used = new ArrayList<>();
    for (int i = 0; i < from.arguments().size(); i++) {
      used.addAll(from.viewsOf(i));
    }
    for (int i = 0; i < from.memories().size(); i++) {
      int position = i;
      boolean isUsed = used.stream().anyMatch(view -> from.views().get(view).memory() == position);
      memoryPlaces.add(memories.size());
      if (isUsed) {
        memories.add(from.memories().get(i));
      }
    }
    for (int i = 0; i < from.views().size(); i++) {
      View view = from.views().get(i);
      viewPlaces.add(views.size());
      if (used.contains(i)) {
        int memory = memoryPlaces.get(view.memory());
        views.add(
            new View(memory, view.sizes(), view.strides(), view.offset(), view.isWrappedNumber()));
      }
    }
    List<Object> arguments = new ArrayList<>();
    from.arguments().forEach(argument -> arguments.add(moved(argument, viewPlaces)));
    return new Case(from.operator(), memories, views, arguments);
  }

  private static Object moved(Object argument, List<Integer> positions) {
    return switch (argument) {
      case Ref(int view) -> new Ref(positions.get(view));
      case Values list -> {
        List<Object> items = new ArrayList<>();
        list.items().forEach(item -> items.add(moved(item, positions)));
        yield new Values(list.element(), items);
      }
      case null, default -> argument;
    };
  }
}
