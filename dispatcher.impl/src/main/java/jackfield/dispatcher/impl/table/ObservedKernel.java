package jackfield.dispatcher.impl.table;

import jackfield.context.DispatchContext;
import jackfield.dispatcher.impl.access.Internals;
import jackfield.kernel.BoxedKernel;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Operator;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.key.KeySets;
import jackfield.report.ObservedCall;
import jackfield.schema.OperatorSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Runs a kernel and notifies the observers before and after. */
final class ObservedKernel implements BoxedKernel {
  private static final long AUTOGRAD = KeySets.AUTOGRAD.bits();

  private final Observers observers;
  private final KernelFunction kernel;

  ObservedKernel(Observers observers, KernelFunction kernel) {
    this.observers = observers;
    this.kernel = kernel;
  }

  @Override
  public void call(Operator operator, long keys, Stack stack) {
    List<Observing> present = observers.present();
    OperatorSchema schema = operator.schemaOrNull();
    if (present.isEmpty() || schema == null) {
      kernel.callBoxed(operator, keys, stack);
      return;
    }
    List<Observing.Told> told = started(present, schema, keys, stack);
    int bottom = stack.fromTop(schema.arguments().size(), 0);
    try {
      kernel.callBoxed(operator, keys, stack);
    } catch (RuntimeException | Error failure) {
      told.reversed().forEach(one -> one.failed(failure));
      throw failure;
    }
    boolean isWanted = told.stream().anyMatch(Observing.Told::wantsOutputs);
    List<Object> outputs = isWanted ? values(stack, bottom, stack.size()) : List.of();
    told.reversed().forEach(one -> one.ended(outputs));
  }

  private static List<Observing.Told> started(
      List<Observing> present, OperatorSchema schema, long keys, Stack stack) {
    DispatchKeySet set = new DispatchKeySet(keys);
    DispatchKey key = DispatchKeySet.highestKey(keys);
    long sequence = sequence(keys);
    int count = schema.arguments().size();
    List<Object> inputs =
        present.stream().anyMatch(Observing::wantsInputs)
            ? values(stack, stack.fromTop(count, 0), stack.size())
            : List.of();
    List<Observing.Told> told = new ArrayList<>();
    for (Observing observer : present) {
      List<Object> wanted = observer.wantsInputs() ? inputs : List.of();
      told.add(observer.started(new ObservedCall(schema.name(), key, set, sequence, wanted)));
    }
    return told;
  }

  private static long sequence(long keys) {
    DispatchContext context = DispatchContext.current();
    boolean isRecorded = (keys & AUTOGRAD) != 0 && context.recordsGradients();
    return isRecorded ? Internals.EPOCHS.upcomingSequence(context) : -1;
  }

  private static List<Object> values(Stack stack, int from, int to) {
    List<Object> values = new ArrayList<>(); // values may be null
    for (int index = from; index < to; index++) {
      values.add(stack.value(index));
    }
    return Collections.unmodifiableList(values);
  }
}
