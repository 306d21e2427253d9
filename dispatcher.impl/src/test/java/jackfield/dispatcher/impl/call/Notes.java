package jackfield.dispatcher.impl.call;

import jackfield.key.DispatchKey;
import jackfield.report.CallObserver;
import jackfield.report.ObservedCall;
import java.util.ArrayList;
import java.util.List;

/** An observer that notes what it is told. */
public class Notes implements CallObserver {
  final List<ObservedCall> calls = new ArrayList<>();
  public final List<Object> outcomes = new ArrayList<>();

  @Override
  public Object started(ObservedCall call) {
    calls.add(call);
    return calls.size();
  }

  @Override
  public void ended(ObservedCall call, Object note, List<Object> outputs) {
    outcomes.add(note + ": " + outputs);
  }

  @Override
  public void failed(ObservedCall call, Object note, Throwable failure) {
    outcomes.add(note + ": " + failure.getMessage());
  }

  public List<String> names() {
    return calls.stream().map(call -> call.operator().name()).toList();
  }

  List<DispatchKey> keys() {
    return calls.stream().map(ObservedCall::key).toList();
  }

  /** Notes that ask for values too. */
  static final class All extends Notes {
    @Override
    public boolean wantsInputs() {
      return true;
    }

    @Override
    public boolean wantsOutputs() {
      return true;
    }
  }
}
