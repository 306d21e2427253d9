package jackfield.itests.hotplug.bundle;

import jackfield.spi.Library;
import jackfield.spi.OperatorLibrary;

/** Defines an operator of its own, and another one that is already defined. */
public final class SecondLibrary implements OperatorLibrary {
  /** Creates the library; called by Declarative Services. */
  public SecondLibrary() {}

  @Override
  public String namespace() {
    return "aten";
  }

  @Override
  public void define(Library library) {
    library
        .define("aten::only_here(Tensor self) -> Tensor")
        .define("aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor");
  }
}
