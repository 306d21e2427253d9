package jackfield.dispatcher.impl.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.Offer;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.kernel.BoxedKernel;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.memory.HostBytes;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorTags;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;
import jackfield.spi.Library;
import jackfield.spi.OperatorLibrary;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;

/** Operators of a library, kernels that agree or do not, and a dispatcher that serves old ones. */
final class SelfCheckScene {
  static final OperatorName MAKE = OperatorName.parse("t::make");
  static final OperatorName DRAW = OperatorName.parse("t::draw_");
  static final OperatorName BATCHES = OperatorName.parse("t::batches");
  static final OperatorName RAND = OperatorName.parse("t::rand");

  final LocalDispatcher serving = new LocalDispatcher();
  final Whiteboard whiteboard = new Whiteboard(serving);

  static final class Operators implements OperatorLibrary {
    @Override
    public String namespace() {
      return "t";
    }

    @Override
    public void define(Library library) {
      library.define("make(SymInt[] size) -> Tensor");
      library.define("draw_(Tensor(a!) self, *, Generator? generator=None) -> Tensor(a!)");
      library.define("batches(Tensor self) -> Tensor");
      library.define("rand(SymInt[] size) -> Tensor", List.of(OperatorTags.RANDOM));
    }
  }

  /** A backend with one kernel. */
  record One(OperatorName operator, DispatchKey key, BoxedKernel kernel) implements Backend {
    @Override
    public String device() {
      return "cpu";
    }

    @Override
    public void register(KernelRegistrar kernels) {
      kernels.boxed(operator, key, kernel);
    }
  }

  static void fill(Tensor tensor, DoubleSupplier next) {
    HostData.forEachAddress(
        tensor, address -> HostBytes.putFloat(address, (float) next.getAsDouble()));
  }

  static One making(OperatorName operator, DoubleSupplier next, long... sizes) {
    BoxedKernel kernel =
        (called, keys, stack) -> {
          Tensor made = HostData.empty(DType.FLOAT32, sizes);
          fill(made, next);
          stack.replace(1, made);
        };
    return new One(operator, DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD, kernel);
  }

  /** A kernel that refuses tensors without {@code rank} dimensions. */
  static One ofRank(int rank, float value) {
    BoxedKernel kernel =
        (called, keys, stack) -> {
          Tensor self = stack.tensor(stack.size() - 1);
          if (self.rank() != rank) {
            throw new IllegalArgumentException("expected " + rank + " dimensions");
          }
          Tensor made = HostData.empty(DType.FLOAT32, self.sizes());
          fill(made, () -> value);
          stack.replace(1, made);
        };
    return new One(BATCHES, DispatchKey.CPU, kernel);
  }

  /** Returns a number that depends on the generator's seed and on how often it was asked. */
  static double next(Generator generator) {
    Generator.State at = generator.reserve();
    return new SplittableRandom(at.seed() + at.offset()).nextDouble();
  }

  static One drawing(ToDoubleFunction<Generator> next) {
    return new One(DRAW, DispatchKey.CPU, (called, keys, stack) -> draw(stack, next));
  }

  static void draw(Stack stack, ToDoubleFunction<Generator> next) {
    int first = stack.size() - 2;
    Tensor self = stack.tensor(first);
    Generator generator = stack.generator(first + 1);
    fill(self, () -> next.applyAsDouble(generator));
    stack.replace(2, self);
  }

  /** A backend that returns {@code value} times the first element. */
  static One twice(float factor) {
    BoxedKernel kernel =
        (called, keys, stack) -> {
          Tensor self = stack.tensor(stack.size() - 1);
          Tensor made = HostData.tensor(HostData.floats(self), self.sizes());
          HostData.forEachAddress(
              made, at -> HostBytes.putFloat(at, factor * HostBytes.floatAt(at)));
          stack.replace(1, made);
        };
    return new One(BATCHES, DispatchKey.CPU, kernel);
  }

  /** Plugs {@code old} and checks {@code replacement}, which is to replace it. */
  CheckOutcome check(One old, One replacement) {
    whiteboard.plug(new Operators(), Provenance.of("operators"), 0);
    whiteboard.plug(old, Provenance.of("old"), 0);
    Offer added = Offer.of(replacement, Provenance.of("new"), 0);
    return new SelfChecks(serving, whiteboard.offers(), List.of(old), List.of(added))
        .run(List.of());
  }

  /** Plugs {@code reference} and {@code old}; checks {@code replacement}, which replaces old. */
  CheckOutcome check(One reference, One old, One replacement) {
    whiteboard.plug(reference, Provenance.of("reference"), -100);
    return check(old, replacement);
  }

  /** Checks {@code added}, which replaces nothing. */
  CheckOutcome checkAlone(One added) {
    whiteboard.plug(new Operators(), Provenance.of("operators"), 0);
    Offer offer = Offer.of(added, Provenance.of("new"), 0);
    return new SelfChecks(serving, whiteboard.offers(), List.of(), List.of(offer)).run(List.of());
  }

  static void assertAgrees(CheckOutcome outcome) {
    assertThat(outcome.differences()).isEmpty();
    assertThat(outcome.text()).isEqualTo("1 of 1 operators agree");
  }
}
