package jackfield.lambdas;

import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.classfile.ClassFile.ACC_SYNTHETIC;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;

/**
 * A class that makes the lambdas which one class registers as bodies of kernels, by their numbers.
 * A start registers hundreds, and the class of each is loaded when a kernel first needs it: the
 * call {@code structured(type, body)} of a {@code KernelRegistrar} becomes {@code structured(type,
 * bodies, number)}.
 *
 * @param type its name
 * @param bodies the classes of the lambdas; a body's number is its position
 */
record DeferredBodies(ClassDesc type, List<LambdaClass> bodies) {
  private static final ClassDesc REGISTRAR = ClassDesc.of("jackfield.spi.KernelRegistrar");
  private static final ClassDesc STRUCTURED = ClassDesc.of("jackfield.spi.StructuredType");
  private static final ClassDesc SOURCE = ClassDesc.of("jackfield.kernel.KernelSource");
  private static final String REGISTER = "structured";
  private static final MethodTypeDesc AT_ONCE =
      MethodTypeDesc.of(REGISTRAR, STRUCTURED, ConstantDescs.CD_Object);
  private static final MethodTypeDesc DEFERRED =
      MethodTypeDesc.of(REGISTRAR, STRUCTURED, SOURCE, ConstantDescs.CD_int);
  private static final MethodTypeDesc MAKE =
      MethodTypeDesc.of(ConstantDescs.CD_Object, ConstantDescs.CD_int);
  private static final String INSTANCE = "INSTANCE";

  DeferredBodies(ClassDesc type) {
    this(type, new ArrayList<>());
  }

  /** Whether an instruction registers the body that was put on the stack before it. */
  static boolean isRegistration(Instruction instruction) {
    return instruction instanceof InvokeInstruction call
        && call.opcode() == Opcode.INVOKEINTERFACE
        && call.owner().asSymbol().equals(REGISTRAR)
        && call.name().equalsString(REGISTER)
        && call.typeSymbol().equals(AT_ONCE);
  }

  /** Writes what stands in place of the lambda: this and the body's number. */
  void writeBody(CodeBuilder code, LambdaClass body) {
    code.getstatic(type, INSTANCE, SOURCE).loadConstant(bodies.size());
    bodies.add(body);
  }

  /** Writes the registration of what {@link #writeBody} wrote. */
  static void writeRegistration(CodeBuilder code) {
    code.invokeinterface(REGISTRAR, REGISTER, DEFERRED);
  }

  byte[] bytes() {
    return ClassFile.of().build(type, this::write);
  }

  private void write(ClassBuilder builder) {
    builder.withFlags(ACC_FINAL | ACC_SYNTHETIC);
    builder.withVersion(ClassFile.latestMajorVersion(), 0);
    builder.withInterfaceSymbols(SOURCE);
    builder.withField(INSTANCE, SOURCE, ACC_STATIC | ACC_FINAL);
    builder.withMethodBody(
        ConstantDescs.CLASS_INIT_NAME, ConstantDescs.MTD_void, ACC_STATIC, this::writeInstance);
    builder.withMethodBody(
        ConstantDescs.INIT_NAME,
        ConstantDescs.MTD_void,
        ACC_PRIVATE,
        code ->
            code.aload(0)
                .invokespecial(
                    ConstantDescs.CD_Object, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                .return_());
    builder.withMethodBody("kernel", MAKE, ACC_PUBLIC | ACC_FINAL, this::writeMake);
  }

  private void writeInstance(CodeBuilder code) {
    code.new_(type).dup();
    code.invokespecial(type, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void);
    code.putstatic(type, INSTANCE, SOURCE).return_();
  }

  /** For a number without a body it returns null, which the dispatcher refuses. */
  private void writeMake(CodeBuilder code) {
    Label none = code.newLabel();
    List<SwitchCase> cases = new ArrayList<>();
    for (int number = 0; number < bodies.size(); number++) {
      cases.add(SwitchCase.of(number, code.newLabel()));
    }
    code.iload(1).tableswitch(none, cases);
    for (SwitchCase each : cases) {
      LambdaClass body = bodies.get(each.caseValue());
      code.labelBinding(each.target());
      code.invokestatic(body.type(), LambdaClass.FACTORY, body.site().factory()).areturn();
    }
    code.labelBinding(none).aconst_null().areturn();
  }
}
