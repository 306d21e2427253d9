package jackfield.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.catchThrowable;

import jackfield.nn.attention.Mask;
import jackfield.nn.attention.TransformerEncoderLayer;
import jackfield.nn.data.Dataset;
import jackfield.nn.data.FashionMnist;
import jackfield.nn.data.IdxFile;
import jackfield.nn.module.Module;
import jackfield.nn.module.Parameter;
import jackfield.nn.optim.Optimizer;
import jackfield.nn.schedule.LambdaLR;
import jackfield.nn.schedule.ReduceLROnPlateau;
import jackfield.tensor.Tensor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A null argument is refused by the names of the method or module and of the argument. */
final class NullArgumentsTest {
  private static final Set<String> WEIGHTED =
      Set.of(
          "crossEntropy",
          "nllLoss",
          "binaryCrossEntropy",
          "binaryCrossEntropyWithLogits",
          "multiMarginLoss",
          "multilabelSoftMarginLoss");

  private final Nn nn = LocalPlatform.SHARED.nn();
  private final Parameter parameter = nn.parameter(ModuleChecks.random(1, 2, 3));

  @TestFactory
  Stream<DynamicTest> eachFactoryAndLossNamesTheNullArgument() {
    return Arrays.stream(Nn.class.getMethods())
        .filter(each -> each.getDeclaringClass() != Object.class)
        .flatMap(this::calls);
  }

  private Stream<DynamicTest> calls(Method method) {
    Class<?>[] types = method.getParameterTypes();
    List<DynamicTest> tests = new ArrayList<>();
    for (int i = 0; i < types.length; i++) {
      if (!types[i].isPrimitive() && !isOptional(method, i)) {
        int at = i;
        tests.add(
            DynamicTest.dynamicTest(
                "%s, argument %d of %d".formatted(method.getName(), i, types.length),
                () -> assertNamed(method, at)));
      }
    }
    return tests.stream();
  }

  /** Weights of losses, the last norm of a transformer and the eps of RMSNorm may be null. */
  private static boolean isOptional(Method method, int at) {
    Class<?> type = method.getParameterTypes()[at];
    boolean isWeight = type == Tensor.class && at > 1 && WEIGHTED.contains(method.getName());
    boolean isNorm = type == Module.class && method.getName().equals("transformerEncoder");
    return isWeight || isNorm || type == Double.class;
  }

  private void assertNamed(Method method, int at) {
    Class<?>[] types = method.getParameterTypes();
    Object[] arguments = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      arguments[i] = i == at ? null : sample(types[i]);
    }
    Throwable thrown = catchThrowable(() -> method.invoke(nn, arguments));
    assertThat(thrown).isInstanceOf(InvocationTargetException.class);
    assertThat(thrown.getCause())
        .isInstanceOf(NullPointerException.class)
        .hasMessageMatching("[A-Z]?[A-Za-z0-9.]+: [a-zA-Z_\\[\\]0-9]+ is null");
  }

  private Object sample(Class<?> type) {
    Map<Class<?>, Object> known =
        Map.of(
            Tensor.class,
            ModuleChecks.random(1, 2, 3),
            long.class,
            2L,
            int.class,
            1,
            double.class,
            0.5,
            boolean.class,
            false,
            long[].class,
            new long[] {2},
            List.class,
            List.of(parameter),
            TransformerEncoderLayer.class,
            nn.transformerEncoderLayer(4, 2));
    if (known.containsKey(type)) {
      return known.get(type);
    }
    try {
      return type.isEnum() ? type.getEnumConstants()[0] : type.getField("DEFAULT").get(null);
    } catch (ReflectiveOperationException _) {
      return null;
    }
  }

  @Test
  void aModuleNamesItselfForANullInput() {
    List<Module> modules =
        List.of(
            nn.linear(3, 2),
            nn.relu(),
            nn.lstm(3, 2),
            nn.gru(3, 2),
            nn.rnn(3, 2),
            nn.multiheadAttention(4, 2),
            nn.transformerEncoder(nn.transformerEncoderLayer(4, 2), 1),
            nn.conv2d(1, 1, 1),
            nn.convTranspose2d(1, 1, 1),
            nn.maxPool2d(2),
            nn.batchNorm2d(2),
            nn.instanceNorm2d(2),
            nn.layerNorm(3),
            nn.rmsNorm(3),
            nn.groupNorm(1, 2),
            nn.embedding(4, 2),
            nn.dropout(0.5),
            nn.alphaDropout(0.5),
            nn.prelu(),
            nn.rrelu(),
            nn.sequential());
    for (Module module : modules) {
      String name = module.toString().replaceFirst("(?s)\\(.*", "");
      assertThatNullPointerException()
          .isThrownBy(() -> module.forward(null))
          .withMessage(name + ".forward: input is null");
    }
    Tensor input = ModuleChecks.random(1, 3, 1, 4);
    assertNull(
        "MultiheadAttention.forward: mask is null",
        () -> nn.multiheadAttention(4, 2).forward(input, input, input, (Mask) null));
  }

  @Test
  void statesAndFilesAreNamed() {
    Module module = nn.linear(3, 2);
    assertNull("Module.load: path is null", () -> module.load(null));
    assertNull("Module.save: path is null", () -> module.save(null));
    assertNull("Module.loadStateDict: state is null", () -> module.loadStateDict(null));
    assertNull("Module.of: function is null", () -> Module.of("Mine", "", null));
    assertNull("Sequential: modules[1] is null", () -> nn.sequential(module, null));
    assertNull(
        "Optimizer.loadStateDict: saved is null",
        () -> nn.sgd(List.of(parameter), 0.1).loadStateDict(null));
    Map<String, Tensor> hole = Collections.singletonMap(null, parameter.tensor());
    assertNull("Module.loadStateDict: a name in state is null", () -> module.loadStateDict(hole));
    assertNull(
        "Module.loadStateDict: a name in state is null", () -> module.loadStateDict(hole, false));
    assertNull(
        "Optimizer.loadStateDict: a name in saved is null",
        () -> nn.sgd(List.of(parameter), 0.1).loadStateDict(hole));
    assertNull("IdxFile.read: file is null", () -> IdxFile.read(null));
    assertNull("FashionMnist: folder is null", () -> FashionMnist.train(null));
    assertNull("Dataset.of: labels is null", () -> Dataset.of(new float[1], null, 1));
    assertNull("Dataset.of: inputs is null", () -> Dataset.of(null, new long[1], 1));
  }

  @Test
  void schedulesNameTheirArguments() {
    Optimizer optimizer = nn.sgd(List.of(parameter), 0.1);
    assertNull("LambdaLR: factor is null", () -> new LambdaLR(optimizer, null));
    assertNull("learning-rate schedule: optimizer is null", () -> new LambdaLR(null, _ -> 1));
    assertNull("learning-rate schedule: optimizer is null", () -> new ReduceLROnPlateau(null));
  }

  private static void assertNull(String message, Runnable call) {
    assertThatNullPointerException().isThrownBy(call::run).withMessage(message);
  }
}
