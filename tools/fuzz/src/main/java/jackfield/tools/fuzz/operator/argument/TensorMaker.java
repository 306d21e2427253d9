package jackfield.tools.fuzz.operator.argument;

import jackfield.tensor.DType;
import jackfield.tensor.Shapes;
import jackfield.tools.fuzz.operator.argument.Values.Ref;
import jackfield.tools.fuzz.run.RandomSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Generates the tensors of one case: their sizes are similar, and they may share storages. */
final class TensorMaker {
  private static final int MOST_ELEMENTS =
      4096; // largest storage; larger ones cost time and find no more
  private static final List<DType> USUAL = List.of(DType.FLOAT32, DType.FLOAT64, DType.INT64);
  private static final List<DType> ALL = List.of(DType.values());

  private final RandomSource random;
  private final Temper temper;
  private final List<Memory> memories = new ArrayList<>();
  private final List<View> views = new ArrayList<>();
  private final List<Long> base;
  private final DType dtype;

  TensorMaker(RandomSource random, Temper temper) {
    this.random = random;
    this.temper = temper;
    this.base = sizes();
    this.dtype =
        temper == Temper.CALM ? calmType() : random.oneOf(random.chance(0.5) ? USUAL : ALL);
  }

  private DType calmType() {
    return random.chance(0.7) ? DType.FLOAT64 : random.oneOf(USUAL);
  }

  List<Memory> memories() {
    return memories;
  }

  List<View> views() {
    return views;
  }

  /** Returns the sizes of most tensors of the case. */
  List<Long> base() {
    return base;
  }

  private List<Long> sizes() {
    int rank = random.chance(0.1) ? random.between(0, 5) : random.between(0, 3);
    boolean isSquare = random.chance(0.5);
    long size = random.between(1, 3);
    int least = temper == Temper.CALM ? 1 : 0;
    List<Long> sizes = new ArrayList<>();
    for (int dim = 0; dim < rank; dim++) {
      sizes.add(isSquare ? size : random.between(least, rank > 3 ? 3 : 5));
    }
    return sizes;
  }

  /** Returns a tensor argument called {@code name}. */
  Ref tensor(String name) {
    if (!views.isEmpty() && random.chance(temper == Temper.CALM ? 0.03 : 0.1)) {
      return new Ref(random.between(0, views.size() - 1));
    }
    views.add(view(name));
    return new Ref(views.size() - 1);
  }

  private View view(String name) {
    List<Long> sizes = random.chance(temper.odd() * 0.5) ? sizes() : broadcast(name);
    boolean isShared = !memories.isEmpty() && random.chance(temper == Temper.CALM ? 0 : 0.08);
    if (random.chance(temper == Temper.CALM ? 0 : 0.06)) {
      View number = View.contiguous(memories.size(), List.of());
      memories.add(memory(type(name), 1, name));
      return new View(number.memory(), List.of(), List.of(), 0, true);
    }
    View view = laidOut(sizes, isShared ? random.between(0, memories.size() - 1) : memories.size());
    if (!isShared) {
      int spare = random.chance(temper.odd() * 0.3) ? random.between(1, 4) : 0;
      memories.add(memory(type(name), (int) view.reach() + spare, name));
      return view;
    }
    return view.reach() <= memories.get(view.memory()).count()
        ? view
        : View.contiguous(view.memory(), List.of(0L));
  }

  private List<Long> broadcast(String name) {
    List<Long> sizes = new ArrayList<>(base);
    if (name.equals("out") && random.chance(0.4)) {
      return List.of(0L);
    }
    if (random.chance(0.15)) {
      sizes.replaceAll(size -> random.chance(0.5) ? 1L : size);
    }
    if (random.chance(0.15) && !sizes.isEmpty()) {
      sizes.removeFirst();
    }
    return sizes;
  }

  /** Returns a view whose storage is small enough. */
  private View laidOut(List<Long> sizes, int memory) {
    View contiguous = View.contiguous(memory, sizes);
    if (!random.chance(temper.odd() * 0.6)) {
      return contiguous;
    }
    View odd = odd(sizes, memory);
    return odd.reach() <= MOST_ELEMENTS ? odd : contiguous;
  }

  private View odd(List<Long> sizes, int memory) {
    List<Long> strides = new ArrayList<>(View.boxed(Shapes.contiguousStrides(View.longs(sizes))));
    long offset = random.chance(0.4) ? random.between(1, 5) : 0;
    switch (random.between(0, 5)) {
      case 0 -> strides.replaceAll(stride -> 2 * stride);
      case 1 -> {
        List<Integer> order = new ArrayList<>();
        for (int dim = 0; dim < sizes.size(); dim++) {
          order.add(dim);
        }
        Collections.shuffle(order, random.random());
        return new View(memory, picked(sizes, order), picked(strides, order), offset, false);
      }
      case 2 -> strides.replaceAll(stride -> random.chance(0.5) ? 0 : stride);
      case 3 -> strides.replaceAll(_ -> (long) random.between(0, 2));
      case 4 -> {
        if (random.chance(temper.huge() * 0.1) && !sizes.isEmpty()) {
          return endless(sizes, strides, memory);
        }
      }
      default -> {} // only the offset is kept
    }
    return new View(memory, sizes, strides, offset, false);
  }

  /** Returns a view of one element that repeats it to 2^31 elements or more. */
  private View endless(List<Long> sizes, List<Long> strides, int memory) {
    List<Long> longer = new ArrayList<>(sizes);
    int dim = random.between(0, sizes.size() - 1);
    longer.set(dim, random.oneOf(1L << 31, 1L << 32, 1L << 61, 1L << 62));
    for (int other = 0; other < longer.size(); other++) {
      if (other != dim) {
        longer.set(other, 1L);
      }
    }
    strides.replaceAll(_ -> 0L);
    return new View(memory, longer, strides, 0, false);
  }

  private static List<Long> picked(List<Long> from, List<Integer> order) {
    return order.stream().map(from::get).toList();
  }

  // ---- content

  static boolean isIndex(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.contains("ind") || lower.equals("target");
  }

  private static boolean isTruth(String name) {
    return name.contains("mask") || name.equals("condition");
  }

  private DType type(String name) {
    if (random.chance(temper == Temper.CALM ? 0 : 0.2)) {
      return random.oneOf(ALL);
    }
    return isIndex(name) ? DType.INT64 : isTruth(name) ? DType.BOOL : dtype;
  }

  private Memory memory(DType type, int count, String name) {
    boolean isClosed = temper == Temper.WILD && random.chance(0.02);
    Double[] pattern = new Double[random.between(1, 7)];
    Arrays.setAll(pattern, _ -> element(type, name));
    double slope = temper == Temper.CALM && type.isFloating() && !isDecay(name) ? 0.0137 : 0;
    return new Memory(type, count, List.of(pattern), slope, isClosed, random.chance(0.3));
  }

  /** The buffer of log_sigmoid_backward is exp(−|a|), since no forward gives another. */
  private static boolean isDecay(String name) {
    return name.equals("buffer");
  }

  private double element(DType type, String name) {
    if (isIndex(name)) {
      return index();
    }
    double value = value(type);
    return isDecay(name) ? Math.exp(-Math.abs(value)) : value;
  }

  private double index() {
    return random.chance(temper.odd() * 0.2) ? (double) random.huge() : random.between(0, 2);
  }

  private double value(DType type) {
    if (random.chance(temper.odd() * 0.3)) {
      return random.chance(temper.huge())
          ? random.huge()
          : random.oneOf(0.0, -0.0, 1.0, -1.0, Double.NaN, 1.0 / 0, -1.0 / 0, 1e10, 255.0);
    }
    return type.isFloating() || type.isComplex()
        ? Math.rint(random.gaussian() * 1000) / 1000
        : random.between(-3, 5);
  }

  /** The degree to which the arguments of a case deviate from what an operator expects. */
  enum Temper {
    /** Similar sizes and types, ordinary values: most calls succeed, and gradients are compared. */
    CALM(0, 0.05),
    /** Mostly valid, with special values, unusual strides and occasionally a huge number. */
    MIXED(0.03, 0.4),
    /** Any arguments. */
    WILD(0.3, 0.8);

    private final double huge;
    private final double odd;

    Temper(double huge, double odd) {
      this.huge = huge;
      this.odd = odd;
    }

    /** Returns the probability that a number is huge or negative. */
    double huge() {
      return huge;
    }

    /** Returns the probability that an argument is not as expected. */
    double odd() {
      return odd;
    }
  }
}
