package jackfield.aten.library;

import jackfield.aten.CopiesOperators;
import jackfield.aten.Copy_;
import jackfield.aten.Neg;
import jackfield.aten.PointwiseOperators;
import jackfield.aten.ViewsOperators;
import jackfield.aten._ConjPhysical;
import jackfield.kernel.BoxedKernel;
import jackfield.kernel.Operator;
import jackfield.kernel.OperatorType;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.schema.SchemaArgument;
import jackfield.spi.Library;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The kernel of the keys Conjugate and Negative for all operators. The memory of tensors with such
 * a key contains the conjugates of the elements, or the elements negated. So the operator gets
 * copies with the elements themselves, and tensors that it writes are written back. Operators that
 * return views of their arguments get the tensors as they are, and their views keep the key.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
final class LazyBitsFallback implements BoxedKernel {
  /**
   * Operators that read and write no element, so that calls of them pass both keys. They change the
   * geometry of their argument; {@code conj_physical} returns it, or calls {@code _conj_physical}.
   */
  private static final List<OperatorType<?, ?, ?>> FALLING_THROUGH =
      List.of(
          ViewsOperators.AS_STRIDED_,
          PointwiseOperators.CONJ_PHYSICAL,
          ViewsOperators.DETACH_,
          ViewsOperators.SQUEEZE_,
          ViewsOperators.SQUEEZE__DIM,
          ViewsOperators.SQUEEZE__DIMS,
          ViewsOperators.T_,
          ViewsOperators.TRANSPOSE_,
          ViewsOperators.UNSQUEEZE_);

  private final DispatchKey bit;
  private final Function function;
  private final Requested<Copy_> copy;

  /** Computes the elements from the content of the memory, and the reverse. */
  private interface Function {
    Tensor apply(long keys, Tensor content);
  }

  /** A tensor that an operator writes, and the tensor that the operator gets instead. */
  private record Replaced(Tensor written, Tensor plain) {}

  /** An operator that is requested when it is first called: a start calls none of them. */
  private static final class Requested<O extends Operator> {
    private final Library library;
    private final OperatorType<O, ?, ?> type;
    private volatile O operator; // null until the first call, by any thread

    Requested(Library library, OperatorType<O, ?, ?> type) {
      this.library = library;
      this.type = type;
    }

    O get() {
      O known = operator;
      if (known == null) {
        known = library.operator(type);
        operator = known;
      }
      return known;
    }
  }

  private LazyBitsFallback(DispatchKey bit, Function function, Requested<Copy_> copy) {
    this.bit = bit;
    this.function = function;
    this.copy = copy;
  }

  /** Registers the fallbacks of both keys. */
  static void register(Library library) {
    Requested<Copy_> copy = new Requested<>(library, CopiesOperators.COPY_);
    Requested<_ConjPhysical> conjugate =
        new Requested<>(library, PointwiseOperators._CONJ_PHYSICAL);
    Requested<Neg> negative = new Requested<>(library, PointwiseOperators.NEG);
    Function conjugated = (keys, content) -> conjugate.get().redispatch(keys, content);
    Function negated = (keys, content) -> negative.get().redispatch(keys, content);
    register(library, new LazyBitsFallback(DispatchKey.CONJUGATE, conjugated, copy));
    register(library, new LazyBitsFallback(DispatchKey.NEGATIVE, negated, copy));
  }

  private static void register(Library library, LazyBitsFallback fallback) {
    library.fallback(fallback.bit, fallback);
    FALLING_THROUGH.forEach(type -> library.fallthrough(type.name(), fallback.bit));
  }

  @Override
  public void call(Operator operator, long keys, Stack stack) {
    long below = DispatchKeySet.below(keys, bit);
    List<SchemaArgument> arguments = operator.schema().arguments();
    if (isView(arguments)) {
      operator.redispatchBoxed(below, stack);
      return;
    }
    List<Replaced> replaced = new ArrayList<>(1);
    Object[] values = taken(stack, arguments.size());
    for (int i = 0; i < values.length; i++) {
      stack.pushValue(plain(values[i], arguments.get(i).isWritten() ? replaced : null));
    }
    operator.redispatchBoxed(below, stack);
    if (!replaced.isEmpty()) {
      writeBack(stack, operator.schema().returns().size(), replaced);
    }
  }

  private static boolean isView(List<SchemaArgument> arguments) {
    boolean isAliased = false;
    for (SchemaArgument argument : arguments) {
      if (argument.isWritten()) {
        return false;
      }
      isAliased |= argument.alias().isPresent();
    }
    return isAliased;
  }

  private static Object[] taken(Stack stack, int count) {
    Object[] values = new Object[count];
    for (int i = 0; i < count; i++) {
      values[i] = stack.value(stack.fromTop(count, i));
    }
    stack.drop(count);
    return values;
  }

  // ---- the arguments

  /** Returns the value with plain tensors; {@code replaced} is null if it is not written. */
  private Object plain(Object value, List<Replaced> replaced) {
    return switch (value) {
      case Tensor tensor -> plain(tensor, replaced);
      case Tensor[] list ->
          Arrays.stream(list).map(each -> plain(each, replaced)).toArray(Tensor[]::new);
      case List<?> list -> {
        List<Object> plain = new ArrayList<>(list.size());
        list.forEach(each -> plain.add(plain(each, replaced)));
        yield plain;
      }
      case null, default -> value;
    };
  }

  private Tensor plain(Tensor tensor, List<Replaced> replaced) {
    if (tensor == null || !tensor.has(bit)) {
      return tensor;
    }
    Tensor plain = applied(content(tensor));
    if (replaced != null) {
      replaced.add(new Replaced(tensor, plain));
    }
    return plain;
  }

  private Tensor applied(Tensor content) {
    return function.apply(DispatchKeySet.below(content.keyBits(), bit), content);
  }

  /** Returns a view of the memory without the bit. */
  private Tensor content(Tensor lazy) {
    return Tensor.of(
        lazy.keyBits() & ~bit.bits(),
        lazy.dtype(),
        lazy.storage(),
        lazy.sizes(),
        lazy.strides(),
        lazy.offset());
  }

  // ---- the results

  private void writeBack(Stack stack, int results, List<Replaced> replaced) {
    replaced.forEach(this::writeBack);
    for (Object value : taken(stack, results)) {
      stack.pushValue(original(value, replaced));
    }
  }

  private void writeBack(Replaced each) {
    Tensor lazy = each.written();
    Tensor content = applied(each.plain());
    if (Arrays.equals(lazy.sizes(), content.sizes())) {
      Tensor memory = content(lazy);
      copy.get().redispatch(DispatchKeySet.below(memory.keyBits(), bit), memory, content, false);
    } else { // resized, as out= tensors are
      lazy.setStorage(content.storage(), content.sizes(), content.strides(), content.offset());
    }
  }

  private static Object original(Object value, List<Replaced> replaced) {
    for (Replaced each : replaced) {
      if (value == each.plain()) {
        return each.written();
      }
    }
    return value;
  }
}
