package jackfield.feature.autograd.function;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import jackfield.aten.Aten;
import jackfield.aten.LstmInput;
import jackfield.aten._PackPaddedSequence;
import jackfield.aten._PadPackedSequence;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Recurrent networks for {@link FormulasTest}: of a sequence, a state and weights. */
final class RecurrentFunctions {
  private static final Tensor LENGTHS = HostData.tensor(new long[] {3, 1}, 2);

  private final Aten aten;

  RecurrentFunctions(Aten aten) {
    this.aten = aten;
  }

  Stream<Arguments> all() {
    return Stream.of(
        network("rnn_tanh", 1, this::rnn),
        network("gru", 3, this::gru),
        network("gru, packed", 3, this::packedGru),
        network("lstm", 4, this::lstm),
        arguments(
            "pad_sequence",
            (FormulasTest.Function) x -> aten.padSequence(x, true, 2, "left"),
            new long[][] {{2, 2}, {3, 2}}));
  }

  private static Arguments network(String name, long gates, FormulasTest.Function function) {
    long rows = 2 * gates;
    return arguments(
        name, function, new long[][] {{3, 2, 2}, {1, 2, 2}, {rows, 2}, {rows, 2}, {rows}, {rows}});
  }

  private static Tensor[] weights(Tensor... x) {
    return Arrays.copyOfRange(x, 2, 6);
  }

  private Tensor rnn(Tensor... x) {
    return aten.rnnTanh(x[0], x[1], weights(x), true, 1, 0, true, false, false).first();
  }

  private Tensor gru(Tensor... x) {
    Tensor batches = aten.transpose(x[0], 0, 1);
    return aten.gru(batches, x[1], weights(x), true, 1, 0, true, false, true).first();
  }

  private Tensor packedGru(Tensor... x) {
    _PackPaddedSequence.Result packed = aten._packPaddedSequence(x[0], LENGTHS, false);
    Tensor sizes = packed.second();
    Tensor data =
        aten.gru(packed.first(), sizes, x[1], weights(x), true, 1, 0, true, false).first();
    _PadPackedSequence.Result padded =
        aten._padPackedSequence(data, sizes, false, Scalar.of(0.5), 4);
    return padded.first();
  }

  private Tensor lstm(Tensor... x) {
    Tensor[] states = {x[1], aten.tanh(x[1])};
    LstmInput.Result run = aten.lstm(x[0], states, weights(x), true, 1, 0, true, false, false);
    return aten.cat(new Tensor[] {run.first(), run.second(), run.third()}, 0);
  }
}
