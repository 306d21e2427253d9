package jackfield.aten.kernel;

import jackfield.aten.Aten;
import jackfield.aten.library.AtenLibrary;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.kernel.Provenance;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/** The operators without a backend: Meta tensors show types and shapes of results. */
public final class WithoutBackend {
  /** The operators, which all tests share. */
  public static final WithoutBackend SHARED = new WithoutBackend();

  public final Aten aten;

  private WithoutBackend() {
    LocalDispatcher dispatcher = new LocalDispatcher();
    new Whiteboard(dispatcher).plug(new AtenLibrary(), Provenance.of("test"), 0);
    aten = Aten.of(dispatcher);
  }

  public Tensor floats(long... sizes) {
    return of(DType.FLOAT32, sizes);
  }

  public Tensor of(DType type, long... sizes) {
    return aten.empty(sizes, type, null, Device.META, null, null);
  }
}
