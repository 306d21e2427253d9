package jackfield.backend.cpu.reference;

import jackfield.aten.window.WindowPairs;
import jackfield.aten.window.WindowProduct;
import jackfield.backend.cpu.reference.loops.Complex;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/** A sum of products of two tensors' elements, in the widest type of their sort. */
sealed interface PairSum {

  /** Returns a sum for the type and the factors of {@code product}. */
  static PairSum of(WindowProduct product) {
    DType type = product.image().dtype();
    return type.isComplex()
        ? new OfComplex(
            type,
            product.first() == product.conjugated() ? -1 : 1,
            product.second() == product.conjugated() ? -1 : 1)
        : of(type);
  }

  /** Returns a sum for a type whose factors are not conjugated. */
  static PairSum of(DType type) {
    return switch (type.category()) {
      case FLOATING -> new OfReal(type);
      case COMPLEX -> new OfComplex(type, 1, 1);
      case BOOLEAN, INTEGRAL -> new OfIntegers(type);
    };
  }

  /** Sets the sum to 0. */
  void clear();

  /** Adds an element. */
  void add(long address);

  /**
   * Adds the products of all pairs of two tensors that begin at {@code first} and {@code second}.
   */
  void add(WindowPairs pairs, long first, long second);

  /** Writes the sum. */
  void store(long address);

  /** A sum in double precision. */
  final class OfReal implements PairSum {
    private final DType type;
    private double sum; // written by the methods of the interface, like the sums below

    OfReal(DType type) {
      this.type = type;
    }

    @Override
    public void clear() {
      sum = 0;
    }

    @Override
    public void add(long address) {
      sum += Elements.doubleAt(type, address);
    }

    @Override
    public void add(WindowPairs pairs, long first, long second) {
      double added = sum;
      for (int pair = 0; pair < pairs.count(); pair++) {
        added +=
            Elements.doubleAt(type, first + pairs.first(pair))
                * Elements.doubleAt(type, second + pairs.second(pair));
      }
      sum = added;
    }

    @Override
    public void store(long address) {
      Elements.putDouble(type, address, sum);
    }
  }

  /** A sum modulo 2⁶⁴, truncated to the type's width when it is written. */
  final class OfIntegers implements PairSum {
    private final DType type;
    private long sum;

    OfIntegers(DType type) {
      this.type = type;
    }

    @Override
    public void clear() {
      sum = 0;
    }

    @Override
    public void add(long address) {
      sum += Elements.longAt(type, address);
    }

    @Override
    public void add(WindowPairs pairs, long first, long second) {
      for (int pair = 0; pair < pairs.count(); pair++) {
        sum +=
            Elements.longAt(type, first + pairs.first(pair))
                * Elements.longAt(type, second + pairs.second(pair));
      }
    }

    @Override
    public void store(long address) {
      Elements.putLong(type, address, sum);
    }
  }

  /** A complex sum in double precision; a sign of -1 conjugates a factor. */
  final class OfComplex implements PairSum {
    private final DType type;
    private final int firstSign;
    private final int secondSign;
    private final Complex product = new Complex();
    private double real;
    private double imaginary;

    OfComplex(DType type, int firstSign, int secondSign) {
      this.type = type;
      this.firstSign = firstSign;
      this.secondSign = secondSign;
    }

    @Override
    public void clear() {
      real = 0;
      imaginary = 0;
    }

    @Override
    public void add(long address) {
      real += Elements.doubleAt(type, address);
      imaginary += Elements.imaginaryAt(type, address);
    }

    @Override
    public void add(WindowPairs pairs, long first, long second) {
      for (int pair = 0; pair < pairs.count(); pair++) {
        long a = first + pairs.first(pair);
        long b = second + pairs.second(pair);
        product.multiply(
            Elements.doubleAt(type, a),
            firstSign * Elements.imaginaryAt(type, a),
            Elements.doubleAt(type, b),
            secondSign * Elements.imaginaryAt(type, b));
        real += product.real();
        imaginary += product.imaginary();
      }
    }

    @Override
    public void store(long address) {
      Elements.putComplex(type, address, real, imaginary);
    }
  }
}
