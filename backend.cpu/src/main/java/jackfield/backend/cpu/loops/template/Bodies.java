package jackfield.backend.cpu.loops.template;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Replaces the calls of blanks by the bodies of the methods that fill them.
 *
 * <p>A method that fills a blank is static, has no branches, and has the blank's erased type. Its
 * name is that of the blank or of the operation. Its parameters and variables become fresh
 * variables of the caller, and its return value stays on the caller's stack. It may call blanks and
 * other methods of the operations, but not itself; these calls are replaced in the same way.
 */
public final class Bodies implements CodeTransform {
  private static final String BLANK = Blank.class.getName().replace('.', '/');

  private final Set<String> owners = new HashSet<>(); // the classes of the operations
  private final List<MethodModel> operations = new ArrayList<>();
  private final List<MethodModel> ofType;
  private final String operation;

  Bodies(Lanes lanes, List<Class<?>> operations, String operation) {
    for (Class<?> methods : operations) {
      ClassModel model = Template.model(methods);
      owners.add(model.thisClass().asInternalName());
      this.operations.addAll(model.methods());
    }
    this.ofType = Template.model(lanes.methods()).methods();
    this.operation = operation;
  }

  @Override
  public void accept(CodeBuilder code, CodeElement element) {
    if (element instanceof InvokeInstruction call && isReplaced(call)) {
      write(code, body(call), call.typeSymbol());
    } else {
      code.with(element);
    }
  }

  private boolean isReplaced(InvokeInstruction call) {
    String owner = call.owner().asInternalName();
    return owner.equals(BLANK) || owners.contains(owner);
  }

  private CodeModel body(InvokeInstruction call) {
    String called = call.name().stringValue();
    boolean isBlank = call.owner().asInternalName().equals(BLANK);
    boolean isApplied = isBlank && (called.equals("apply") || called.equals("test"));
    String name = isApplied ? operation : called;
    for (MethodModel method : isBlank && !isApplied ? ofType : operations) {
      if (method.methodName().equalsString(name)
          && method.methodTypeSymbol().equals(call.typeSymbol())) {
        return method.code().orElseThrow();
      }
    }
    throw new IllegalArgumentException("no method '%s' fills the blank %s".formatted(name, called));
  }

  private void write(CodeBuilder code, CodeModel body, MethodTypeDesc type) {
    Map<Integer, Integer> variables = takeArguments(code, type);
    for (CodeElement element : body.elementList()) {
      switch (element) {
        case LoadInstruction load -> code.loadLocal(load.typeKind(), variables.get(load.slot()));
        case StoreInstruction store -> {
          TypeKind kind = store.typeKind();
          code.storeLocal(
              kind, variables.computeIfAbsent(store.slot(), slot -> code.allocateLocal(kind)));
        }
        case ReturnInstruction last -> {}
        case InvokeInstruction call when isReplaced(call) -> accept(code, call);
        case Instruction other -> code.with(other);
        default -> {} // skip labels; there are no branches
      }
    }
    if (!type.returnType().isPrimitive()) {
      code.checkcast(
          type.returnType()); // then the verifier does not need to know the class hierarchy
    }
  }

  /**
   * Moves the arguments from the stack to fresh variables; returns the fresh variable for each
   * parameter.
   */
  private static Map<Integer, Integer> takeArguments(CodeBuilder code, MethodTypeDesc type) {
    Map<Integer, Integer> variables = new HashMap<>();
    int slot = type.parameterList().stream().mapToInt(Bodies::slots).sum();
    for (ClassDesc parameter : type.parameterList().reversed()) {
      TypeKind kind = TypeKind.from(parameter);
      slot -= slots(parameter);
      int fresh = code.allocateLocal(kind);
      variables.put(slot, fresh);
      code.storeLocal(kind, fresh);
    }
    return variables;
  }

  private static int slots(ClassDesc parameter) {
    return TypeKind.from(parameter).slotSize();
  }
}
