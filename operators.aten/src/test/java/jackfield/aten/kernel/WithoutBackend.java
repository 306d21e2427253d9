package jackfield.aten.kernel;

import jackfield.aten.Aten;
import jackfield.aten.AtenLibrary;
import jackfield.dispatch.Provenance;
import jackfield.dispatcher.impl.LocalDispatcher;
import jackfield.dispatcher.impl.Whiteboard;
import jackfield.tensor.DType;
import jackfield.tensor.Device;
import jackfield.tensor.Tensor;

/** The operators over no backend: tensors without memory show types and shapes of results. */
final class WithoutBackend {
  final Aten aten;

  WithoutBackend() {
    LocalDispatcher dispatcher = new LocalDispatcher();
    new Whiteboard(dispatcher).plug(new AtenLibrary(), Provenance.of("test"), 0);
    aten = Aten.of(dispatcher);
  }

  Tensor floats(long... sizes) {
    return of(DType.FLOAT32, sizes);
  }

  Tensor of(DType type, long... sizes) {
    return aten.empty(sizes, type, null, Device.META, null, null);
  }
}
