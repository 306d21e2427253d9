package jackfield.lambdas;

import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.classfile.ClassFile.ACC_SYNTHETIC;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ConstantPoolSharingOption;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.NestHostAttribute;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/**
 * A class that implements the interface of one lambda and calls its body.
 *
 * @param type its name
 * @param host the outermost class, whose private methods it may call
 * @param sourceFile for stack traces
 * @param line the line of the lambda
 */
record LambdaClass(ClassDesc type, ClassDesc host, String sourceFile, int line, LambdaSite site) {
  /** Returns an instance for the captured values. Without any it is always the same instance. */
  static final String FACTORY = "of";

  private static final String INSTANCE = "INSTANCE";

  byte[] bytes() {
    return ClassFile.of(ConstantPoolSharingOption.NEW_POOL).build(type, this::write);
  }

  private List<ClassDesc> captured() {
    return site.factory().parameterList();
  }

  private MethodTypeDesc constructor() {
    return site.factory().changeReturnType(ConstantDescs.CD_void);
  }

  private void write(ClassBuilder builder) {
    builder.withFlags(ACC_FINAL | ACC_SYNTHETIC);
    builder.withVersion(ClassFile.latestMajorVersion(), 0);
    builder.withInterfaceSymbols(site.factory().returnType());
    builder.with(NestHostAttribute.of(host));
    builder.with(SourceFileAttribute.of(sourceFile));
    for (int i = 0; i < captured().size(); i++) {
      builder.withField(field(i), captured().get(i), ACC_PRIVATE | ACC_FINAL);
    }
    builder.withMethodBody(ConstantDescs.INIT_NAME, constructor(), ACC_PRIVATE, this::writeFields);
    if (captured().isEmpty()) {
      builder.withField(INSTANCE, type, ACC_PRIVATE | ACC_STATIC | ACC_FINAL);
      builder.withMethodBody(
          ConstantDescs.CLASS_INIT_NAME, ConstantDescs.MTD_void, ACC_STATIC, this::writeInstance);
    }
    builder.withMethodBody(FACTORY, site.factory(), ACC_STATIC, this::writeFactory);
    builder.withMethodBody(site.name(), site.erased(), ACC_PUBLIC | ACC_FINAL, this::writeCall);
  }

  private static String field(int index) {
    return "captured" + index;
  }

  private void writeFields(CodeBuilder code) {
    code.aload(0)
        .invokespecial(ConstantDescs.CD_Object, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void);
    for (int i = 0; i < captured().size(); i++) {
      code.aload(0);
      code.loadLocal(TypeKind.from(captured().get(i)), code.parameterSlot(i));
      code.putfield(type, field(i), captured().get(i));
    }
    code.return_();
  }

  private void writeInstance(CodeBuilder code) {
    code.new_(type).dup().invokespecial(type, ConstantDescs.INIT_NAME, constructor());
    code.putstatic(type, INSTANCE, type).return_();
  }

  private void writeFactory(CodeBuilder code) {
    if (captured().isEmpty()) {
      code.getstatic(type, INSTANCE, type).areturn();
      return;
    }
    code.new_(type).dup();
    for (int i = 0; i < captured().size(); i++) {
      code.loadLocal(TypeKind.from(captured().get(i)), code.parameterSlot(i));
    }
    code.invokespecial(type, ConstantDescs.INIT_NAME, constructor()).areturn();
  }

  private void writeCall(CodeBuilder code) {
    code.lineNumber(line);
    DirectMethodHandleDesc body = site.body();
    if (body.kind() == DirectMethodHandleDesc.Kind.CONSTRUCTOR) {
      code.new_(body.owner()).dup();
    }
    List<Conversion> conversions = site.arguments();
    for (int i = 0; i < conversions.size(); i++) {
      Conversion conversion = conversions.get(i);
      int argument = i - captured().size();
      if (argument < 0) {
        code.aload(0).getfield(type, field(i), captured().get(i));
      } else {
        code.loadLocal(TypeKind.from(conversion.from()), code.parameterSlot(argument));
      }
      conversion.write(code);
    }
    writeInvocation(code, body);
    site.result().write(code);
    code.return_(TypeKind.from(site.erased().returnType()));
  }

  private static void writeInvocation(CodeBuilder code, DirectMethodHandleDesc body) {
    ClassDesc owner = body.owner();
    MethodTypeDesc descriptor = MethodTypeDesc.ofDescriptor(body.lookupDescriptor());
    boolean isInterface = body.isOwnerInterface();
    switch (body.kind()) {
      case STATIC, INTERFACE_STATIC ->
          code.invokestatic(owner, body.methodName(), descriptor, isInterface);
      case VIRTUAL, SPECIAL -> code.invokevirtual(owner, body.methodName(), descriptor);
      case INTERFACE_VIRTUAL, INTERFACE_SPECIAL ->
          code.invokeinterface(owner, body.methodName(), descriptor);
      case CONSTRUCTOR -> code.invokespecial(owner, ConstantDescs.INIT_NAME, descriptor);
      default -> throw new IllegalStateException("no call of kind " + body.kind());
    }
  }
}
