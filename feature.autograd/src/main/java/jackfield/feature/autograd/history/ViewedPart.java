package jackfield.feature.autograd.history;

import jackfield.aten.AsStrided;
import jackfield.aten.Neg;
import jackfield.aten.ResolveConj;
import jackfield.aten.ViewAsComplex;
import jackfield.aten.ViewAsReal;
import jackfield.aten._Conj;
import jackfield.aten._NegView;
import jackfield.feature.autograd.gradient.StridedGradients;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Geometry;
import jackfield.tensor.GradientNode;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * The part of a gradient that belongs to a view of a tensor. A view has a geometry of its own over
 * the storage of its base. It may also have another type, as the parts of complex numbers have, and
 * its elements may be the conjugates of what the memory contains, or negated.
 */
final class ViewedPart {
  private static final long LAZY =
      DispatchKeySet.of(DispatchKey.CONJUGATE, DispatchKey.NEGATIVE).bits();

  private final StridedGradients strided;
  private final AsStrided asStrided;
  private final ViewAsReal viewAsReal;
  private final ViewAsComplex viewAsComplex;
  private final ResolveConj resolveConj;
  private final _Conj conj;
  private final _NegView negView;
  private final Neg neg;

  ViewedPart(KernelRegistrar kernels) {
    this.strided = new StridedGradients(kernels);
    this.asStrided = kernels.operator(AsStrided.TYPE);
    this.viewAsReal = kernels.operator(ViewAsReal.TYPE);
    this.viewAsComplex = kernels.operator(ViewAsComplex.TYPE);
    this.resolveConj = kernels.operator(ResolveConj.TYPE);
    this.conj = kernels.operator(_Conj.TYPE);
    this.negView = kernels.operator(_NegView.TYPE);
    this.neg = kernels.operator(Neg.TYPE);
  }

  /**
   * How the elements of a view are those of its base.
   *
   * @param differing the lazy bits that only one of them has
   */
  record Relation(Geometry base, Geometry view, DType ofBase, DType ofView, long differing) {
    /** Returns the relation as values that a node may contain. */
    static Object[] saved(Tensor base, Tensor view) {
      return new Object[] {
        Geometry.of(base),
        Geometry.of(view),
        base.dtype(),
        view.dtype(),
        (base.keyBits() ^ view.keyBits()) & LAZY
      };
    }

    /** Returns the relation that a node contains from value {@code first} on. */
    static Relation of(GradientNode node, int first) {
      return new Relation(
          (Geometry) node.value(first),
          (Geometry) node.value(first + 1),
          (DType) node.value(first + 2),
          (DType) node.value(first + 3),
          (long) node.value(first + 4));
    }

    boolean isSplit() {
      return ofBase.isComplex() && !ofView.isComplex();
    }

    boolean isJoined() {
      return !ofBase.isComplex() && ofView.isComplex();
    }

    boolean differsBy(DispatchKey bit) {
      return (differing & bit.bits()) != 0;
    }
  }

  /**
   * Returns the part of a gradient as a view, which may be written.
   *
   * @param whole the gradient of the base, with the sizes and strides of the base and offset 0
   */
  Tensor of(Tensor whole, Relation relation) {
    Tensor part = stored(whole, relation);
    Tensor negated = relation.differsBy(DispatchKey.NEGATIVE) ? negView.call(part) : part;
    return relation.differsBy(DispatchKey.CONJUGATE) ? conj.call(negated) : negated;
  }

  private Tensor stored(Tensor whole, Relation relation) {
    Geometry view = relation.view();
    long start = relation.base().offset();
    if (relation.isSplit()) {
      long[] all = {relation.base().extent()};
      Tensor pairs = viewAsReal.call(asStrided.call(whole, all, new long[] {1}, 0L));
      return asStrided.call(pairs, view.sizes(), view.strides(), view.offset() - 2 * start);
    }
    if (relation.isJoined()) {
      Geometry pairs = pairs(view);
      return viewAsComplex.call(
          asStrided.call(whole, pairs.sizes(), pairs.strides(), pairs.offset() - start));
    }
    return asStrided.call(whole, view.sizes(), view.strides(), view.offset() - start);
  }

  /** Returns the gradient of the base from that of a view; 0 outside of the view. */
  Tensor gradient(Tensor grad, Relation relation) {
    Tensor negated = relation.differsBy(DispatchKey.NEGATIVE) ? neg.call(grad) : grad;
    Tensor stored = relation.differsBy(DispatchKey.CONJUGATE) ? conj.call(negated) : negated;
    Geometry base = relation.base();
    Geometry view = relation.view();
    if (relation.isSplit()) {
      return viewAsComplex.call(strided.gradient(stored, pairs(base), view));
    }
    if (relation.isJoined()) {
      return strided.gradient(viewAsReal.call(resolveConj.call(stored)), base, pairs(view));
    }
    return strided.gradient(stored, base, view);
  }

  /** Returns the geometry of the parts of complex numbers, as pairs of real numbers. */
  private static Geometry pairs(Geometry numbers) {
    int rank = numbers.sizes().length;
    long[] sizes = Arrays.copyOf(numbers.sizes(), rank + 1);
    long[] strides = new long[rank + 1];
    Arrays.setAll(strides, dim -> dim < rank ? 2 * numbers.strides()[dim] : 1);
    sizes[rank] = 2;
    return new Geometry(sizes, strides, 2 * numbers.offset());
  }
}
