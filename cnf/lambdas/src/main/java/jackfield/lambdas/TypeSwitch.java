package jackfield.lambdas;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The search for the first label of a {@code switch} that fits a value, as {@link
 * java.lang.runtime.SwitchBootstraps#typeSwitch} defines it: the method takes the value and the
 * number of the label to start from. It returns the number of the label, that of all labels if none
 * fits, and -1 for null.
 *
 * @param type of the method
 */
record TypeSwitch(String name, MethodTypeDesc type, List<Case> labels) implements LinkedMethod {
  private static final ClassDesc BOOTSTRAPS = ClassDesc.of("java.lang.runtime.SwitchBootstraps");
  private static final ClassDesc ENUM = ClassDesc.of("java.lang.Enum$EnumDesc");

  /**
   * What a value is compared with.
   *
   * @param type the class of the value
   * @param constant the name of a constant of that class, an enumeration; null for any value
   */
  private record Case(ClassDesc type, String constant) {
    /** Empty for other labels, such as strings. */
    static Optional<Case> of(ConstantDesc label) {
      return switch (label) {
        case ClassDesc type -> Optional.of(new Case(type, null));
        case DynamicConstantDesc<?> made when made.constantType().equals(ENUM) -> ofEnum(made);
        default -> Optional.empty();
      };
    }

    /** Of the constant {@code EnumDesc.of(ClassDesc.of("the enumeration"), "CONSTANT")}. */
    private static Optional<Case> ofEnum(DynamicConstantDesc<?> made) {
      List<ConstantDesc> arguments = made.bootstrapArgsList();
      if (arguments.size() == 3
          && arguments.get(0) instanceof DirectMethodHandleDesc of
          && of.owner().equals(ENUM)
          && arguments.get(1) instanceof DynamicConstantDesc<?> type
          && type.bootstrapArgsList().size() == 2
          && type.bootstrapArgsList().get(1) instanceof String enumeration
          && arguments.get(2) instanceof String constant) {
        return Optional.of(new Case(ClassDesc.of(enumeration), constant));
      }
      return Optional.empty();
    }

    /** Writes the comparison with the value in the first variable. */
    void write(CodeBuilder code, Label differs) {
      code.aload(0);
      if (constant == null) {
        code.instanceOf(type).ifeq(differs);
      } else {
        code.getstatic(type, constant, type).if_acmpne(differs);
      }
    }
  }

  static Optional<LinkedMethod> of(InvokeDynamicInstruction instruction, int number) {
    DirectMethodHandleDesc bootstrap = instruction.bootstrapMethod();
    if (!bootstrap.owner().equals(BOOTSTRAPS) || !bootstrap.methodName().equals("typeSwitch")) {
      return Optional.empty();
    }
    List<Case> labels = new ArrayList<>();
    for (ConstantDesc each : instruction.bootstrapArgs()) {
      Optional<Case> label = Case.of(each);
      if (label.isEmpty()) {
        return Optional.empty();
      }
      labels.add(label.get());
    }
    if (labels.isEmpty()) {
      return Optional.empty(); // the instruction for several cases needs one
    }
    return Optional.of(new TypeSwitch("switch$" + number, instruction.typeSymbol(), labels));
  }

  @Override
  public void writeBody(CodeBuilder code) {
    Label isNull = code.newLabel();
    Label none = code.newLabel();
    List<SwitchCase> cases = new ArrayList<>();
    for (int number = 0; number < labels.size(); number++) {
      cases.add(SwitchCase.of(number, code.newLabel()));
    }
    code.aload(0).ifnull(isNull);
    code.iload(1).tableswitch(none, cases);
    for (int number = 0; number < labels.size(); number++) {
      code.labelBinding(cases.get(number).target());
      boolean isLast = number + 1 == labels.size();
      labels.get(number).write(code, isLast ? none : cases.get(number + 1).target());
      code.loadConstant(number).ireturn();
    }
    code.labelBinding(none).loadConstant(labels.size()).ireturn();
    code.labelBinding(isNull).iconst_m1().ireturn();
  }
}
