package jackfield.notebook;

import jackfield.Jackfield;
import jackfield.aten.Aten;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a cell writes without a prefix, by static import: {@code ./jackfield jshell} has imported it
 * and started the platform. One platform runs at a time; it ends with {@link #close} or the JVM.
 *
 * <p>A lambda's parameters are tensors and need no types, as in {@code x -> aten.add(x, x)}; {@link
 * #typed} takes others.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class Notebook {
  private static final Pattern SNIPPET = Pattern.compile("\\$JShell\\$(\\d+)");

  private final Jackfield platform = Jackfield.start();
  private final Cells cells = new Cells(platform.dispatcher());

  private final long snippetsBefore = snippet();

  private Notebook() {}

  private static Notebook one; // null until the first call that starts it; guarded by the class

  /** Returns the notebook; a start that fails may be repeated. */
  private static synchronized Notebook one() {
    if (one == null) {
      one = new Notebook();
    }
    return one;
  }

  /**
   * Starts the platform if none runs, also after the last one was closed; the snippets after this
   * one are cell 1, 2 and so on. The cells of a closed platform are gone, and so are its operators:
   * {@code aten = start()} replaces those.
   *
   * @return the operators of namespace {@code aten}
   */
  public static Aten start() {
    return running().platform.aten();
  }

  /** Returns a notebook whose platform is open. */
  private static synchronized Notebook running() {
    if (one != null && one.platform.isClosed()) {
      one = null;
    }
    return one();
  }

  /** Closes the platform if one runs, as {@link Jackfield#close}; {@link #start} starts another. */
  public static void close() {
    Notebook present = present();
    if (present != null) {
      present.platform.close();
    }
  }

  private static synchronized Notebook present() {
    return one;
  }

  /** Returns the platform, started on the first call. */
  public static Jackfield platform() {
    return one().platform;
  }

  /** Returns the operators of namespace {@code aten}. */
  public static Aten aten() {
    return platform().aten();
  }

  /** Returns a float32 tensor of one dimension. */
  public static Tensor tensor(double... values) {
    Objects.requireNonNull(values, "tensor: values is null");
    float[] singles = new float[values.length];
    for (int i = 0; i < values.length; i++) {
      singles[i] = (float) values[i];
    }
    return HostData.tensor(singles, values.length);
  }

  /** Registers a kernel without arguments, as {@link Cells#kernel}. */
  public static String kernel(String operator, String key, CellKernel.Of0 kernel) {
    Objects.requireNonNull(kernel, "kernel: kernel is null");
    return kernel(operator, key, CellKernel.of(0, _ -> kernel.call()));
  }

  /** Registers a kernel of one tensor, as {@link Cells#kernel}. */
  public static String kernel(String operator, String key, CellKernel.OfTensor kernel) {
    Objects.requireNonNull(kernel, "kernel: kernel is null");
    return kernel(operator, key, CellKernel.ofTensors(1, all -> kernel.call((Tensor) all[0])));
  }

  /** Registers a kernel of two tensors, as {@link Cells#kernel}. */
  public static String kernel(String operator, String key, CellKernel.OfTwoTensors kernel) {
    Objects.requireNonNull(kernel, "kernel: kernel is null");
    return kernel(
        operator,
        key,
        CellKernel.ofTensors(2, all -> kernel.call((Tensor) all[0], (Tensor) all[1])));
  }

  /** Registers a kernel of three tensors, as {@link Cells#kernel}. */
  public static String kernel(String operator, String key, CellKernel.OfThreeTensors kernel) {
    Objects.requireNonNull(kernel, "kernel: kernel is null");
    return kernel(
        operator,
        key,
        CellKernel.ofTensors(
            3, all -> kernel.call((Tensor) all[0], (Tensor) all[1], (Tensor) all[2])));
  }

  /**
   * Registers a kernel of {@link #typed}, as {@link Cells#kernel}.
   *
   * @throws CellRefused as {@link Cells#kernel}, or if a kernel of tensors would receive another
   *     type
   */
  public static String kernel(String operator, String key, CellKernel kernel) {
    return one().cells.kernel(operator, key, cell(), kernel);
  }

  /** Returns a kernel whose parameter has any type. */
  @SuppressWarnings("unchecked") // a wrong type fails in the kernel, with the operator's name
  public static <A> CellKernel typed(CellKernel.Of1<A> kernel) {
    Objects.requireNonNull(kernel, "typed: kernel is null");
    return CellKernel.of(1, all -> kernel.call((A) all[0]));
  }

  /** Returns a kernel whose two parameters have any types. */
  @SuppressWarnings("unchecked")
  public static <A, B> CellKernel typed(CellKernel.Of2<A, B> kernel) {
    Objects.requireNonNull(kernel, "typed: kernel is null");
    return CellKernel.of(2, all -> kernel.call((A) all[0], (B) all[1]));
  }

  /** Returns a kernel whose three parameters have any types. */
  @SuppressWarnings("unchecked")
  public static <A, B, C> CellKernel typed(CellKernel.Of3<A, B, C> kernel) {
    Objects.requireNonNull(kernel, "typed: kernel is null");
    return CellKernel.of(3, all -> kernel.call((A) all[0], (B) all[1], (C) all[2]));
  }

  /** Returns the name of the JShell snippet that is running, or an empty text. */
  private static String cell() {
    long number = snippet() - one().snippetsBefore;
    return number > 0 ? "cell " + number : "";
  }

  /** Returns the number in the class name of the JShell snippet that is running, or 0. */
  private static long snippet() {
    return StackWalker.getInstance()
        .walk(frames ->
            frames
                .map(frame -> SNIPPET.matcher(frame.getClassName()))
                .filter(Matcher::find)
                .findFirst()
                .map(found -> Long.parseLong(found.group(1)))
                .orElse(0L));
  }

  /** Calls an operator by name, as {@link Cells#call}. */
  public static Object call(String operator, Object... arguments) {
    return one().cells.call(operator, arguments);
  }

  /** Withdraws the newest cell's kernel, as {@link Cells#undo}. */
  public static String undo() {
    return one().cells.undo();
  }

  /** Plugs a bundle, as {@link Jackfield#plug}. */
  public static String plug(String nameOrFile) {
    return "plugged " + platform().plug(nameOrFile);
  }

  /** Unplugs a bundle, as {@link Jackfield#unplug}. */
  public static String unplug(String name) {
    return String.valueOf(platform().unplug(name));
  }
}
