package jackfield;

import jackfield.aten.Aten;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.Registration;
import jackfield.gradient.GradientFormula;
import jackfield.kernel.Operator;
import jackfield.nn.Nn;
import jackfield.report.TableReport;
import jackfield.schema.OperatorName;
import jackfield.spi.Platform;
import jackfield.spi.Platform.PlugReport;
import jackfield.spi.RemovedBundles;
import jackfield.tensor.Autograd;
import jackfield.tensor.HostData;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A tensor platform inside a program. Backends are plugged and unplugged while it computes.
 *
 * <pre>{@code
 * try (Jackfield jackfield = Jackfield.start()) {
 *   Aten aten = jackfield.aten();
 *   Tensor sum = aten.add(jackfield.tensor(new float[] {1, 2}), jackfield.tensor(new float[] {3, 4}));
 *   try (Plugged fast = jackfield.plug("backend.cpu")) {
 *     sum = aten.add(sum, sum);
 *   }
 * }
 * }</pre>
 *
 * <p>Several platforms can run in one JVM. Each has its own operators, kernels, bundles and files.
 * Platforms of one class loader share the host memory and the contexts of threads: a tensor of one
 * can be an argument of another, and unplugging waits for running calls of both.
 *
 * <p><em>Threads</em>: safe for all. Requests that plug and unplug may block; calls of operators
 * never wait for them.
 *
 * <p><em>Errors</em>: {@link PlatformClosed} from each method but {@link #close} and {@link
 * #isClosed} after the platform was closed.
 */
public final class Jackfield implements AutoCloseable {
  private final RunningPlatform running;

  private Jackfield(RunningPlatform running) {
    this.running = running;
  }

  /**
   * Starts a platform with the default options: the operators, the reference backend, autograd and
   * the profiler are plugged.
   *
   * @throws StartFailed if it does not start; nothing of it is left
   * @throws MissingJvmFlag if this JVM denies native access
   */
  public static Jackfield start() {
    return start(Options.defaults());
  }

  /**
   * Starts a platform. If there is a plug folder, what it contains is configured and plugged when
   * this returns.
   *
   * @throws StartFailed if it does not start; nothing of it is left
   * @throws MissingJvmFlag if this JVM denies native access
   * @throws PlugFolderInUse if another platform watches the plug folder
   */
  public static Jackfield start(Options options) {
    Objects.requireNonNull(options, "Jackfield.start: options is null");
    JvmFlags.requireNativeAccess();
    JvmFlags.requireProperties();
    return new Jackfield(RunningPlatform.start(options));
  }

  /** Returns the operators of namespace {@code aten}; valid whatever backend comes and goes. */
  public Aten aten() {
    return running.using("aten", RunningPlatform.Parts::aten);
  }

  /** Returns the dispatcher: operators, kernels, dispatch tables and their history. */
  public Dispatcher dispatcher() {
    return running.using("dispatcher", RunningPlatform.Parts::dispatcher);
  }

  /**
   * Returns what runs recorded computations backwards.
   *
   * @throws UnknownBundle if the bundle {@code feature.autograd} is not plugged
   */
  public Autograd autograd() {
    return running.using(
        "autograd", now -> now.host().require(Autograd.class, "autograd", "feature.autograd"));
  }

  /**
   * Returns modules, losses and optimizers that compute on this platform.
   *
   * @throws UnknownBundle if the bundle {@code feature.autograd} is not plugged
   */
  public Nn nn() {
    return new Nn(aten(), autograd());
  }

  /**
   * Returns a new float32 tensor in host memory.
   *
   * @param values the elements, in row-major order
   * @param shape the sizes; none for one dimension of all values
   * @throws ShapeMismatch if the shape has another number of elements than there are values
   */
  public Tensor tensor(float[] values, long... shape) {
    Objects.requireNonNull(values, "Jackfield.tensor: values is null");
    Objects.requireNonNull(shape, "Jackfield.tensor: shape is null");
    long[] sizes = shape.length == 0 ? new long[] {values.length} : shape;
    return running.using(
        "tensor",
        _ -> {
          if (Shapes.elementCount(sizes) != values.length) {
            throw new ShapeMismatch(
                "tensor", "there are %d values".formatted(values.length), sizes);
          }
          return HostData.tensor(values, sizes);
        });
  }

  /**
   * Returns an operator for boxed calls.
   *
   * @param name its name, such as {@code aten::add.Tensor}
   * @throws jackfield.kernel.NoSuchOperator if it is not defined
   */
  public Operator operator(String name) {
    Objects.requireNonNull(name, "Jackfield.operator: name is null");
    return running.using("operator", now -> now.dispatcher().operator(name));
  }

  /**
   * Gives an operator of the program a gradient, until the handle is closed. Graphs that were
   * recorded before refuse to run backwards then.
   *
   * <p>Without the bundle {@code feature.autograd} the operator computes, and nothing is recorded.
   *
   * @param operator the name of an operator with a kernel at a backend's key, or at {@code
   *     CompositeExplicitAutograd}
   * @throws jackfield.kernel.NoSuchOperator if it is not defined
   * @throws jackfield.error.InvalidArgument if it changes an argument or returns a view, or has a
   *     kernel at {@code CompositeImplicitAutograd} and so the gradients of its parts
   */
  public Registration gradient(String operator, GradientFormula formula) {
    Objects.requireNonNull(operator, "Jackfield.gradient: operator is null");
    Objects.requireNonNull(formula, "Jackfield.gradient: formula is null");
    return running.using(
        "gradient", now -> OwnGradient.register(now.dispatcher(), operator, formula));
  }

  /**
   * Returns the dispatch table of an operator: the provider of each key, with the reason.
   *
   * @param operator its name, such as {@code aten::add.Tensor}
   * @throws jackfield.kernel.NoSuchOperator if it has no registration
   */
  public TableReport table(String operator) {
    Objects.requireNonNull(operator, "Jackfield.table: operator is null");
    return running.using("table", now -> now.dispatcher().table(OperatorName.parse(operator)));
  }

  /**
   * Plugs a bundle while calls run. The name of a bundle inside the artifact wins over a file or a
   * folder of that name.
   *
   * @param nameOrFile such as {@code backend.cpu}, or the path of a bundle's jar
   * @throws UnknownBundle if no bundle inside the artifact and no file has that name
   * @throws MissingJvmFlag if the bundle needs a module that this JVM does not have
   * @throws jackfield.dispatch.PlugFailure if the bundle is refused; it is uninstalled then
   */
  public Plugged plug(String nameOrFile) {
    Objects.requireNonNull(nameOrFile, "Jackfield.plug: nameOrFile is null");
    return running.plug(nameOrFile);
  }

  /**
   * Unplugs a bundle and waits until no thread executes its kernels, by the configured policy.
   *
   * @param name the bundle's symbolic name, or {@code NAME:VERSION}
   * @throws jackfield.dispatch.PlugFailure if no such bundle is plugged, or several are
   * @throws jackfield.dispatch.DrainVetoed if calls outlasted the deadline and the policy restores
   *     the bundle then
   */
  public PlugReport unplug(String name) {
    Objects.requireNonNull(name, "Jackfield.unplug: name is null");
    return running.using("unplug", now -> now.host().platform().unplug(name));
  }

  /**
   * Replaces a bundle: the new one is checked beside the old one, and one generation exchanges
   * them. Closing the handle unplugs the replacement; a handle of the old bundle does nothing then.
   *
   * <p>The request of {@link #platform} reports the phases, and listeners hear of {@link
   * PlatformEvent.Kind#SWAPPED}.
   *
   * @param name the plugged bundle
   * @param replacement the path of a bundle's jar, or the name of a bundle inside the artifact
   * @throws UnknownBundle if no bundle inside the artifact and no file has the replacement's name
   * @throws MissingJvmFlag if the replacement needs a module that this JVM does not have
   * @throws jackfield.dispatch.PlugFailure if the replacement is refused; the old bundle stays
   */
  public Plugged swap(String name, String replacement) {
    Objects.requireNonNull(name, "Jackfield.swap: name is null");
    Objects.requireNonNull(replacement, "Jackfield.swap: replacement is null");
    return running.swap(name, replacement);
  }

  /** Replaces a bundle by the bundle in a jar, as {@link #swap(String, String)}. */
  public Plugged swap(String name, Path replacement) {
    Objects.requireNonNull(name, "Jackfield.swap: name is null");
    Objects.requireNonNull(replacement, "Jackfield.swap: replacement is null");
    return running.swap(name, replacement);
  }

  /** Returns the backends, features and libraries that are plugged. */
  public List<Platform.Contribution> plugged() {
    return running.using("plugged", now -> now.host().platform().plugged());
  }

  /** Returns the names of the bundles inside the artifact that can be plugged, in order. */
  public List<String> available() {
    return running.using("available", now -> now.host().bundles().names());
  }

  /**
   * Returns all requests to plug and unplug, with policies; each of them is reported to listeners.
   */
  public Platform platform() {
    return running.using("platform", now -> now.host().platform());
  }

  /**
   * Returns what became of unplugged bundles.
   *
   * @throws UnknownBundle if the bundle {@code verdict} is not plugged
   */
  public RemovedBundles removedBundles() {
    return running.using(
        "removedBundles",
        now -> now.host().require(RemovedBundles.class, "removedBundles", "verdict"));
  }

  /**
   * Calls {@code listener} after each change of what is plugged, until the handle is closed. What
   * it throws is logged.
   *
   * <p><em>Threads</em>: the thread whose request made the change; one change may be reported while
   * another is. The listener must not close the platform.
   */
  public Listening listen(Consumer<PlatformEvent> listener) {
    Objects.requireNonNull(listener, "Jackfield.listen: listener is null");
    return running.using("listen", now -> now.host().platform().listen(listener));
  }

  /** A listener's handle. */
  public interface Listening extends AutoCloseable {
    /** Ends the calls of the listener. */
    @Override
    void close();
  }

  /** Returns whether the platform was closed, at once; false while another thread closes it. */
  public boolean isClosed() {
    return running.isClosed();
  }

  /**
   * Unplugs everything, ends the platform's threads and deletes its files. Waits for running
   * requests. Tensors stay readable; calls of operators throw {@link
   * jackfield.dispatch.DispatcherClosed}. A second call does nothing. A kernel that does not return
   * delays it, for 30 seconds at most.
   *
   * <p>A thread that called an operator keeps a small object, its dispatch context, until it ends.
   * Through that object it holds the class loader of {@code jackfield.context}. So an application
   * server that unloads the application must end the threads that computed. The bundles are held by
   * no thread.
   *
   * @throws CloseRefused if the thread is inside a call of an operator, or inside a request of this
   *     platform, such as a listener's thread: also if the plug folder or {@link #platform} made
   *     the request
   */
  @Override
  public void close() {
    running.close();
  }
}
