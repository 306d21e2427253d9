package jackfield.backend.cpu.convolution;

import jackfield.backend.cpu.loops.RowsLoop;
import jackfield.backend.cpu.loops.matrix.PanelCopy;
import jackfield.backend.cpu.loops.window.ChannelProducts;
import jackfield.backend.cpu.loops.window.TapProducts;
import jackfield.backend.cpu.loops.window.TapTile;
import jackfield.tensor.DType;
import java.util.function.IntFunction;

/** The loops of convolutions of one type, float32 or float64. */
record Loops(
    DType type,
    IntFunction<TapTile> tiles,
    int tileWidth,
    TapProducts products,
    IntFunction<ChannelProducts> channels,
    PanelCopy panels,
    int lanes,
    RowsLoop copy,
    RowsLoop increase) {

  Loops(DType type) {
    this(
        type,
        TapTile.byRows(type),
        TapTile.width(type),
        TapProducts.of(type),
        ChannelProducts.byVectors(type),
        new PanelCopy(type),
        TapProducts.lanes(type),
        RowsLoop.copy().of(type),
        RowsLoop.increase().of(type));
  }

  int element() {
    return type.sizeBytes();
  }
}
