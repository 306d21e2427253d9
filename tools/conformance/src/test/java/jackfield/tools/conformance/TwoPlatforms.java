package jackfield.tools.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import jackfield.aten.Aten;
import jackfield.conformance.KitPlatform;
import jackfield.dispatch.Dispatcher;
import jackfield.error.JackfieldException;
import jackfield.kernel.Stack;
import jackfield.tensor.Autograd;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** The operators with the reference only, and with the fast kernels in addition. */
final class TwoPlatforms {
  private static final Set<String> REFERENCE = Set.of("backend.cpu.reference");
  private static final Set<String> FAST = Set.of("backend.cpu.reference", "backend.cpu");

  /** The platforms of tests that plug and unplug nothing. */
  static final TwoPlatforms SHARED = new TwoPlatforms();

  private final List<Plugged> all = List.of(new Plugged(REFERENCE), new Plugged(FAST));

  /** A platform, and the bundles with kernels for the host. */
  static final class Plugged {
    private final KitPlatform platform = new KitPlatform();
    private final Set<String> backends;
    final Aten aten;

    Plugged(Set<String> backends) {
      this.backends = backends;
      platform.plugClassPath(component -> backends.contains(component.bundle()));
      this.aten = Aten.of(platform.dispatcher());
    }

    Dispatcher dispatcher() {
      return platform.dispatcher();
    }

    Autograd autograd() {
      return platform.autograd();
    }

    /** Calls an operator with the arguments on {@code stack}. */
    void boxed(String operator, Stack stack) {
      platform.dispatcher().operator(operator).callBoxed(stack);
    }

    @Override
    public String toString() {
      return backends.toString();
    }
  }

  /** Runs {@code check} on each platform. */
  void each(Consumer<Plugged> check) {
    all.forEach(check);
  }

  /** Returns the platform that has the reference alone. */
  Plugged reference() {
    return all.getFirst();
  }

  /** Expects {@code call} to throw the given error on each platform. */
  void refused(Class<? extends JackfieldException> expected, Function<Plugged, ?> call) {
    for (Plugged platform : all) {
      Throwable found = catchThrowable(() -> call.apply(platform));
      assertThat(found).as("on %s", platform).isInstanceOf(expected);
    }
  }

  /** Expects {@code call} to throw any typed error of the platform. */
  void refused(Function<Plugged, ?> call) {
    refused(JackfieldException.class, call);
  }
}
