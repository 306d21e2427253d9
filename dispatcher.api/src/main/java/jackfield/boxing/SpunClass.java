package jackfield.boxing;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * A generated hidden class of this package. It adapts one kernel or one signature, with bytecode of
 * its own and therefore a type profile of its own. The methods that it calls are constant method
 * handles, which the JVM's compiler can inline.
 *
 * <p>It lives as long as its instance or method handle. Its code names types of this bundle and the
 * JDK only; types of other bundles are in its constants. Only the adapter itself therefore holds
 * classes of a bundle, and they become unreachable with it.
 */
final class SpunClass {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
  private static final ClassDesc NAME = ClassDesc.of("jackfield.boxing.SpunAdapter");
  private static final DirectMethodHandleDesc CLASS_DATA_AT =
      ConstantDescs.ofConstantBootstrap(
          desc(MethodHandles.class), "classDataAt", ConstantDescs.CD_Object, ConstantDescs.CD_int);

  private final List<Object> constants = new ArrayList<>();

  static ClassDesc desc(Class<?> type) {
    return type.describeConstable().orElseThrow();
  }

  static MethodTypeDesc desc(MethodType type) {
    return type.describeConstable().orElseThrow();
  }

  /** Pushes a constant of type {@code type}. */
  void constant(CodeBuilder code, Object value, Class<?> type) {
    constants.add(value);
    code.ldc(
        DynamicConstantDesc.ofNamed(
            CLASS_DATA_AT, ConstantDescs.DEFAULT_NAME, desc(type), constants.size() - 1));
  }

  /**
   * Defines the class that {@code body} describes; {@code body} receives this to create constants.
   */
  MethodHandles.Lookup define(BiConsumer<SpunClass, ClassBuilder> body) {
    byte[] bytes =
        ClassFile.of()
            .build(
                NAME,
                type -> {
                  type.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC);
                  body.accept(this, type);
                });
    try {
      return LOOKUP.defineHiddenClassWithClassData(bytes, List.copyOf(constants), true);
    } catch (IllegalAccessException impossible) { // the lookup has full access to this class
      throw new IllegalStateException("cannot define an adapter beside " + getClass(), impossible);
    }
  }
}
