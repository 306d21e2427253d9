package jackfield.aten.composite.recurrent;

import jackfield.aten.Aten;
import jackfield.aten._PackPaddedSequence;
import jackfield.aten._PackPaddedSequenceOut;
import jackfield.aten._PadPackedSequence;
import jackfield.aten.composite.GivenResults;
import jackfield.error.InvalidArgument;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * Kernels that pad sequences of different lengths, and pack them without padding: one step after
 * the other, each with a batch of the sequences that have not ended.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class SequenceKernels {
  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public SequenceKernels(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /** Removes the padding of sequences, which are sorted by length, the longest first. */
  public _PackPaddedSequence.Result pack(Tensor input, Tensor lengths, boolean batchFirst) {
    Tensor steps = stepsFirst("_pack_padded_sequence", input, batchFirst);
    long[] counts = lengths("_pack_padded_sequence", steps, lengths);
    int longest = Math.toIntExact(counts[0]);
    Tensor[] parts = new Tensor[longest];
    long[] batches = new long[longest];
    int batch = counts.length;
    for (int step = 0; step < longest; step++) {
      while (counts[batch - 1] <= step) {
        batch--;
      }
      batches[step] = batch;
      parts[step] = aten.narrow(aten.select(steps, 0, step), 0, 0, batch);
    }
    return new _PackPaddedSequence.Result(aten.cat(parts, 0), HostData.tensor(batches, longest));
  }

  /** Removes the padding of sequences into given tensors. */
  public _PackPaddedSequenceOut.Result packOut(
      Tensor input, Tensor lengths, boolean batchFirst, Tensor out0, Tensor out1) {
    _PackPaddedSequence.Result packed = aten._packPaddedSequence(input, lengths, batchFirst);
    Tensor[] results = {packed.first(), packed.second()};
    given.intoAll("_pack_padded_sequence", results, out0, out1);
    return new _PackPaddedSequenceOut.Result(out0, out1);
  }

  private static long[] lengths(String operator, Tensor steps, Tensor lengths) {
    long[] counts = PackedSequences.integers(operator, "lengths", lengths);
    if (steps.elementCount() == 0) {
      throw new InvalidArgument(operator, "input", "has no elements");
    }
    if (counts.length != steps.size(1)) {
      throw new ShapeMismatch(
          operator, "expected a length for each sequence", steps.sizes(), lengths.sizes());
    }
    for (int i = 0; i < counts.length; i++) {
      long most = i == 0 ? steps.size(0) : counts[i - 1];
      if (counts[i] < 1 || counts[i] > most) {
        throw new InvalidArgument(
            operator,
            "lengths",
            "has %d for sequence %d, expected 1 to %d".formatted(counts[i], i, most));
      }
    }
    return counts;
  }

  private Tensor stepsFirst(String operator, Tensor input, boolean batchFirst) {
    if (input.rank() < 2) {
      throw new ShapeMismatch(operator, "expected at least two dimensions", input.sizes());
    }
    return batchFirst ? aten.transpose(input, 0, 1) : input;
  }

  /** Puts the gradient of packed sequences back to where they came from. */
  public Tensor packBackward(Tensor grad, long[] inputSize, Tensor batchSizes, boolean batchFirst) {
    String operator = "_pack_padded_sequence_backward";
    long[] batches = PackedSequences.batchSizes(operator, grad, batchSizes);
    if (inputSize.length < 2) {
      throw new ShapeMismatch(operator, "expected at least two dimensions", inputSize);
    }
    long[] sizes = inputSize.clone();
    sizes[0] = inputSize[batchFirst ? 1 : 0];
    sizes[1] = inputSize[batchFirst ? 0 : 1];
    if (batches.length > sizes[0] || batches[0] > sizes[1]) {
      throw new ShapeMismatch(operator, "batch_sizes has more than the input", inputSize);
    }
    Tensor padded = unpacked(grad, batches, aten.newZeros(grad, sizes));
    return batchFirst ? aten.transpose(padded, 0, 1) : padded;
  }

  /** Pads packed sequences and returns their lengths, too. */
  public _PadPackedSequence.Result pad(
      Tensor data, Tensor batchSizes, boolean batchFirst, Scalar paddingValue, long totalLength) {
    String operator = "_pad_packed_sequence";
    long[] batches = PackedSequences.batchSizes(operator, data, batchSizes);
    if (totalLength > 0 && totalLength < batches.length) {
      throw new InvalidArgument(
          operator,
          "total_length",
          "is %d, expected at least %d".formatted(totalLength, batches.length));
    }
    long[] sizes = new long[data.rank() + 1];
    System.arraycopy(data.sizes(), 0, sizes, 1, data.rank());
    sizes[0] = totalLength > 0 ? totalLength : batches.length;
    sizes[1] = batches[0];
    Tensor padded = unpacked(data, batches, aten.newFull(data, sizes, paddingValue));
    Tensor output = batchFirst ? aten.transpose(padded, 0, 1) : padded;
    return new _PadPackedSequence.Result(output, lengthsOf(batches));
  }

  private Tensor unpacked(Tensor data, long[] batches, Tensor into) {
    long offset = 0;
    for (int step = 0; step < batches.length; step++) {
      Tensor part = aten.narrow(data, 0, offset, batches[step]);
      aten.copy_(aten.narrow(aten.select(into, 0, step), 0, 0, batches[step]), part);
      offset += batches[step];
    }
    return into;
  }

  private static Tensor lengthsOf(long[] batches) {
    long[] lengths = new long[Math.toIntExact(batches[0])];
    for (long batch : batches) {
      for (int sequence = 0; sequence < batch; sequence++) {
        lengths[sequence]++;
      }
    }
    return HostData.tensor(lengths, lengths.length);
  }

  /** Joins sequences of different lengths along a new dimension. */
  public Tensor padSequence(
      Tensor[] sequences, boolean batchFirst, double paddingValue, String paddingSide) {
    boolean isLeft = paddingSide.equals("left");
    if (!isLeft && !paddingSide.equals("right")) {
      throw new InvalidArgument(
          "pad_sequence", "padding_side", "is '%s', expected left or right".formatted(paddingSide));
    }
    long longest = longest(sequences);
    long[] trailing = Arrays.copyOfRange(sequences[0].sizes(), 1, sequences[0].rank());
    long[] sizes = new long[trailing.length + 2];
    System.arraycopy(trailing, 0, sizes, 2, trailing.length);
    sizes[0] = batchFirst ? sequences.length : longest;
    sizes[1] = batchFirst ? longest : sequences.length;
    Shapes.elementCount(sizes);
    Tensor padded = aten.newFull(sequences[0], sizes, paddingValue);
    for (int i = 0; i < sequences.length; i++) {
      Tensor row = aten.select(padded, batchFirst ? 0 : 1, i);
      long length = sequences[i].size(0);
      aten.copy_(aten.narrow(row, 0, isLeft ? longest - length : 0, length), sequences[i]);
    }
    return padded;
  }

  private static long longest(Tensor[] sequences) {
    if (sequences.length == 0) {
      throw new InvalidArgument("pad_sequence", "sequences", "is empty");
    }
    long longest = 0;
    for (Tensor sequence : sequences) {
      if (sequence.rank() == 0) {
        throw new ShapeMismatch("pad_sequence", "expected a dimension", sequence.sizes());
      }
      longest = Math.max(longest, sequence.size(0));
    }
    return longest;
  }
}
