package jackfield.tools.bench;

import jackfield.tensor.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Cases whose inputs are made when they are first run. Each call's results are freed after it. */
final class CaseList {
  private static final long CALLS = 3_000;
  private static final long SHORT_CALLS = 200_000;

  /** One call. */
  interface Call {
    Object call();
  }

  private final List<Case> cases = new ArrayList<>();

  /** Adds a case; {@code setup} makes its inputs. */
  void add(String name, Supplier<Call> setup) {
    add(name, Case.Work.UNKNOWN, setup);
  }

  /** Adds a case whose calls do {@code work}. */
  void add(String name, Case.Work work, Supplier<Call> setup) {
    cases.add(new Case(name, new CallLoop(setup), CALLS, work));
  }

  /** Adds a case of short calls, which are compiled only after many. */
  void addShort(String name, Supplier<Call> setup) {
    cases.add(new Case(name, new CallLoop(setup), SHORT_CALLS, Case.Work.UNKNOWN));
  }

  List<Case> cases() {
    return cases;
  }

  private static final class CallLoop implements Case.Loop {
    private final Supplier<Call> setup;
    private Call call;

    CallLoop(Supplier<Call> setup) {
      this.setup = setup;
    }

    @Override
    public Object run(long times) {
      if (call == null) {
        call = setup.get();
      }
      Object last = null;
      for (long done = 0; done < times; done++) {
        try (Scope _ = Scope.open()) {
          last = call.call();
        }
      }
      return last;
    }
  }
}
