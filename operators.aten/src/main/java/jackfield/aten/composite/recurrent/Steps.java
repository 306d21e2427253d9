package jackfield.aten.composite.recurrent;

import jackfield.tensor.Tensor;

/** Runs one layer over all steps in one direction. */
interface Steps {
  /**
   * Runs a layer.
   *
   * @param backwards whether the last step comes first
   */
  Run run(Cell cell, Tensor input, Tensor[] state, CellWeights weights, boolean backwards);

  /**
   * What a layer computes.
   *
   * @param outputs the hidden states after each step, in the order of the steps
   * @param state the last state
   */
  record Run(Tensor outputs, Tensor[] state) {}
}
