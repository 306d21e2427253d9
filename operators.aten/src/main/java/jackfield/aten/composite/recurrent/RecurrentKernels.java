package jackfield.aten.composite.recurrent;

import jackfield.aten.Aten;
import jackfield.aten.GruData;
import jackfield.aten.GruInput;
import jackfield.aten.LstmData;
import jackfield.aten.LstmInput;
import jackfield.aten.RnnReluData;
import jackfield.aten.RnnReluInput;
import jackfield.aten.RnnTanhData;
import jackfield.aten.RnnTanhInput;
import jackfield.error.InvalidArgument;
import jackfield.tensor.Tensor;

/**
 * Kernels of recurrent networks: layers of cells that run over the steps of sequences.
 *
 * <p><em>Shapes</em>: an input is {@code [steps, batch, features]}, or {@code [batch, steps,
 * features]} if {@code batchFirst}; a packed input is {@code [elements, features]}. States are
 * {@code [layers * directions, batch, features]}.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class RecurrentKernels {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public RecurrentKernels(Aten aten) {
    this.aten = aten;
  }

  /** Runs a network of hyperbolic tangents. */
  public RnnTanhInput.Result rnnTanh(
      Tensor input,
      Tensor hx,
      Tensor[] params,
      boolean hasBiases,
      long numLayers,
      double dropout,
      boolean train,
      boolean bidirectional,
      boolean batchFirst) {
    Steps steps = new PaddedSteps(aten, "rnn_tanh");
    Network network =
        network("rnn_tanh", Cell.TANH, steps, numLayers, train ? dropout : 0, bidirectional);
    Tensor first = batchFirst ? aten.transpose(input, 0, 1) : input;
    Steps.Run run = network.run(first, new Tensor[] {hx}, params, hasBiases);
    Tensor output = batchFirst ? aten.transpose(run.outputs(), 0, 1) : run.outputs();
    return new RnnTanhInput.Result(output, run.state()[0]);
  }

  /** Runs a network of hyperbolic tangents over packed sequences. */
  public RnnTanhData.Result rnnTanhPacked(
      Tensor data,
      Tensor batchSizes,
      Tensor hx,
      Tensor[] params,
      boolean hasBiases,
      long numLayers,
      double dropout,
      boolean train,
      boolean bidirectional) {
    Steps steps = new PackedSteps(aten, PackedSequences.batchSizes("rnn_tanh", data, batchSizes));
    Network network =
        network("rnn_tanh", Cell.TANH, steps, numLayers, train ? dropout : 0, bidirectional);
    Steps.Run run = network.run(data, new Tensor[] {hx}, params, hasBiases);
    return new RnnTanhData.Result(run.outputs(), run.state()[0]);
  }

  /** Runs a network of positive parts. */
  public RnnReluInput.Result rnnRelu(
      Tensor input,
      Tensor hx,
      Tensor[] params,
      boolean hasBiases,
      long numLayers,
      double dropout,
      boolean train,
      boolean bidirectional,
      boolean batchFirst) {
    Steps steps = new PaddedSteps(aten, "rnn_relu");
    Network network =
        network("rnn_relu", Cell.RELU, steps, numLayers, train ? dropout : 0, bidirectional);
    Tensor first = batchFirst ? aten.transpose(input, 0, 1) : input;
    Steps.Run run = network.run(first, new Tensor[] {hx}, params, hasBiases);
    Tensor output = batchFirst ? aten.transpose(run.outputs(), 0, 1) : run.outputs();
    return new RnnReluInput.Result(output, run.state()[0]);
  }

  /** Runs a network of positive parts over packed sequences. */
  public RnnReluData.Result rnnReluPacked(
      Tensor data,
      Tensor batchSizes,
      Tensor hx,
      Tensor[] params,
      boolean hasBiases,
      long numLayers,
      double dropout,
      boolean train,
      boolean bidirectional) {
    Steps steps = new PackedSteps(aten, PackedSequences.batchSizes("rnn_relu", data, batchSizes));
    Network network =
        network("rnn_relu", Cell.RELU, steps, numLayers, train ? dropout : 0, bidirectional);
    Steps.Run run = network.run(data, new Tensor[] {hx}, params, hasBiases);
    return new RnnReluData.Result(run.outputs(), run.state()[0]);
  }

  /** Runs a network of gated recurrent units. */
  public GruInput.Result gru(
      Tensor input,
      Tensor hx,
      Tensor[] params,
      boolean hasBiases,
      long numLayers,
      double dropout,
      boolean train,
      boolean bidirectional,
      boolean batchFirst) {
    Steps steps = new PaddedSteps(aten, "gru");
    Network network =
        network("gru", Cell.GRU, steps, numLayers, train ? dropout : 0, bidirectional);
    Tensor first = batchFirst ? aten.transpose(input, 0, 1) : input;
    Steps.Run run = network.run(first, new Tensor[] {hx}, params, hasBiases);
    Tensor output = batchFirst ? aten.transpose(run.outputs(), 0, 1) : run.outputs();
    return new GruInput.Result(output, run.state()[0]);
  }

  /** Runs a network of gated recurrent units over packed sequences. */
  public GruData.Result gruPacked(
      Tensor data,
      Tensor batchSizes,
      Tensor hx,
      Tensor[] params,
      boolean hasBiases,
      long numLayers,
      double dropout,
      boolean train,
      boolean bidirectional) {
    Steps steps = new PackedSteps(aten, PackedSequences.batchSizes("gru", data, batchSizes));
    Network network =
        network("gru", Cell.GRU, steps, numLayers, train ? dropout : 0, bidirectional);
    Steps.Run run = network.run(data, new Tensor[] {hx}, params, hasBiases);
    return new GruData.Result(run.outputs(), run.state()[0]);
  }

  /** Runs a network of long short-term memories. */
  public LstmInput.Result lstm(
      Tensor input,
      Tensor[] hx,
      Tensor[] params,
      boolean hasBiases,
      long numLayers,
      double dropout,
      boolean train,
      boolean bidirectional,
      boolean batchFirst) {
    requireTwo("lstm", hx);
    Steps steps = new PaddedSteps(aten, "lstm");
    Network network =
        network("lstm", Cell.LSTM, steps, numLayers, train ? dropout : 0, bidirectional);
    Tensor first = batchFirst ? aten.transpose(input, 0, 1) : input;
    Steps.Run run = network.run(first, hx, params, hasBiases);
    Tensor output = batchFirst ? aten.transpose(run.outputs(), 0, 1) : run.outputs();
    return new LstmInput.Result(output, run.state()[0], run.state()[1]);
  }

  /** Runs a network of long short-term memories over packed sequences. */
  public LstmData.Result lstmPacked(
      Tensor data,
      Tensor batchSizes,
      Tensor[] hx,
      Tensor[] params,
      boolean hasBiases,
      long numLayers,
      double dropout,
      boolean train,
      boolean bidirectional) {
    requireTwo("lstm", hx);
    Steps steps = new PackedSteps(aten, PackedSequences.batchSizes("lstm", data, batchSizes));
    Network network =
        network("lstm", Cell.LSTM, steps, numLayers, train ? dropout : 0, bidirectional);
    Steps.Run run = network.run(data, hx, params, hasBiases);
    return new LstmData.Result(run.outputs(), run.state()[0], run.state()[1]);
  }

  private Network network(
      String operator, Cell cell, Steps steps, long layers, double dropout, boolean bidirectional) {
    return new Network(aten, operator, cell, steps, layers, bidirectional, dropout);
  }

  private static void requireTwo(String operator, Tensor[] hx) {
    if (hx.length != 2) {
      throw new InvalidArgument(
          operator, "hx", "has %d states, expected hidden state and cell".formatted(hx.length));
    }
  }
}
