package jackfield.lambdas;

import java.io.File;
import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.ConstantPoolSharingOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Instruction;
import java.lang.classfile.attribute.NestMembersAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.constant.ClassDesc;
import java.lang.reflect.AccessFlag;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Turns the lambdas of the classes in a folder into nested classes. The JVM makes the class of a
 * lambda when the lambda is first reached, which takes several times as long as loading one from a
 * jar. The start of the platform reaches hundreds: {@code docs/decisions/0018}. The methods {@code
 * equals} and {@code hashCode} of records, and switches over types, become methods of their class.
 */
public final class LambdaClasses {
  private final Path folder;
  private final ClassFile writer;
  private final Map<ClassDesc, List<ClassDesc>> added = new LinkedHashMap<>(); // by host

  private LambdaClasses(Path folder, ClassHierarchyResolver supertypes) {
    this.folder = folder;
    this.writer =
        ClassFile.of(
            ConstantPoolSharingOption.NEW_POOL, ClassHierarchyResolverOption.of(supertypes));
  }

  /**
   * Rewrites the classes of a folder. A second time there is nothing left to rewrite.
   *
   * @param arguments the folder; the class path that its classes were compiled with
   */
  public static void main(String... arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    if (Files.isDirectory(folder)) {
      new LambdaClasses(folder, supertypes(folder + File.pathSeparator + arguments[1])).rewrite();
    }
  }

  /** Where two branches meet, the verifier wants their common superclass. */
  private static ClassHierarchyResolver supertypes(String classPath) throws IOException {
    List<URL> urls = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator)) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    ClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), platform);
    return ClassHierarchyResolver.ofResourceParsing(loader).cached();
  }

  private void rewrite() throws IOException {
    List<Path> files;
    try (Stream<Path> paths = Files.walk(folder)) {
      files = paths.filter(path -> path.toString().endsWith(".class")).sorted().toList();
    }
    for (Path file : files) {
      rewrite(file);
    }
    for (var members : added.entrySet()) {
      addMembers(members.getKey(), members.getValue());
    }
  }

  private Path file(ClassDesc type) {
    String name = type.descriptorString();
    return folder.resolve(name.substring(1, name.length() - 1) + ".class");
  }

  private void rewrite(Path file) throws IOException {
    ClassModel model = ClassFile.of().parse(file);
    Rewriter rewriter = new Rewriter(model);
    CodeTransform bodies = CodeTransform.ofStateful(() -> rewriter);
    ClassTransform methods = ClassTransform.endHandler(rewriter::writeMethods);
    byte[] bytes =
        writer.transformClass(
            model, ClassTransform.transformingMethodBodies(bodies).andThen(methods));
    if (!rewriter.classes.isEmpty() || !rewriter.methods.isEmpty()) {
      Files.write(file, bytes);
      if (!rewriter.deferred.bodies().isEmpty()) {
        Files.write(file(rewriter.deferred.type()), rewriter.deferred.bytes());
      }
      for (LambdaClass made : rewriter.classes) {
        Files.write(file(made.type()), made.bytes());
      }
    }
  }

  /** The class that holds the list of a nest, to which a class belongs. */
  private static ClassDesc host(ClassModel model) {
    return model
        .findAttribute(Attributes.nestHost())
        .map(attribute -> attribute.nestHost().asSymbol())
        .orElse(model.thisClass().asSymbol());
  }

  private void addMembers(ClassDesc host, List<ClassDesc> members) throws IOException {
    ClassModel model = ClassFile.of().parse(file(host));
    List<ClassDesc> all = new ArrayList<>();
    model.findAttribute(Attributes.nestMembers()).stream()
        .flatMap(attribute -> attribute.nestMembers().stream())
        .map(ClassEntry::asSymbol)
        .forEach(all::add);
    all.addAll(members);
    ClassTransform transform =
        ClassTransform.dropping(element -> element instanceof NestMembersAttribute)
            .andThen(ClassTransform.endHandler(b -> b.with(NestMembersAttribute.ofSymbols(all))));
    Files.write(file(host), ClassFile.of().transformClass(model, transform));
  }

  private final class Rewriter implements CodeTransform {
    private final ClassModel model;
    private final ClassDesc host;
    private final String sourceFile;
    private final List<LambdaClass> classes = new ArrayList<>();
    private final List<LinkedMethod> methods = new ArrayList<>();
    private final DeferredBodies deferred;
    private LambdaClass pending; // whose use is not known yet, or null
    private int line;

    Rewriter(ClassModel model) {
      this.model = model;
      this.host = host(model);
      this.deferred = new DeferredBodies(nested("Kernels"));
      this.sourceFile =
          model
              .findAttribute(Attributes.sourceFile())
              .map(attribute -> attribute.sourceFile().stringValue())
              .orElse("");
    }

    @Override
    public void accept(CodeBuilder code, CodeElement element) {
      if (element instanceof LineNumber number) {
        line = number.line();
      }
      if (pending != null && !(element instanceof LineNumber)) {
        LambdaClass body = pending;
        pending = null;
        if (element instanceof Instruction use && DeferredBodies.isRegistration(use)) {
          deferred.writeBody(code, body);
          DeferredBodies.writeRegistration(code);
          return;
        }
        write(code, body);
      }
      if (element instanceof InvokeDynamicInstruction instruction) {
        replace(code, instruction);
      } else {
        code.with(element);
      }
    }

    private void replace(CodeBuilder code, InvokeDynamicInstruction instruction) {
      Optional<LambdaSite> site = LambdaSite.of(instruction);
      if (site.isPresent()) {
        replace(code, site.get());
        return;
      }
      Optional<LinkedMethod> method = LinkedMethod.of(instruction, methods.size());
      method.ifPresentOrElse(made -> call(code, made), () -> code.with(instruction));
    }

    private void call(CodeBuilder code, LinkedMethod made) {
      methods.add(made);
      boolean isInterface = model.flags().has(AccessFlag.INTERFACE);
      code.invokestatic(model.thisClass().asSymbol(), made.name(), made.type(), isInterface);
    }

    void writeMethods(ClassBuilder builder) {
      methods.forEach(method -> method.writeTo(builder));
    }

    private void replace(CodeBuilder code, LambdaSite site) {
      ClassDesc type = nested("" + (classes.size() + 1));
      LambdaClass made = new LambdaClass(type, host, sourceFile, line, site);
      classes.add(made);
      added.computeIfAbsent(host, ignored -> new ArrayList<>()).add(type);
      if (site.factory().parameterCount() == 0) {
        pending = made;
      } else {
        write(code, made);
      }
    }

    private static void write(CodeBuilder code, LambdaClass made) {
      code.invokestatic(made.type(), LambdaClass.FACTORY, made.site().factory());
    }

    private ClassDesc nested(String suffix) {
      String name = model.thisClass().asInternalName();
      return ClassDesc.ofInternalName(name + "$$" + suffix);
    }
  }
}
