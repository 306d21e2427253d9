package jackfield.dispatcher.impl;

import jackfield.dispatch.DispatchKey;
import jackfield.dispatch.KernelFunction;
import jackfield.dispatch.OperatorName;
import jackfield.dispatch.Provenance;

/**
 * One kernel at one key of one operator; told apart by identity, not by content.
 *
 * <p>The order in a key's list is by ranking, then newest first.
 */
final class KernelRegistration {
  private final OperatorName operator;
  private final DispatchKey key;
  private final KernelFunction kernel;
  private final int ranking;
  private final Provenance provenance;

  KernelRegistration(
      OperatorName operator,
      DispatchKey key,
      KernelFunction kernel,
      int ranking,
      Provenance provenance) {
    this.operator = operator;
    this.key = key;
    this.kernel = kernel;
    this.ranking = ranking;
    this.provenance = provenance;
  }

  OperatorName operator() {
    return operator;
  }

  DispatchKey key() {
    return key;
  }

  KernelFunction kernel() {
    return kernel;
  }

  int ranking() {
    return ranking;
  }

  Provenance provenance() {
    return provenance;
  }
}
