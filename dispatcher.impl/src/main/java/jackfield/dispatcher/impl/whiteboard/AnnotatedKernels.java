package jackfield.dispatcher.impl.whiteboard;

import jackfield.boxing.JavaKernel;
import jackfield.boxing.RegistrationRefused;
import jackfield.kernel.KernelFunction;
import jackfield.key.DispatchKey;
import jackfield.schema.KernelSignature;
import jackfield.schema.OperatorDeclaration;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.spi.Kernel;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Finds and registers the annotated kernel methods of a component. */
final class AnnotatedKernels {
  private final Object component;

  AnnotatedKernels(Object component) {
    this.component = component;
  }

  /** Registers all found methods, definitions first, since kernels may refer to them. */
  void register(Registrar registrar) {
    List<Method> methods = methods();
    if (methods.isEmpty()) {
      return;
    }
    methods.forEach(method -> define(registrar, method));
    methods.forEach(method -> implement(registrar, method));
  }

  /** Returns the annotated methods, also of superclasses, in a fixed order. */
  private List<Method> methods() {
    List<Method> found = new ArrayList<>();
    for (Class<?> type = component.getClass(); type != null; type = type.getSuperclass()) {
      Arrays.stream(type.getDeclaredMethods())
          .filter(method -> method.isAnnotationPresent(Kernel.class) && !method.isBridge())
          .sorted(Comparator.comparing(Method::toString))
          .forEach(found::add);
    }
    return found;
  }

  private void define(Registrar registrar, Method method) {
    Kernel kernel = method.getAnnotation(Kernel.class);
    switch (OperatorDeclaration.parse(kernel.value())) {
      case OperatorSchema schema -> registrar.defineQualified(schema);
      case OperatorName name -> {
        if (kernel.defines()) {
          registrar.defineQualified(inferred(method).withName(name));
        }
      }
    }
  }

  private OperatorSchema inferred(Method method) {
    return function(method)
        .signature()
        .map(KernelSignature::inferredSchema)
        .orElseThrow(() -> new IllegalStateException("a method's types are known: " + method));
  }

  private void implement(Registrar registrar, Method method) {
    Kernel kernel = method.getAnnotation(Kernel.class);
    OperatorName name = OperatorDeclaration.parse(kernel.value()).operatorName();
    DispatchKey key =
        kernel.key().isEmpty() ? registrar.key() : registrar.privateBackends().parse(kernel.key());
    registrar.function(registrar.qualified(name), key, function(method));
  }

  private KernelFunction function(Method method) {
    Object target = Modifier.isStatic(method.getModifiers()) ? null : component;
    return JavaKernel.method(lookup(method), target, method);
  }

  /** Returns a lookup for non-public methods, since components rarely have public ones. */
  private static MethodHandles.Lookup lookup(Method method) {
    try {
      return MethodHandles.privateLookupIn(method.getDeclaringClass(), MethodHandles.lookup());
    } catch (IllegalAccessException closed) {
      throw new RegistrationRefused(
          RegistrationRefused.Kind.INVALID_KERNEL,
          method.toString(),
          "is not open to the dispatcher: " + closed.getMessage() + "; open the module's package");
    }
  }
}
