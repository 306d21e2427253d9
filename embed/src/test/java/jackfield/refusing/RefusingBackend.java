package jackfield.refusing;

import jackfield.schema.OperatorSchema;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;

/** A backend that cannot be made, since it has a wrong schema. */
public final class RefusingBackend implements Backend {
  /** Fails; called by Declarative Services. */
  public RefusingBackend() {
    OperatorSchema _ = OperatorSchema.parse("my::refused(Tensr self) -> Tensor");
  }

  @Override
  public String device() {
    return "cpu";
  }

  @Override
  public void register(KernelRegistrar kernels) {
    throw new AssertionError("registers although it was never made");
  }
}
