package jackfield.backend.cpu.loops;

import jackfield.backend.cpu.loops.template.Blank;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * The operations of loops on vectors. Each method is named for its operation and fills the blank
 * {@link Blank#apply} or {@link Blank#test}.
 */
final class Arithmetic {
  private Arithmetic() {}

  static <E> Vector<E> number(Vector<E> a, Vector<E> b, Vector<E> number) {
    return number;
  }

  static <E> Vector<E> add(Vector<E> a, Vector<E> b, Vector<E> alpha) {
    return a.add(b.mul(alpha));
  }

  /** Rounds once, as PyTorch's kernels do. */
  static <E> Vector<E> addFused(Vector<E> a, Vector<E> b, Vector<E> alpha) {
    return b.lanewise(VectorOperators.FMA, alpha, a);
  }

  static <E> Vector<E> addBooleans(Vector<E> a, Vector<E> b, Vector<E> alpha) {
    return orBooleans(a, andBooleans(b, alpha, alpha), alpha);
  }

  /** Every byte but 0 of a boolean is true. */
  static <E> Vector<E> andBooleans(Vector<E> a, Vector<E> b, Vector<E> number) {
    return booleans(a).lanewise(VectorOperators.AND, booleans(b));
  }

  static <E> Vector<E> orBooleans(Vector<E> a, Vector<E> b, Vector<E> number) {
    return booleans(a.lanewise(VectorOperators.OR, b));
  }

  static <E> Vector<E> xorBooleans(Vector<E> a, Vector<E> b, Vector<E> number) {
    return booleans(a).lanewise(VectorOperators.XOR, booleans(b));
  }

  static <E> Vector<E> booleans(Vector<E> a) {
    return a.species()
        .zero()
        .blend(a.species().broadcast(1), a.compare(VectorOperators.NE, a.species().zero()));
  }

  static <E> Vector<E> sub(Vector<E> a, Vector<E> b, Vector<E> alpha) {
    return a.sub(b.mul(alpha));
  }

  static <E> Vector<E> subFused(Vector<E> a, Vector<E> b, Vector<E> alpha) {
    return b.neg().lanewise(VectorOperators.FMA, alpha, a);
  }

  static <E> Vector<E> mul(Vector<E> a, Vector<E> b, Vector<E> number) {
    return a.mul(b);
  }

  static <E> Vector<E> scale(Vector<E> a, Vector<E> b, Vector<E> number) {
    return a.mul(number);
  }

  static <E> Vector<E> shift(Vector<E> a, Vector<E> b, Vector<E> number) {
    return a.sub(number);
  }

  static <E> Vector<E> increase(Vector<E> a, Vector<E> b, Vector<E> number) {
    return a.add(number);
  }

  static <E> Vector<E> div(Vector<E> a, Vector<E> b, Vector<E> number) {
    return a.div(b);
  }

  static <E> Vector<E> neg(Vector<E> a, Vector<E> b, Vector<E> number) {
    return a.neg();
  }

  static <E> Vector<E> sqrt(Vector<E> a, Vector<E> b, Vector<E> number) {
    return a.lanewise(VectorOperators.SQRT);
  }

  static Vector<Object> exp(Vector<Object> a, Vector<Object> b, Vector<Object> number) {
    return Blank.exp(a);
  }

  static <E> Vector<E> log(Vector<E> a, Vector<E> b, Vector<E> number) {
    return a.lanewise(VectorOperators.LOG);
  }

  static Vector<Object> sigmoid(Vector<Object> a, Vector<Object> b, Vector<Object> one) {
    return one.div(Blank.exp(a.neg()).add(one));
  }

  static <E> Vector<E> tanh(Vector<E> a, Vector<E> b, Vector<E> number) {
    return a.lanewise(VectorOperators.TANH);
  }

  /** Sets what is below 0 to 0; NaN stays. */
  static <E> Vector<E> relu(Vector<E> a, Vector<E> b, Vector<E> number) {
    Vector<E> zero = a.species().zero();
    return a.blend(zero, a.compare(VectorOperators.LT, zero));
  }

  /** Returns {@code grad} where {@code self} is above the number or NaN, else 0. */
  static <E> Vector<E> whereAbove(Vector<E> grad, Vector<E> self, Vector<E> number) {
    return grad.blend(grad.species().zero(), self.compare(VectorOperators.LE, number));
  }

  static <E> Vector<E> whereAboveUnsigned(Vector<E> grad, Vector<E> self, Vector<E> number) {
    return grad.blend(grad.species().zero(), self.compare(VectorOperators.ULE, number));
  }

  static <E> Vector<E> sigmoidBackward(Vector<E> grad, Vector<E> output, Vector<E> one) {
    return grad.mul(one.sub(output)).mul(output);
  }

  static <E> Vector<E> tanhBackward(Vector<E> grad, Vector<E> output, Vector<E> one) {
    return grad.mul(one.sub(output.mul(output)));
  }

  static <E> Vector<E> softmaxBackward(Vector<E> grad, Vector<E> output, Vector<E> dot) {
    return grad.sub(dot).mul(output);
  }

  static Vector<Object> logSoftmaxBackward(
      Vector<Object> grad, Vector<Object> output, Vector<Object> sum) {
    return grad.sub(Blank.exp(output).mul(sum));
  }

  static <E> Vector<E> max(Vector<E> a, Vector<E> b, Vector<E> number) {
    return a.lanewise(VectorOperators.MAX, b);
  }

  static <E> Vector<E> min(Vector<E> a, Vector<E> b, Vector<E> number) {
    return a.lanewise(VectorOperators.MIN, b);
  }

  static <E> Vector<E> maxUnsigned(Vector<E> a, Vector<E> b, Vector<E> number) {
    return a.lanewise(VectorOperators.UMAX, b);
  }

  static <E> Vector<E> minUnsigned(Vector<E> a, Vector<E> b, Vector<E> number) {
    return a.lanewise(VectorOperators.UMIN, b);
  }

  /** Returns the larger number, {@code a} of equal ones; the first NaN. */
  static <E> Vector<E> firstLargest(Vector<E> a, Vector<E> b, Vector<E> number) {
    VectorMask<E> isFirstNan =
        b.compare(VectorOperators.NE, b).and(a.compare(VectorOperators.EQ, a));
    return a.blend(b, b.compare(VectorOperators.GT, a).or(isFirstNan));
  }

  /** Returns the smaller number, {@code a} of equal ones; the first NaN. */
  static <E> Vector<E> firstSmallest(Vector<E> a, Vector<E> b, Vector<E> number) {
    VectorMask<E> isFirstNan =
        b.compare(VectorOperators.NE, b).and(a.compare(VectorOperators.EQ, a));
    return a.blend(b, b.compare(VectorOperators.LT, a).or(isFirstNan));
  }

  /** Returns the maximum of the numbers that are not NaN. */
  static <E> Vector<E> fmax(Vector<E> a, Vector<E> b, Vector<E> number) {
    return max(a, b, number)
        .blend(a, b.compare(VectorOperators.NE, b))
        .blend(b, a.compare(VectorOperators.NE, a));
  }

  /** Returns the minimum of the numbers that are not NaN. */
  static <E> Vector<E> fmin(Vector<E> a, Vector<E> b, Vector<E> number) {
    return min(a, b, number)
        .blend(a, b.compare(VectorOperators.NE, b))
        .blend(b, a.compare(VectorOperators.NE, a));
  }

  static Vector<Object> clamp(Vector<Object> a, Vector<Object> low, Vector<Object> high) {
    return min(max(a, low, high), high, high);
  }

  static Vector<Object> clampUnsigned(Vector<Object> a, Vector<Object> low, Vector<Object> high) {
    return minUnsigned(maxUnsigned(a, low, high), high, high);
  }

  static <E> Vector<E> first(Vector<E> a, Vector<E> b, Vector<E> number) {
    return a;
  }

  static <E> VectorMask<E> eq(Vector<E> a, Vector<E> b) {
    return a.compare(VectorOperators.EQ, b);
  }

  static <E> VectorMask<E> gt(Vector<E> a, Vector<E> b) {
    return a.compare(VectorOperators.GT, b);
  }

  static <E> VectorMask<E> gtUnsigned(Vector<E> a, Vector<E> b) {
    return a.compare(VectorOperators.UGT, b);
  }

  static <E> VectorMask<E> ne(Vector<E> a, Vector<E> b) {
    return a.compare(VectorOperators.NE, b);
  }

  static <E> VectorMask<E> lt(Vector<E> a, Vector<E> b) {
    return a.compare(VectorOperators.LT, b);
  }

  static <E> VectorMask<E> ltUnsigned(Vector<E> a, Vector<E> b) {
    return a.compare(VectorOperators.ULT, b);
  }

  static <E> VectorMask<E> le(Vector<E> a, Vector<E> b) {
    return a.compare(VectorOperators.LE, b);
  }

  static <E> VectorMask<E> leUnsigned(Vector<E> a, Vector<E> b) {
    return a.compare(VectorOperators.ULE, b);
  }

  static <E> VectorMask<E> ge(Vector<E> a, Vector<E> b) {
    return a.compare(VectorOperators.GE, b);
  }

  static <E> VectorMask<E> geUnsigned(Vector<E> a, Vector<E> b) {
    return a.compare(VectorOperators.UGE, b);
  }

  private static <E> VectorMask<E> isTrue(Vector<E> a) {
    return a.compare(VectorOperators.NE, a.species().zero());
  }

  static <E> VectorMask<E> logicalAnd(Vector<E> a, Vector<E> b) {
    return isTrue(a).and(isTrue(b));
  }

  static <E> VectorMask<E> logicalOr(Vector<E> a, Vector<E> b) {
    return isTrue(a).or(isTrue(b));
  }

  static <E> VectorMask<E> logicalXor(Vector<E> a, Vector<E> b) {
    return isTrue(a).xor(isTrue(b));
  }

  static <E> VectorMask<E> logicalNot(Vector<E> a, Vector<E> b) {
    return a.compare(VectorOperators.EQ, a.species().zero());
  }

  /** The difference of a number from itself is NaN unless it is finite. */
  static <E> VectorMask<E> isFinite(Vector<E> a, Vector<E> b) {
    return a.sub(a).compare(VectorOperators.EQ, a.species().zero());
  }

  /** The difference of an infinity from itself is NaN. */
  static <E> VectorMask<E> isInf(Vector<E> a, Vector<E> b) {
    Vector<E> rest = a.sub(a);
    return rest.compare(VectorOperators.NE, rest).and(a.compare(VectorOperators.EQ, a));
  }

  static <E> VectorMask<E> isPosInf(Vector<E> a, Vector<E> b) {
    return isInf(a, b).and(a.compare(VectorOperators.GT, a.species().zero()));
  }

  static <E> VectorMask<E> isNegInf(Vector<E> a, Vector<E> b) {
    return isInf(a, b).and(a.compare(VectorOperators.LT, a.species().zero()));
  }

  /** Sees the sign of 0 and of NaN. */
  static VectorMask<Object> hasSign(Vector<Object> a, Vector<Object> b) {
    return Blank.copySign(Blank.broadcast(1.0), a)
        .compare(VectorOperators.LT, Blank.broadcast(0.0));
  }

  static <E> VectorMask<E> isNegative(Vector<E> a, Vector<E> b) {
    return a.compare(VectorOperators.LT, a.species().zero());
  }

  static <E> VectorMask<E> never(Vector<E> a, Vector<E> b) {
    return a.compare(VectorOperators.NE, a);
  }

  static <E> Vector<E> bitwiseNot(Vector<E> a, Vector<E> b, Vector<E> number) {
    return a.lanewise(VectorOperators.NOT);
  }

  static <E> Vector<E> notBooleans(Vector<E> a, Vector<E> b, Vector<E> number) {
    return booleans(a).lanewise(VectorOperators.XOR, a.species().broadcast(1));
  }

  static <E> Vector<E> bitwiseAnd(Vector<E> a, Vector<E> b, Vector<E> number) {
    return a.lanewise(VectorOperators.AND, b);
  }

  static <E> Vector<E> bitwiseOr(Vector<E> a, Vector<E> b, Vector<E> number) {
    return a.lanewise(VectorOperators.OR, b);
  }

  static <E> Vector<E> bitwiseXor(Vector<E> a, Vector<E> b, Vector<E> number) {
    return a.lanewise(VectorOperators.XOR, b);
  }
}
