package jackfield.lambdas;

import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One lambda or method reference: what the instruction says that would create it at run time.
 *
 * @param name the method of the interface
 * @param factory the captured values as parameters, the interface as result
 * @param erased the type of the interface's method
 * @param instantiated that type with the type arguments of the lambda
 * @param body what is called, with the captured values first
 */
record LambdaSite(
    String name,
    MethodTypeDesc factory,
    MethodTypeDesc erased,
    MethodTypeDesc instantiated,
    DirectMethodHandleDesc body) {
  private static final ClassDesc METAFACTORY = ClassDesc.of("java.lang.invoke.LambdaMetafactory");

  /**
   * The lambda of an instruction. Empty for another instruction, and if no class can replace it.
   */
  static Optional<LambdaSite> of(InvokeDynamicInstruction instruction) {
    DirectMethodHandleDesc bootstrap = instruction.bootstrapMethod();
    // Serializable lambdas and those of several interfaces come from altMetafactory and stay.
    if (!bootstrap.owner().equals(METAFACTORY) || !bootstrap.methodName().equals("metafactory")) {
      return Optional.empty();
    }
    var arguments = instruction.bootstrapArgs();
    LambdaSite site =
        new LambdaSite(
            instruction.name().stringValue(),
            instruction.typeSymbol(),
            (MethodTypeDesc) arguments.get(0),
            (MethodTypeDesc) arguments.get(2),
            (DirectMethodHandleDesc) arguments.get(1));
    return Optional.of(site).filter(LambdaSite::isReplaceable);
  }

  private boolean isReplaceable() {
    boolean fits = isCallable() && result().isPossible();
    for (Conversion conversion : arguments()) {
      fits &= conversion.isPossible();
    }
    return fits;
  }

  private boolean isCallable() {
    return switch (body.kind()) {
      case STATIC, INTERFACE_STATIC, VIRTUAL, INTERFACE_VIRTUAL, CONSTRUCTOR -> true;
      // A private method of the class itself; any other call of this kind is one of `super`.
      case SPECIAL, INTERFACE_SPECIAL -> body.methodName().startsWith("lambda$");
      default -> false;
    };
  }

  /** What the body takes: the receiver of an instance method, then its parameters. */
  private List<ClassDesc> parameters() {
    return body.invocationType().parameterList();
  }

  /** From each captured value, then from each argument, to the parameter of the body. */
  List<Conversion> arguments() {
    List<Conversion> conversions = new ArrayList<>();
    for (ClassDesc captured : factory.parameterList()) {
      ClassDesc parameter = parameters().get(conversions.size());
      conversions.add(new Conversion(captured, captured, parameter));
    }
    for (int i = 0; i < erased.parameterCount(); i++) {
      ClassDesc parameter = parameters().get(conversions.size());
      ClassDesc argument = instantiated.parameterType(i);
      conversions.add(new Conversion(erased.parameterType(i), argument, parameter));
    }
    return conversions;
  }

  /** From what the body returns to what the interface's method returns. */
  Conversion result() {
    ClassDesc returned = body.invocationType().returnType();
    return new Conversion(returned, returned, erased.returnType());
  }
}
