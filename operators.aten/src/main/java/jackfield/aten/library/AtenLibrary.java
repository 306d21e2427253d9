package jackfield.aten.library;

import jackfield.spi.Library;
import jackfield.spi.OperatorLibrary;
import org.osgi.service.component.annotations.Component;

/**
 * Defines the operators of namespace aten while it is plugged. It also registers the kernels that
 * no backend needs to write: composites, views, kernels for tensors without memory, and the
 * fallbacks for lazy conjugates and negatives.
 */
@Component(service = OperatorLibrary.class, immediate = true)
public final class AtenLibrary implements OperatorLibrary {
  /** Creates the library. */
  public AtenLibrary() {}

  @Override
  public String namespace() {
    return "aten";
  }

  @Override
  public void define(Library library) {
    AtenDefinitions.define(library);
    LazyBitsFallback.register(library);
    EmptyJoin.register(library);
  }
}
