package jackfield.nn.module;

/** Makes modules of one family with one context. */
public interface ModuleFactory {
  /** Returns the context of the modules. */
  ModuleContext context();
}
