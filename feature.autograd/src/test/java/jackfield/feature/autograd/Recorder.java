package jackfield.feature.autograd;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.aten.Aten;
import jackfield.aten.library.AtenLibrary;
import jackfield.backend.cpu.reference.ReferenceBackend;
import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.kernel.Provenance;
import jackfield.tensor.AutogradMisuse;
import jackfield.tensor.AutogradMisuse.Kind;
import jackfield.tensor.GradientRequest;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;

/** The operators with the reference backend and this feature plugged. */
public final class Recorder {
  public final LocalDispatcher dispatcher = new LocalDispatcher();
  final Whiteboard whiteboard = new Whiteboard(dispatcher);
  public final AutogradFeature feature = new AutogradFeature();
  public final Aten aten;

  public Recorder() {
    whiteboard.plug(new AtenLibrary(), Provenance.of("operators.aten"), 0);
    whiteboard.plug(new ReferenceBackend(), Provenance.of("backend.cpu.reference"), -100);
    whiteboard.plug(feature, Provenance.of("feature.autograd"), 0);
    aten = Aten.of(dispatcher);
  }

  /** A leaf that requires gradients. */
  static Tensor leaf(double[] values, long... sizes) {
    return HostData.tensor(values, sizes).requiresGradient();
  }

  public static Tensor vector(double... values) {
    return leaf(values, values.length);
  }

  /** Runs backwards from the sum of {@code output}. */
  void backward(Tensor output) {
    feature.backward(GradientRequest.of(aten.sum(output)));
  }

  static double[] grad(Tensor leaf) {
    return HostData.doubles(leaf.grad());
  }

  /** Turns the recording off until the result is closed. */
  static Guard noGrad() {
    return DispatchContext.current().gradients(false);
  }

  /** Returns what the refusal of an action says. */
  static Kind misuse(Runnable action) {
    return catchThrowableOfType(AutogradMisuse.class, action::run).kind();
  }
}
