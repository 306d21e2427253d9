package jackfield.nn.module;

import jackfield.aten.Aten;
import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.Scope;
import jackfield.tensor.Tensor;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * What modules are made with: the operators of a platform, and the element type, device and random
 * numbers of new parameters. The memory of what it makes belongs to no scope.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class ModuleContext {
  private final Aten aten;
  private final DType dtype;
  private final Device device;
  private final Generator generator; // null for the platform's own

  /** Creates the context of float32 on the CPU with the platform's random numbers. */
  public ModuleContext(Aten aten) {
    this(
        Objects.requireNonNull(aten, "ModuleContext: aten is null"),
        DType.FLOAT32,
        Device.CPU,
        null);
  }

  private ModuleContext(Aten aten, DType dtype, Device device, Generator generator) {
    this.aten = aten;
    this.dtype = dtype;
    this.device = device;
    this.generator = generator;
  }

  /** Returns a context with parameters of type {@code wanted}. */
  public ModuleContext with(DType wanted) {
    return new ModuleContext(aten, given("with", "wanted", wanted), device, generator);
  }

  /** Returns a context on {@code wanted}, with that device's own generator. */
  public ModuleContext with(Device wanted) {
    return new ModuleContext(aten, dtype, given("with", "wanted", wanted), null);
  }

  /** Returns a context that draws random numbers from {@code own}, a generator for its device. */
  public ModuleContext with(Generator own) {
    return new ModuleContext(aten, dtype, device, given("with", "own", own));
  }

  /** Returns a context whose random numbers depend on {@code seed} and the order of calls only. */
  public ModuleContext seeded(long seed) {
    return with(new Generator(device, seed));
  }

  /** Returns the operators. */
  public Aten aten() {
    return aten;
  }

  /** Returns the generator of random numbers, null for the platform's own. */
  public Generator generator() {
    return generator;
  }

  /**
   * Returns a parameter with uniform random numbers from ±{@code bound}.
   *
   * @throws InvalidArgument if {@code bound} is negative or NaN
   */
  public Parameter uniform(double bound, long... sizes) {
    return filled(
        sizes,
        made -> {
          if (!(bound >= 0)) {
            throw new InvalidArgument("uniform", "bound", "must be 0 or more, found " + bound);
          }
          if (bound > 0) {
            aten.uniform_(made, -bound, bound, generator);
          }
        });
  }

  /** Returns a parameter with normal random numbers of mean 0 and the given deviation. */
  public Parameter normal(double deviation, long... sizes) {
    return filled(sizes, made -> aten.normal_(made, 0, deviation, generator));
  }

  /** Returns a parameter whose elements are all {@code value}. */
  public Parameter constant(double value, long... sizes) {
    return filled(sizes, made -> aten.fill_(made, value));
  }

  private Parameter filled(long[] sizes, Consumer<Tensor> filling) {
    try (Guard _ = DispatchContext.current().gradients(false)) {
      Tensor made = zeros(dtype, sizes);
      if (made.elementCount() > 0) {
        filling.accept(made);
      }
      return new Parameter(aten, made);
    }
  }

  private Tensor zeros(DType type, long... sizes) {
    Objects.requireNonNull(sizes, "ModuleContext: sizes is null");
    return Scope.outside(() -> aten.zeros(sizes, type, null, device, null));
  }

  /**
   * Returns a parameter with the elements of {@code initial}.
   *
   * @throws jackfield.tensor.AutogradMisuse if the type is neither floating nor complex
   */
  public Parameter parameter(Tensor initial) {
    return new Parameter(aten, copy("parameter", initial));
  }

  /** Returns a buffer with the elements of {@code initial}. */
  public Buffer buffer(Tensor initial) {
    return new Buffer(aten, copy("buffer", initial));
  }

  private Tensor copy(String method, Tensor initial) {
    Tensor from = given(method, "initial", initial).data();
    return Scope.outside(() -> aten.clone(from));
  }

  private static <T> T given(String method, String argument, T value) {
    return Objects.requireNonNull(
        value, () -> "ModuleContext.%s: %s is null".formatted(method, argument));
  }

  /** Returns a buffer of the parameters' type whose elements are all {@code value}. */
  public Buffer buffer(double value, long... sizes) {
    Tensor made = zeros(dtype, sizes);
    aten.fill_(made, value);
    return new Buffer(aten, made);
  }

  /** Returns a buffer of one int64, which is 0. */
  public Buffer counter() {
    return new Buffer(aten, zeros(DType.INT64));
  }
}
