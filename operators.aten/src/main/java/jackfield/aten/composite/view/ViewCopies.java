package jackfield.aten.composite.view;

import jackfield.aten.Aten;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * Copies of views, in row-major order, which are differentiated through the views.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class ViewCopies {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public ViewCopies(Aten aten) {
    this.aten = aten;
  }

  private Tensor copied(Tensor view) {
    return aten.clone(view, MemoryFormat.CONTIGUOUS);
  }

  private Tensor[] copied(Tensor[] views) {
    Tensor[] copies = new Tensor[views.length];
    Arrays.setAll(copies, i -> copied(views[i]));
    return copies;
  }

  /** Copies the tensor. */
  public Tensor alias(Tensor self) {
    return copied(self);
  }

  /** Copies the tensor, without its gradient. */
  public Tensor detach(Tensor self) {
    return copied(aten.detach(self));
  }

  /** Copies a view with the given geometry. */
  public Tensor asStrided(Tensor self, long[] size, long[] stride, Long storageOffset) {
    return copied(aten.asStrided(self, size, stride, storageOffset));
  }

  /** Copies the diagonal of two dimensions. */
  public Tensor diagonal(Tensor self, long offset, long dim1, long dim2) {
    return copied(aten.diagonal(self, offset, dim1, dim2));
  }

  /** Copies the tensor with expanded dimensions. */
  public Tensor expand(Tensor self, long[] size, boolean implicit) {
    return copied(aten.expand(self, size, implicit));
  }

  /** Copies some indexes of a dimension. */
  public Tensor narrow(Tensor self, long dim, long start, long length) {
    return copied(aten.narrow(self, dim, start, length));
  }

  /** Copies the tensor with its dimensions in another order. */
  public Tensor permute(Tensor self, long[] dims) {
    return copied(aten.permute(self, dims));
  }

  /** Copies one index of a dimension. */
  public Tensor select(Tensor self, long dim, long index) {
    return copied(aten.select(self, dim, index));
  }

  /** Copies indexes of a dimension in steps. */
  public Tensor slice(Tensor self, long dim, Long start, Long end, long step) {
    return copied(aten.slice(self, dim, start, end, step));
  }

  /** Copies parts of one size. */
  public Tensor[] split(Tensor self, long splitSize, long dim) {
    return copied(aten.split(self, splitSize, dim));
  }

  /** Copies parts of the given sizes. */
  public Tensor[] splitWithSizes(Tensor self, long[] splitSizes, long dim) {
    return copied(aten.splitWithSizes(self, splitSizes, dim));
  }

  /** Copies the tensor without dimensions of size 1. */
  public Tensor squeeze(Tensor self) {
    return copied(aten.squeeze(self));
  }

  /** Copies the tensor without a dimension of size 1. */
  public Tensor squeezeDim(Tensor self, long dim) {
    return copied(aten.squeeze(self, dim));
  }

  /** Copies a matrix with its dimensions exchanged. */
  public Tensor t(Tensor self) {
    return copied(aten.t(self));
  }

  /** Copies the tensor with two dimensions exchanged. */
  public Tensor transpose(Tensor self, long dim0, long dim1) {
    return copied(aten.transpose(self, dim0, dim1));
  }

  /** Copies the tensors along a dimension. */
  public Tensor[] unbind(Tensor self, long dim) {
    return copied(aten.unbind(self, dim));
  }

  /** Copies all windows along a dimension. */
  public Tensor unfold(Tensor self, long dimension, long size, long step) {
    return copied(aten.unfold(self, dimension, size, step));
  }

  /** Copies the tensor with another dimension. */
  public Tensor unsqueeze(Tensor self, long dim) {
    return copied(aten.unsqueeze(self, dim));
  }

  /** Copies the tensor in another shape. */
  public Tensor view(Tensor self, long[] size) {
    Tensor shaped = aten.reshape(self, size);
    boolean isShared = shaped.storage() == self.storage();
    return isShared ? copied(shaped) : shaped; // a tensor that no view fits was copied already
  }
}
