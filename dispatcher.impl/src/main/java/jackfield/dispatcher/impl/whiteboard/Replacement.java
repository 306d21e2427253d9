package jackfield.dispatcher.impl.whiteboard;

import jackfield.dispatch.Drain;
import jackfield.dispatcher.impl.registry.LocalTransaction;
import jackfield.dispatcher.impl.table.KernelRegistration;
import jackfield.schema.OperatorName;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Services that left the whiteboard and services that came, in one generation. As long as it is not
 * complete it can be turned back.
 */
public final class Replacement {
  private final Whiteboard whiteboard;
  private final LocalTransaction transaction;
  private final List<Whiteboard.Entry> left;
  private final List<Whiteboard.Entry> came;

  Replacement(
      Whiteboard whiteboard,
      LocalTransaction transaction,
      List<Whiteboard.Entry> left,
      List<Whiteboard.Entry> came) {
    this.whiteboard = whiteboard;
    this.transaction = transaction;
    this.left = left;
    this.came = came;
  }

  /** Returns the wait for the calls that began before it. */
  public Drain drain() {
    return transaction.drain();
  }

  /** Returns the services that left. */
  public List<Object> departed() {
    return left.stream().map(entry -> entry.offer().service()).toList();
  }

  /** Returns the tensors in the memory of those who left. */
  public MemoryEvacuation belongings() {
    return MemoryEvacuation.of(left);
  }

  /** Returns how many kernels came of each bundle and version. */
  Map<String, Integer> kernelsByBundle() {
    Map<String, Integer> kernels = new TreeMap<>();
    for (Whiteboard.Entry entry : came) {
      kernels.merge(
          entry.plugged().provenance().toString(), entry.plugged().kernels(), Integer::sum);
    }
    return kernels;
  }

  /** Returns the operators that the kernels of the last {@code services} that came are for. */
  public List<OperatorName> operators(int services) {
    List<LocalTransaction.Part> arrivals =
        transaction.parts().stream().filter(LocalTransaction.Part::isAdded).toList();
    return arrivals.subList(arrivals.size() - services, arrivals.size()).stream()
        .flatMap(part -> part.changes().kernels())
        .map(KernelRegistration::operator)
        .distinct()
        .toList();
  }

  /** Returns the kernels that left. */
  public List<KernelRegistration> kernelsGone() {
    return transaction.parts().stream()
        .filter(part -> !part.isAdded())
        .flatMap(part -> part.changes().kernels())
        .toList();
  }

  /** Returns the number of the first kernel that left, 0 if none did. */
  public long placeOfGone() {
    return kernelsGone().stream().mapToLong(KernelRegistration::place).min().orElse(0);
  }

  /** Returns what came, in words. */
  public String arrived() {
    return transaction.summary();
  }

  /** Releases the leases of the withdrawn services; called when they cannot come back. */
  public void complete() {
    left.forEach(Whiteboard.Entry::endLease);
  }

  /**
   * Plugs the services that left again and withdraws those that came, as one generation.
   *
   * @throws jackfield.error.JackfieldException if others are in the way of those who left
   */
  public Replacement reverse() {
    return whiteboard.reverse(transaction, left, came);
  }
}
