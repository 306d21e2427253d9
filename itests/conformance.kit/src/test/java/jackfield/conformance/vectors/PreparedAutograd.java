package jackfield.conformance.vectors;

import jackfield.tensor.Autograd;
import jackfield.tensor.GradientEdge;
import jackfield.tensor.GradientRequest;
import jackfield.tensor.Tensor;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/** An autograd for tests: it answers each request with a prepared answer. */
final class PreparedAutograd implements Autograd {
  private final Deque<Function<List<Tensor>, List<Tensor>>> answers = new ArrayDeque<>();

  /** Adds the next answer; {@code answer} receives the inputs. */
  PreparedAutograd answer(Function<List<Tensor>, List<Tensor>> answer) {
    answers.add(answer);
    return this;
  }

  /** Adds the next answer. */
  PreparedAutograd answer(Tensor... gradients) {
    return answer(_ -> Arrays.asList(gradients));
  }

  @Override
  public void backward(GradientRequest request) {
    grad(request);
  }

  @Override
  public List<Tensor> grad(GradientRequest request) {
    return answers
        .remove()
        .apply(request.inputs().isEmpty() ? request.outputs() : request.inputs());
  }

  @Override
  public GradientEdge edge(Tensor tensor) {
    return tensor.autograd() == null ? null : tensor.autograd().edge();
  }
}
