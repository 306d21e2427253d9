package jackfield.dispatcher.impl.whiteboard;

import jackfield.dispatch.Drain;
import jackfield.dispatcher.impl.registry.LocalTransaction;
import jackfield.dispatcher.impl.table.KernelRegistration;
import jackfield.schema.OperatorName;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Services that were withdrawn from the whiteboard and services that were plugged, in one
 * generation. Until it is completed it can be reversed.
 */
public final class ServiceTransaction {
  private final Whiteboard whiteboard;
  private final LocalTransaction transaction;
  private final List<PluggedServices.Entry> withdrawn;
  private final List<PluggedServices.Entry> plugged;

  ServiceTransaction(
      Whiteboard whiteboard,
      LocalTransaction transaction,
      List<PluggedServices.Entry> withdrawn,
      List<PluggedServices.Entry> plugged) {
    this.whiteboard = whiteboard;
    this.transaction = transaction;
    this.withdrawn = withdrawn;
    this.plugged = plugged;
  }

  /** Returns the wait for the calls that began before. */
  public Drain drain() {
    return transaction.drain();
  }

  /** Returns the generation that the transaction made. */
  public long generation() {
    return transaction.generation();
  }

  /** Returns the withdrawn services. */
  public List<Object> withdrawnServices() {
    return withdrawn.stream().map(entry -> entry.offer().service()).toList();
  }

  /** Returns the tensors in the memory of the withdrawn services. */
  public MemoryEvacuation evacuation() {
    return MemoryEvacuation.of(withdrawn);
  }

  /** Returns the number of plugged kernels by bundle and version. */
  Map<String, Integer> kernelsByBundle() {
    Map<String, Integer> kernels = new TreeMap<>();
    for (PluggedServices.Entry entry : plugged) {
      kernels.merge(
          entry.plugged().provenance().toString(), entry.plugged().kernels(), Integer::sum);
    }
    return kernels;
  }

  /** Returns the operators of the kernels of the last {@code services} plugged services. */
  public List<OperatorName> operators(int services) {
    List<LocalTransaction.Part> arrivals =
        transaction.parts().stream().filter(LocalTransaction.Part::isAdded).toList();
    return arrivals.subList(arrivals.size() - services, arrivals.size()).stream()
        .flatMap(part -> part.changes().kernels())
        .map(KernelRegistration::operator)
        .distinct()
        .toList();
  }

  /** Returns the withdrawn kernels. */
  public List<KernelRegistration> withdrawnKernels() {
    return transaction.parts().stream()
        .filter(part -> !part.isAdded())
        .flatMap(part -> part.changes().kernels())
        .toList();
  }

  /** Returns the number of the first withdrawn kernel, 0 for none. */
  public long firstWithdrawnRank() {
    return withdrawnKernels().stream().mapToLong(KernelRegistration::rank).min().orElse(0);
  }

  /** Returns the generation and the numbers of plugged kernels and operators, as text. */
  public String summary() {
    return "generation %d, %s".formatted(generation(), transaction.summary());
  }

  /** Releases the leases of the withdrawn services; no reversal is possible after that. */
  public void complete() {
    withdrawn.forEach(PluggedServices.Entry::endLease);
  }

  /**
   * Plugs the withdrawn services again and withdraws the plugged ones, as one generation.
   *
   * @throws jackfield.error.JackfieldException if a later registration conflicts with a withdrawn
   *     one
   */
  public ServiceTransaction reverse() {
    return whiteboard.reverse(transaction, withdrawn, plugged);
  }
}
