package jackfield.feature.autograd.history;

import jackfield.context.DispatchContext;
import jackfield.tensor.AutogradMisuse;
import jackfield.tensor.AutogradSlot;
import jackfield.tensor.Tensor;
import jackfield.tensor.ViewOrigin;
import jackfield.tensor.ViewOrigin.Creation;

/**
 * Counts in-place changes and links views with their bases; called by kernels at ADInplaceOrView.
 */
public final class ViewTracking {
  private ViewTracking() {}

  /**
   * Throws if a change in place of {@code tensor} could not be counted.
   *
   * @param operator the operator that changes it, for the message
   */
  public static void checkCounted(Tensor tensor, String operator) {
    if (tensor.isInference() && !DispatchContext.current().isInference()) {
      throw new AutogradMisuse(
          AutogradMisuse.Kind.INFERENCE,
          "%s was to change an inference tensor in place outside of inference mode, %s"
                  .formatted(operator, tensor)
              + "; clone it first");
    }
  }

  /** Counts a change in place. */
  public static void count(Tensor tensor) {
    if (!tensor.isInference()) {
      tensor.storage().bumpVersion();
    }
  }

  /** Records that {@code view} is a view of {@code source}, and returns it. */
  public static Tensor view(Tensor source, Tensor view) {
    note(source, view, Creation.DEFAULT);
    return view;
  }

  /** Records that {@code views} are views of {@code source}, and returns them. */
  public static Tensor[] views(Tensor source, Tensor[] views) {
    for (Tensor view : views) {
      note(source, view, Creation.MULTI_OUTPUT);
    }
    return views;
  }

  private static void note(Tensor source, Tensor view, Creation whenRecording) {
    if (source.isInference() || view == source) {
      return;
    }
    AutogradSlot slot = source.autograd();
    ViewOrigin inner = slot == null ? null : slot.view();
    Creation creation = creation(DispatchContext.current(), whenRecording);
    view.autogradSlot()
        .setView(
            inner == null
                ? new ViewOrigin(source, creation, view.version())
                : new ViewOrigin(
                    inner.base(), ViewOrigin.chained(inner.creation(), creation), view.version()));
  }

  private static Creation creation(DispatchContext context, Creation whenRecording) {
    if (context.isInference()) {
      return Creation.IN_INFERENCE;
    }
    return context.recordsGradients() ? whenRecording : Creation.IN_NO_GRAD;
  }
}
