package jackfield.lambdas;

import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.classfile.ClassFile.ACC_SYNTHETIC;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.MethodTypeDesc;
import java.util.Optional;

/** A method of the class itself, which computes what an instruction would link at run time. */
sealed interface LinkedMethod permits RecordMethod, TypeSwitch {
  /**
   * The method for an instruction. Empty for another instruction, and if no method can replace it.
   *
   * @param number makes the name unique within its class
   */
  static Optional<LinkedMethod> of(InvokeDynamicInstruction instruction, int number) {
    Optional<LinkedMethod> method = RecordMethod.of(instruction);
    return method.isPresent() ? method : TypeSwitch.of(instruction, number);
  }

  String name();

  /** The type of the instruction: what it takes from the stack and what it leaves there. */
  MethodTypeDesc type();

  void writeBody(CodeBuilder code);

  /** Adds the method to its class. */
  default void writeTo(ClassBuilder builder) {
    int flags = ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC;
    builder.withMethodBody(name(), type(), flags, this::writeBody);
  }
}
