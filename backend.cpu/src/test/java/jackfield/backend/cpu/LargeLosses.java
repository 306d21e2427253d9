package jackfield.backend.cpu;

import static jackfield.backend.cpu.LargeCalls.TWINS;
import static jackfield.backend.cpu.LargeCalls.name;

import jackfield.aten.Aten;
import jackfield.backend.cpu.LargeCalls.Layout;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/** Losses by margins and of alignments, for {@link LargeTwinsTest}. */
final class LargeLosses {
  private static final long ROWS = 1300;
  private static final long CLASSES = 37; // random integers are from 0 to 40
  private static final Scalar ONE = Scalar.ONE;

  private LargeLosses() {}

  static void losses(DType type) {
    for (Layout layout : Layout.values()) {
      for (long reduction = 0; reduction < 3; reduction++) {
        margins(type, layout, reduction);
      }
      alignments(type, layout);
    }
  }

  private static Tensor labels(Aten aten, Tensor any) {
    return aten.remainder(any, Scalar.of(CLASSES));
  }

  private static void margins(DType type, Layout layout, long reduction) {
    Tensor self = layout.of(type, ROWS, CLASSES);
    Tensor weight = TWINS.dense(type, CLASSES);
    Tensor any = TWINS.gaps(DType.INT64, ROWS);
    Tensor several = layout.of(DType.INT64, ROWS, CLASSES);
    Tensor grad = reduction == 0 ? TWINS.dense(type, ROWS) : TWINS.dense(type);
    String what = name("margins", type, layout, reduction);
    TWINS.agree(
        what, aten -> aten.multiMarginLoss(self, labels(aten, any), ONE, ONE, weight, reduction));
    TWINS.agree(
        "gradient of " + what,
        aten ->
            aten.multiMarginLossBackward(
                grad, self, labels(aten, any), Scalar.of(2L), ONE, weight, reduction));
    TWINS.agree(
        "several " + what,
        aten -> {
          Tensor targets = aten.sub(labels(aten, several), 1L);
          return aten.multilabelMarginLossForward(self, targets, reduction).output();
        });
    TWINS.agree(
        "gradient of several " + what,
        aten -> {
          Tensor targets = aten.sub(labels(aten, several), 1L);
          var both = aten.multilabelMarginLossForward(self, targets, reduction);
          return aten.multilabelMarginLossBackward(grad, self, targets, reduction, both.isTarget());
        });
  }

  private static void alignments(DType type, Layout layout) {
    Tensor any = layout.of(type, 80, 9, CLASSES);
    Tensor targets = layout.of(DType.INT64, 9, 20);
    Tensor grad = TWINS.dense(type, 9);
    long[] inputs = new long[9];
    long[] lengths = new long[9];
    Arrays.setAll(inputs, n -> 80 - n);
    Arrays.setAll(lengths, n -> 12 + n);
    String what = name("alignments", type, layout);
    TWINS.agree(
        what,
        aten -> {
          Tensor logs = aten.logSoftmax(any, 2);
          return aten._ctcLoss(logs, labels(aten, targets), inputs, lengths, 0, false).first();
        });
    TWINS.agree(
        "gradient of " + what,
        aten -> {
          Tensor logs = aten.logSoftmax(any, 2);
          Tensor labels = labels(aten, targets);
          var both = aten._ctcLoss(logs, labels, inputs, lengths, 0, false);
          return aten._ctcLossBackward(
              grad, logs, labels, inputs, lengths, both.first(), both.second(), 0, false);
        });
  }
}
