package jackfield.feature.autograd;

import jackfield.feature.autograd.engine.AtenArithmetic;
import jackfield.feature.autograd.engine.BackwardEngine;
import jackfield.feature.autograd.history.AutogradFallback;
import jackfield.feature.autograd.history.DetachKernel;
import jackfield.feature.autograd.history.Histories;
import jackfield.feature.autograd.kernel.GeneratedKernels;
import jackfield.key.DispatchKey;
import jackfield.spi.Feature;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Autograd;
import jackfield.tensor.FeatureGone;
import jackfield.tensor.GradientEdge;
import jackfield.tensor.GradientRequest;
import jackfield.tensor.GradientRuntime;
import jackfield.tensor.Tensor;
import java.util.List;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

/**
 * Plugs autograd: kernels that record, and the service that differentiates what they recorded. When
 * the bundle stops, its kernels are withdrawn first. Then the cell through which graphs reach the
 * formulas is cleared.
 */
@Component(
    service = {Feature.class, Autograd.class},
    immediate = true)
public final class AutogradFeature implements Feature, Autograd {
  private static final String BUNDLE = "feature.autograd";

  private volatile Recording recording; // null until plugged into a dispatcher

  /** The state for one dispatcher. */
  private record Recording(GradientRuntime cell, BackwardEngine engine) {}

  /** Creates the feature. */
  public AutogradFeature() {}

  @Override
  public String name() {
    return "autograd";
  }

  @Override
  public void register(KernelRegistrar kernels) {
    stop();
    GradientRuntime cell = new GradientRuntime(BUNDLE, new Formulas(kernels));
    Histories histories = new Histories(cell);
    GeneratedKernels.register(kernels, histories);
    new DetachKernel(kernels, histories).register();
    kernels.fallback(DispatchKey.AUTOGRAD, new AutogradFallback(histories));
    recording =
        new Recording(cell, new BackwardEngine(cell, histories, new AtenArithmetic(kernels)));
  }

  /** Clears the cell, so that recorded graphs no longer reach the formulas. */
  @Deactivate
  public void stop() {
    Recording present = recording;
    if (present != null) {
      present.cell().withdraw();
    }
  }

  private BackwardEngine engine() {
    Recording present = recording;
    if (present == null) {
      throw new FeatureGone("autograd", BUNDLE, null);
    }
    return present.engine();
  }

  @Override
  public void backward(GradientRequest request) {
    engine().backward(request);
  }

  @Override
  public List<Tensor> grad(GradientRequest request) {
    return engine().grad(request);
  }

  @Override
  public GradientEdge edge(Tensor tensor) {
    return engine().edge(tensor);
  }
}
