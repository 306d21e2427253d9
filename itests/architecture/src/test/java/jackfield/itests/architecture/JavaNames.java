package jackfield.itests.architecture;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Lists the names of the methods and types that a Java file declares. */
final class JavaNames extends TreeScanner<Void, Set<String>> {
  private JavaNames() {}

  /** Returns the names in {@code file}, which is parsed and not compiled. */
  static Set<String> in(Path file) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, files, null, List.of("-proc:none"), null, files.getJavaFileObjects(file));
      Set<String> names = new HashSet<>();
      for (CompilationUnitTree unit : task.parse()) {
        new JavaNames().scan(unit, names);
      }
      return names;
    }
  }

  @Override
  public Void visitMethod(MethodTree method, Set<String> names) {
    names.add(method.getName().toString());
    return super.visitMethod(method, names);
  }

  @Override
  public Void visitClass(ClassTree type, Set<String> names) {
    names.add(type.getSimpleName().toString());
    return super.visitClass(type, names);
  }
}
