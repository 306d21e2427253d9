package jackfield.backend.cuda.driver;

import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;

/**
 * A random program of several streams, which a seed determines, and its model on the host. Work on
 * the same numbers is ordered by events; the allocator orders the rest.
 */
final class StreamProgram implements AutoCloseable {
  private static final int STREAMS = 4;
  private static final int NUMBERS = 5; // blocks of memory
  private static final int STEPS = 60;
  private static final int GRAPHS = 4; // open at once
  private static final int COUNT = TestDevice.COUNT;
  private static final long BYTES = COUNT * 8L;

  private final TestDevice test;
  private final GpuContext context;
  private final Random random;
  private final boolean isOrdered;
  private final Figures figures;
  private final DeviceFunction scale;
  private final List<GpuStream> streams = new ArrayList<>();
  private final List<GpuEvent> events = new ArrayList<>();
  private final List<GpuGraph> graphs = new ArrayList<>();
  private final List<Numbers> numbers = new ArrayList<>();

  /** What programs did. */
  static final class Figures {
    int kernels;
    int copies;
    int waits;
    int replays;
    int allocations;

    @Override
    public String toString() {
      return "%d kernels, %d copies, %d waits for events, %d replays, %d allocations"
          .formatted(kernels, copies, waits, replays, allocations);
    }
  }

  /** Equal numbers in a block of memory, and the work that uses it. */
  private static final class Numbers {
    Lease memory;
    double expected;
    Use written; // null before the first
    final List<Use> read = new ArrayList<>(); // since then

    long address() {
      return memory.address();
    }
  }

  /** The end of work on a stream. */
  private record Use(GpuStream stream, GpuEvent end) {}

  StreamProgram(TestDevice test, int seed, boolean isOrdered, Figures figures) {
    this.test = test;
    this.context = test.context();
    this.random = new Random(seed);
    this.isOrdered = isOrdered;
    this.figures = figures;
    this.scale = test.kernel("scale");
    test.control().seed(seed);
    for (int i = 0; i < STREAMS; i++) {
      streams.add(context.createStream());
    }
    for (int i = 0; i < NUMBERS; i++) {
      numbers.add(new Numbers());
      allocate(numbers.getLast(), streams.getFirst());
    }
  }

  /** Runs all steps and returns the first and the last of each block's numbers. */
  List<Double> run() {
    for (int i = 0; i < STEPS; i++) {
      step(any(streams));
    }
    context.awaitIdleBlocking();
    return numbers.stream()
        .flatMap(each ->
            DoubleStream.of(found(each.address()), found(each.address() + BYTES - 8)).boxed())
        .toList();
  }

  private double found(long address) {
    return test.first(context.stream(), address);
  }

  /** Returns what {@link #run} should return. */
  List<Double> expected() {
    return numbers.stream()
        .flatMap(each -> DoubleStream.of(each.expected, each.expected).boxed())
        .toList();
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private void step(GpuStream stream) {
    Numbers one = any(numbers);
    switch (random.nextInt(6)) {
      case 0, 1 -> scale(stream, one);
      case 2, 3 -> copy(stream, one, any(numbers));
      case 4 -> replay(stream, one);
      default -> {
        context.memory().release(one.memory);
        allocate(one, stream);
      }
    }
  }

  /** Allocates memory in the order of a stream, and writes a number. */
  private void allocate(Numbers target, GpuStream stream) {
    target.written = null;
    target.read.clear();
    try (GpuStream.Entered _ = stream.enter()) {
      target.memory = context.memory().lease(BYTES);
      target.expected = 1 + random.nextInt(9);
      test.fill(stream, target.address(), target.expected);
    }
    figures.allocations++;
    wrote(target, stream);
  }

  private void scale(GpuStream stream, Numbers target) {
    double factor = 1 + random.nextInt(3);
    beforeWrite(target, stream);
    try (GpuStream.Entered _ = stream.enter()) {
      test.run(scale, stream, target.address(), factor);
    }
    target.expected *= factor;
    figures.kernels++;
    wrote(target, stream);
  }

  private void copy(GpuStream stream, Numbers from, Numbers to) {
    if (from == to) {
      return;
    }
    beforeRead(from, stream);
    beforeWrite(to, stream);
    try (GpuStream.Entered _ = stream.enter()) {
      stream.copyWithin(from.address(), to.address(), BYTES);
    }
    to.expected = from.expected;
    figures.copies++;
    from.read.add(end(stream));
    wrote(to, stream);
  }

  /** Captures work of two streams, with memory of the graph, and replays it twice. */
  private void replay(GpuStream stream, Numbers target) {
    List<Numbers> others = numbers.stream().filter(each -> each != target).toList();
    Numbers other = any(others);
    GpuGraph graph =
        context.capture(() -> {
          GpuEvent besideIsDone = beside(other);
          throughScratch(target, 2);
          context.stream().waitFor(besideIsDone);
        });
    graphs.add(graph);
    if (graphs.size() > GRAPHS) { // each keeps memory of two streams
      graphs.removeFirst().close();
    }
    beforeWrite(target, stream);
    beforeWrite(other, stream);
    try (GpuStream.Entered _ = stream.enter()) {
      graph.replay();
      graph.replay();
    }
    target.expected *= 4;
    other.expected *= 9;
    figures.replays += 2;
    wrote(target, stream);
    wrote(other, stream);
  }

  /** Has another stream join the capture and work; returns the event after its work. */
  private GpuEvent beside(Numbers other) {
    GpuStream side = any(streams);
    side.waitFor(end(context.stream()).end);
    try (GpuStream.Entered _ = side.enter()) {
      throughScratch(other, 3);
      return end(side).end;
    }
  }

  private void throughScratch(Numbers target, double factor) {
    GpuStream own = context.stream();
    Lease scratch = context.memory().lease(BYTES);
    own.copyWithin(target.address(), scratch.address(), BYTES);
    test.run(scale, own, scratch.address(), factor);
    own.copyWithin(scratch.address(), target.address(), BYTES);
    context.memory().release(scratch);
  }

  private void beforeRead(Numbers source, GpuStream stream) {
    await(source.written, stream);
  }

  private void beforeWrite(Numbers target, GpuStream stream) {
    await(target.written, stream);
    target.read.forEach(use -> await(use, stream));
  }

  private void await(Use use, GpuStream stream) {
    if (isOrdered && use != null && use.stream != stream) {
      stream.waitFor(use.end);
      figures.waits++;
    }
  }

  private void wrote(Numbers target, GpuStream stream) {
    target.written = end(stream);
    target.read.clear();
  }

  private Use end(GpuStream stream) {
    GpuEvent end = context.createEvent();
    events.add(end);
    end.record(stream);
    return new Use(stream, end);
  }

  @Override
  public void close() {
    context.awaitIdleBlocking();
    graphs.forEach(GpuGraph::close);
    events.forEach(GpuEvent::close);
    streams.forEach(GpuStream::close);
    numbers.forEach(each -> context.memory().release(each.memory));
  }
}
