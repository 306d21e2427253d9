package jackfield.backend.cpu.reference.pointwise;

/** Divisors and multiples of two integers, modulo 2⁶⁴. */
final class Divisibility {
  private Divisibility() {}

  /** Returns the greatest common divisor, which is not negative; 0 of two zeros. */
  static long gcd(long a, long b) {
    long divisor = Math.abs(a);
    long rest = Math.abs(b);
    while (divisor != 0) {
      long next = rest % divisor;
      rest = divisor;
      divisor = next;
    }
    return rest;
  }

  /** Returns the least common multiple, which is not negative; 0 if one number is 0. */
  static long lcm(long a, long b) {
    long divisor = gcd(a, b);
    return divisor == 0 ? 0 : Math.abs(a / divisor * b);
  }
}
