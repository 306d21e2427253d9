package jackfield.backend.cpu;

import jackfield.aten.Aten;
import jackfield.backend.cpu.elementwise.KernelList;
import jackfield.backend.cpu.elementwise.SharedLoops;
import jackfield.backend.cpu.loss.CtcLossKernels;
import jackfield.backend.cpu.loss.EntropyKernels;
import jackfield.backend.cpu.loss.LikelihoodKernels;
import jackfield.backend.cpu.loss.LikelihoodSums;
import jackfield.backend.cpu.loss.MarginKernels;
import jackfield.backend.cpu.loss.MultilabelMarginKernels;
import jackfield.backend.cpu.memory.Workspaces;

/** Registers the kernels of losses that are operators of their own, and of their gradients. */
final class LossKernels {
  private LossKernels() {}

  /** Adds the kernels to a list. */
  static void addTo(KernelList kernels, SharedLoops loops, Workspaces workspaces) {
    EntropyKernels entropies = new EntropyKernels(loops.sum(), loops.max(), workspaces);
    kernels
        .structured(Aten.BINARY_CROSS_ENTROPY, entropies::crossEntropy)
        .structured(Aten.NLL_LOSS_FORWARD, LikelihoodSums::forward)
        .structured(Aten.NLL_LOSS_BACKWARD, new LikelihoodKernels(workspaces)::backward)
        .structured(Aten.MULTI_MARGIN_LOSS, MarginKernels::loss)
        .structured(Aten.MULTI_MARGIN_LOSS_BACKWARD, MarginKernels::backward)
        .structured(Aten.MULTILABEL_MARGIN_LOSS_FORWARD, MultilabelMarginKernels::loss)
        .structured(Aten.MULTILABEL_MARGIN_LOSS_BACKWARD, MultilabelMarginKernels::backward)
        .structured(Aten._CTC_LOSS, CtcLossKernels::loss)
        .structured(Aten._CTC_LOSS_BACKWARD, CtcLossKernels::backward);
  }
}
