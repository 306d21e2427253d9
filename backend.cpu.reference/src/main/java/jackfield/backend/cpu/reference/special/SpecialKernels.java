package jackfield.backend.cpu.reference.special;

import jackfield.aten.Aten;
import jackfield.spi.KernelRegistrar;
import org.apache.commons.numbers.gamma.Erfcx;

/** Special functions: a line names the function that is applied to each element. */
public final class SpecialKernels {
  private SpecialKernels() {}

  /** Registers the kernels. */
  public static void register(KernelRegistrar kernels) {
    registerGamma(kernels);
    registerBessel(kernels);
    registerModifiedBessel(kernels);
    registerDistributions(kernels);
    registerChebyshev(kernels);
    registerShifted(kernels);
    kernels
        .structured(
            Aten.SPECIAL_HERMITE_POLYNOMIAL_H, it -> Reals.binary(it, Polynomials::hermiteH))
        .structured(
            Aten.SPECIAL_HERMITE_POLYNOMIAL_HE, it -> Reals.binary(it, Polynomials::hermiteHe))
        .structured(
            Aten.SPECIAL_LAGUERRE_POLYNOMIAL_L, it -> Reals.binary(it, Polynomials::laguerre))
        .structured(
            Aten.SPECIAL_LEGENDRE_POLYNOMIAL_P, it -> Reals.binary(it, Polynomials::legendre));
  }

  private static void registerGamma(KernelRegistrar kernels) {
    kernels
        .structured(Aten.LGAMMA, it -> Reals.unary(it, GammaFunctions::logGamma))
        .structured(Aten.DIGAMMA, it -> Reals.unary(it, GammaFunctions::digamma))
        .structured(Aten.POLYGAMMA, (it, n) -> Reals.unary(it, a -> GammaFunctions.polygamma(n, a)))
        .structured(Aten.IGAMMA, it -> Reals.binary(it, GammaFunctions::lower))
        .structured(Aten.IGAMMAC, it -> Reals.binary(it, GammaFunctions::upper))
        .structured(Aten.SPECIAL_ZETA, it -> Reals.binary(it, GammaFunctions::zeta));
  }

  private static void registerBessel(KernelRegistrar kernels) {
    kernels
        .structured(Aten.SPECIAL_BESSEL_J0, it -> Reals.unary(it, Bessel::j0))
        .structured(Aten.SPECIAL_BESSEL_J1, it -> Reals.unary(it, Bessel::j1))
        .structured(Aten.SPECIAL_BESSEL_Y0, it -> Reals.unary(it, Bessel::y0))
        .structured(Aten.SPECIAL_BESSEL_Y1, it -> Reals.unary(it, Bessel::y1))
        .structured(Aten.SPECIAL_AIRY_AI, it -> Reals.unary(it, Airy::value))
        .structured(
            Aten.SPECIAL_SPHERICAL_BESSEL_J0,
            it -> Reals.unary(it, Distributions::sphericalBessel));
  }

  private static void registerModifiedBessel(KernelRegistrar kernels) {
    kernels
        .structured(Aten.I0_FORMS, it -> Reals.unary(it, ModifiedBessel::i0))
        .structured(Aten.SPECIAL_I0E, it -> Reals.unary(it, ModifiedBessel::i0e))
        .structured(Aten.SPECIAL_I1, it -> Reals.unary(it, ModifiedBessel::i1))
        .structured(Aten.SPECIAL_I1E, it -> Reals.unary(it, ModifiedBessel::i1e))
        .structured(Aten.SPECIAL_MODIFIED_BESSEL_I0, it -> Reals.unary(it, ModifiedBessel::i0))
        .structured(Aten.SPECIAL_MODIFIED_BESSEL_I1, it -> Reals.unary(it, ModifiedBessel::i1))
        .structured(Aten.SPECIAL_MODIFIED_BESSEL_K0, it -> Reals.unary(it, ModifiedBessel::k0))
        .structured(Aten.SPECIAL_MODIFIED_BESSEL_K1, it -> Reals.unary(it, ModifiedBessel::k1))
        .structured(
            Aten.SPECIAL_SCALED_MODIFIED_BESSEL_K0, it -> Reals.unary(it, ModifiedBessel::k0e))
        .structured(
            Aten.SPECIAL_SCALED_MODIFIED_BESSEL_K1, it -> Reals.unary(it, ModifiedBessel::k1e));
  }

  private static void registerDistributions(KernelRegistrar kernels) {
    kernels
        .structured(Aten.SPECIAL_ERFCX, it -> Reals.unary(it, Erfcx::value))
        .structured(Aten.SPECIAL_NDTR, it -> Reals.unary(it, Distributions::normal))
        .structured(Aten.SPECIAL_LOG_NDTR, it -> Reals.unary(it, Distributions::logNormal))
        .structured(Aten.SPECIAL_NDTRI, it -> Reals.unary(it, Distributions::inverseNormal))
        .structured(Aten.SPECIAL_ENTR, it -> Reals.unary(it, Distributions::entropy));
  }

  private static void registerChebyshev(KernelRegistrar kernels) {
    kernels
        .structured(
            Aten.SPECIAL_CHEBYSHEV_POLYNOMIAL_T, it -> Reals.binary(it, Polynomials::chebyshevT))
        .structured(
            Aten.SPECIAL_CHEBYSHEV_POLYNOMIAL_U, it -> Reals.binary(it, Polynomials::chebyshevU))
        .structured(
            Aten.SPECIAL_CHEBYSHEV_POLYNOMIAL_V, it -> Reals.binary(it, Polynomials::chebyshevV))
        .structured(
            Aten.SPECIAL_CHEBYSHEV_POLYNOMIAL_W, it -> Reals.binary(it, Polynomials::chebyshevW));
  }

  /** The shifted polynomials are the others at 2x − 1. */
  private static void registerShifted(KernelRegistrar kernels) {
    kernels
        .structured(
            Aten.SPECIAL_SHIFTED_CHEBYSHEV_POLYNOMIAL_T,
            it -> Reals.binary(it, (x, n) -> Polynomials.chebyshevT(2 * x - 1, n)))
        .structured(
            Aten.SPECIAL_SHIFTED_CHEBYSHEV_POLYNOMIAL_U,
            it -> Reals.binary(it, (x, n) -> Polynomials.chebyshevU(2 * x - 1, n)))
        .structured(
            Aten.SPECIAL_SHIFTED_CHEBYSHEV_POLYNOMIAL_V,
            it -> Reals.binary(it, (x, n) -> Polynomials.chebyshevV(2 * x - 1, n)))
        .structured(
            Aten.SPECIAL_SHIFTED_CHEBYSHEV_POLYNOMIAL_W,
            it -> Reals.binary(it, (x, n) -> Polynomials.chebyshevW(2 * x - 1, n)));
  }
}
