package jackfield.boxing;

import jackfield.internal.TableAccess;
import jackfield.kernel.DispatchTable;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Operator;
import jackfield.kernel.OperatorType;
import jackfield.kernel.Stack;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaArgument;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The type of an operator without generated code. The one method of an interface defines what
 * callers pass and receive. Kernels and operators use method handles instead of interfaces: {@code
 * (long keys, parameters) → result}.
 *
 * <p>A kernel of a method with the same Java types is called directly, any other kernel boxed. As
 * in C10, the value that a boxed kernel pushes for a written argument is ignored: the argument
 * itself is returned.
 *
 * @param <F> the interface
 */
public final class Signature<F>
    extends OperatorType<SignedOperator<F>, MethodHandle, MethodHandle> {
  private static final TableAccess<Operator, DispatchTable, OperatorSchema> TABLES =
      TableAccess.of(Operator.class, DispatchTable.class, OperatorSchema.class);

  private final Class<F> function;
  private final List<JavaValue> parameters;
  private final MethodKernel.Results results;
  private final CallAdapter adapter;
  private final Map<List<Integer>, MethodHandle> boxing = new HashMap<>(); // guarded by itself

  private Signature(
      OperatorSchema schema,
      Class<F> function,
      List<JavaValue> parameters,
      MethodKernel.Results results) {
    super(schema);
    this.function = function;
    this.parameters = parameters;
    this.results = results;
    this.adapter = CallAdapter.spin(parameters, results);
  }

  /**
   * Returns the operator type with the signature of the one abstract method of {@code function}.
   *
   * @param lookup has access to the records that represent tuples
   * @param operator the operator's name
   * @param function a public interface; see {@link JavaKernel#method} for the types
   * @throws RegistrationRefused if a type has no counterpart in schemas, or {@code function} is not
   *     a public interface with one abstract method
   */
  public static <F> Signature<F> of(
      MethodHandles.Lookup lookup, OperatorName operator, Class<F> function) {
    Method method = FunctionalMethod.of(function);
    if (!Modifier.isPublic(function.getModifiers())) {
      throw JavaValue.refused(function.getTypeName(), "is not public");
    }
    List<JavaValue> parameters =
        Arrays.stream(method.getGenericParameterTypes())
            .map(type -> JavaValue.of(lookup, type))
            .toList();
    MethodKernel.Results results = MethodKernel.Results.of(lookup, method.getGenericReturnType());
    OperatorSchema schema =
        OperatorSchema.inferred(parameters.stream().map(JavaValue::type).toList(), results.types());
    return new Signature<>(schema.withName(operator), function, parameters, results);
  }

  @Override
  public SignedOperator<F> create() {
    return new SignedOperator<>(this);
  }

  Class<F> function() {
    return function;
  }

  CallAdapter adapter() {
    return adapter;
  }

  @Override
  protected MethodHandle[] newKernels(int length) {
    return new MethodHandle[length];
  }

  @Override
  protected void callTyped(MethodHandle[] kernel, long keys, Stack stack) {
    List<Object> arguments = new ArrayList<>();
    arguments.add(keys);
    int bottom = stack.fromTop(parameters.size(), 0);
    parameters.forEach(each -> arguments.add(each.read(stack, bottom + arguments.size() - 1)));
    Object result = MethodKernel.invoke(kernel[0], arguments);
    stack.drop(parameters.size());
    results.push(stack, result);
  }

  @Override
  protected MethodHandle unboxed(KernelFunction kernel, Operator operator) {
    Object origin = kernel.origin();
    if (origin instanceof MethodKernel method && method.takesAndReturns(parameters, results)) {
      return method.direct();
    }
    List<Integer> written = written(TABLES.nextSchema(operator));
    synchronized (boxing) {
      MethodHandle boxed =
          boxing.computeIfAbsent(written, plan -> UnboxedAdapter.spin(parameters, results, plan));
      return MethodHandles.insertArguments(boxed, 0, kernel.boxed(), operator);
    }
  }

  /** Returns for each result the index of the argument that replaces it, −1 for none. */
  private List<Integer> written(OperatorSchema schema) {
    List<Integer> written = new ArrayList<>();
    List<SchemaArgument> returns = schema == null ? List.of() : schema.returns();
    for (int i = 0; i < results.types().size(); i++) {
      written.add(i < returns.size() ? written(schema.arguments(), returns.get(i), i) : -1);
    }
    return written;
  }

  private int written(List<SchemaArgument> arguments, SchemaArgument result, int index) {
    for (int i = 0; i < Math.min(arguments.size(), parameters.size()); i++) {
      boolean isSame = result.isWritten() && arguments.get(i).alias().equals(result.alias());
      if (isSame && parameters.get(i).java().equals(results.java(index))) {
        return i;
      }
    }
    return -1;
  }

  MethodType type() {
    return MethodKernel.type(parameters, results);
  }
}
