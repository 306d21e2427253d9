package jackfield.feature.autograd.history;

import jackfield.aten.Clone;
import jackfield.aten.Copy_;
import jackfield.aten.NewEmptyStrided;
import jackfield.aten.Zero_;
import jackfield.aten.ZerosLike;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.AutogradMisuse;
import jackfield.tensor.Geometry;
import jackfield.tensor.GradientNode;
import jackfield.tensor.GradientRuntime;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Tensor;

/** The formulas that belong to no operator, but to the recording of views and in-place changes. */
public final class StructuralFormulas {
  /** A change of a view, as a change of its base; saves the change's node and the relation. */
  static final int COPY_SLICES = 0;

  /** A view of a base that was changed later; saves their relation. */
  static final int AS_STRIDED = 1;

  /** A change whose result does not depend on the previous content. */
  public static final int ZEROS = 2;

  /** An operator without a formula; saves its name. */
  static final int REFUSED = 3;

  private final ViewedPart viewed;
  private final NewEmptyStrided newEmptyStrided;
  private final Copy_ copy;
  private final Clone clone;
  private final Zero_ zero;
  private final ZerosLike zerosLike;

  public StructuralFormulas(KernelRegistrar kernels) {
    this.viewed = new ViewedPart(kernels);
    this.newEmptyStrided = kernels.operator(NewEmptyStrided.TYPE);
    this.copy = kernels.operator(Copy_.TYPE);
    this.clone = kernels.operator(Clone.TYPE);
    this.zero = kernels.operator(Zero_.TYPE);
    this.zerosLike = kernels.operator(ZerosLike.TYPE);
  }

  /** Returns whether this class has the formula. */
  public static boolean has(int formula) {
    return formula <= REFUSED;
  }

  /** Returns the name of a formula. */
  public static String name(int formula) {
    return switch (formula) {
      case COPY_SLICES -> "a change of a view";
      case AS_STRIDED -> "a view of a changed tensor";
      case ZEROS -> "a change to constants";
      default -> "an operator without gradient";
    };
  }

  /** Runs the formula of {@code node}. */
  public Tensor[] run(GradientNode node, Tensor[] incoming, GradientRuntime.Wanted wanted) {
    Tensor[] outgoing = new Tensor[node.next().length];
    Tensor grad = incoming[0];
    if (grad == null && node.formula() != REFUSED) {
      return outgoing;
    }
    return switch (node.formula()) {
      case COPY_SLICES -> copySlices(node, grad, wanted);
      case AS_STRIDED -> {
        outgoing[0] = viewed.gradient(grad, ViewedPart.Relation.of(node, 0));
        yield outgoing;
      }
      case ZEROS -> {
        outgoing[0] = zerosLike.call(grad, null, null, null, null, null);
        yield outgoing;
      }
      default -> throw refused((String) node.value(0));
    };
  }

  private static AutogradMisuse refused(String operator) {
    return new AutogradMisuse(
        AutogradMisuse.Kind.NOT_DIFFERENTIABLE,
        operator
            + " has no formula for its gradient; detach its inputs or results, or register a kernel"
            + " that calls differentiable operators at CompositeImplicitAutograd");
  }

  /** Applies the change to the view's part of the gradient, and passes the rest through. */
  private Tensor[] copySlices(GradientNode node, Tensor grad, GradientRuntime.Wanted wanted) {
    GradientNode change = node.node(0);
    ViewedPart.Relation relation = ViewedPart.Relation.of(node, 1);
    Geometry base = relation.base();
    Tensor whole = newEmptyStrided.call(grad, base.sizes(), base.strides(), null, null, null, null);
    copy.call(whole, grad, false);
    Tensor part = viewed.of(whole, relation);
    Tensor[] ofChange = {clone.call(part, MemoryFormat.CONTIGUOUS)};
    Tensor[] results = change.runtime().runner().run(change, ofChange, wanted);
    if (wanted.has(0)) {
      if (results[0] == null) {
        zero.call(part);
      } else {
        copy.call(part, results[0], false);
      }
      results[0] = whole;
    }
    return results;
  }
}
