package jackfield.nn;

import jackfield.aten.Aten;
import jackfield.aten.library.AtenLibrary;
import jackfield.backend.cpu.reference.ReferenceBackend;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.feature.autograd.AutogradFeature;
import jackfield.kernel.Provenance;
import jackfield.tensor.DType;

/** The operators with the reference backend and autograd, without a framework. */
public final class LocalPlatform {
  /** The platform of tests that plug and unplug nothing. */
  public static final LocalPlatform SHARED = new LocalPlatform();

  public final LocalDispatcher dispatcher = new LocalDispatcher();
  public final Whiteboard whiteboard = new Whiteboard(dispatcher);
  public final ReferenceBackend reference = new ReferenceBackend();
  public final AutogradFeature autograd = new AutogradFeature();
  public final Aten aten;

  public LocalPlatform() {
    whiteboard.plug(new AtenLibrary(), Provenance.of("operators.aten"), 0);
    whiteboard.plug(reference, Provenance.of("backend.cpu.reference"), -100);
    whiteboard.plug(autograd, Provenance.of("feature.autograd"), 0);
    aten = Aten.of(dispatcher);
  }

  /** Returns modules of float64, so that differences are precise. */
  public Nn nn() {
    return new Nn(aten, autograd).with(DType.FLOAT64).seeded(1);
  }
}
