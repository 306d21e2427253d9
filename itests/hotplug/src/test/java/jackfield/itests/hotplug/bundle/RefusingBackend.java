package jackfield.itests.hotplug.bundle;

import jackfield.schema.OperatorSchema;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;

/** A backend whose class has a wrong schema, so that it cannot be initialized. */
public final class RefusingBackend implements Backend {
  private static final OperatorSchema SCHEMA =
      OperatorSchema.parse("test::refused(Tensr self) -> Tensor");

  /** Creates the backend; never called. */
  public RefusingBackend() {}

  @Override
  public String device() {
    return "cpu";
  }

  @Override
  public void register(KernelRegistrar kernels) {
    throw new AssertionError("registers " + SCHEMA);
  }
}
