package jackfield.backend.cuda.loss;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ParameterBlock;
import jackfield.backend.cuda.driver.DeviceMemory;
import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.backend.cuda.launch.Blocks;
import jackfield.backend.cuda.launch.KernelAnswer;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.error.InvalidArgument;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Tensor;

/**
 * The connectionist temporal classification: a block of threads computes a sequence. All targets
 * are checked before anything is written.
 */
public final class AlignmentBodies {
  private final Launcher launcher;

  /** Creates the bodies. */
  public AlignmentBodies(Launcher launcher) {
    this.launcher = launcher;
  }

  /** Registers the kernels. */
  public void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten._CTC_LOSS, this::loss)
        .structured(Aten._CTC_LOSS_BACKWARD, this::backward);
  }

  private void loss(
      Tensor logProbs,
      Tensor targets,
      long[] inputLengths,
      long[] targetLengths,
      long blank,
      boolean zeroInfinity,
      Tensor negLogLikelihood,
      Tensor logAlpha) {
    run(
        "_ctc_loss",
        "alignment_forward",
        new Call(logProbs, targets, inputLengths, targetLengths, blank, zeroInfinity, logAlpha),
        logProbs,
        targets,
        negLogLikelihood,
        logAlpha);
  }

  private void backward(
      Tensor grad,
      Tensor logProbs,
      Tensor targets,
      long[] inputLengths,
      long[] targetLengths,
      Tensor negLogLikelihood,
      Tensor logAlpha,
      long blank,
      boolean zeroInfinity,
      Tensor output) {
    run(
        "_ctc_loss_backward",
        "alignment_backward",
        new Call(logProbs, targets, inputLengths, targetLengths, blank, zeroInfinity, logAlpha),
        logProbs,
        targets,
        negLogLikelihood,
        logAlpha,
        grad,
        output);
  }

  /** The geometry of one call. */
  private record Call(
      Tensor logProbs,
      Tensor targets,
      long[] inputLengths,
      long[] targetLengths,
      long blank,
      boolean zeroInfinity,
      Tensor logAlpha) {
    long sequences() {
      return targetLengths.length;
    }

    long labels() {
      return logProbs.size(logProbs.rank() - 1);
    }

    long states() {
      return logAlpha.size(logAlpha.rank() - 1);
    }

    /** Returns the lengths of inputs, those of targets, and the first target of each sequence. */
    long[] lengths() {
      int count = targetLengths.length;
      long[] lengths = new long[3 * count];
      long next = 0;
      for (int n = 0; n < count; n++) {
        lengths[n] = inputLengths[n];
        lengths[count + n] = targetLengths[n];
        lengths[2 * count + n] = targets.rank() == 1 ? next : n * targets.size(1);
        next += targetLengths[n];
      }
      return lengths;
    }
  }

  private void run(String operator, String kernel, Call call, Tensor... tensors) {
    DeviceMemory memory = launcher.context().memory();
    Lease lengths = launcher.upload(call.lengths());
    long rows = Math.multiplyExact(2 * call.sequences(), call.states());
    Lease scratch = memory.lease(Math.multiplyExact(Math.max(1, rows), (long) Long.BYTES));
    try (KernelAnswer answer = new KernelAnswer(launcher)) {
      long[] numbers = {
        call.logProbs.size(0),
        call.sequences(),
        call.labels(),
        call.states(),
        call.blank,
        lengths.address(),
        scratch.address(),
        call.zeroInfinity ? 1 : 0,
        answer.address()
      };
      ParameterBlock block = Blocks.tensors(numbers, tensors);
      check(operator, call, block, answer);
      launcher.cooperative(operator, kernel, block, call.sequences(), longest(call));
    } finally {
      memory.release(scratch);
      memory.release(lengths);
    }
  }

  private static long longest(Call call) {
    return Math.max(call.states(), call.labels());
  }

  private void check(String operator, Call call, ParameterBlock block, KernelAnswer answer) {
    if (call.states() == 1 || call.sequences() == 0) {
      return; // there are no targets
    }
    launcher.cooperative(
        operator, "alignment_check", block, 1, call.sequences() * (call.states() / 2));
    long[] found = answer.readBlocking();
    if (found[0] >= 0) {
      throw new InvalidArgument(
          operator,
          "target",
          "has %d in sequence %d, expected 0 to %d"
              .formatted(found[1], found[0], call.labels() - 1));
    }
  }
}
