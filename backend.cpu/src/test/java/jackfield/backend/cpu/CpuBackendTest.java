package jackfield.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.spi.KernelRegistrar;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CpuBackendTest {
  private final CpuBackend backend = new CpuBackend();

  @Test
  void whatIsCheckedAndWarmedUpIsWhatServes() {
    List<Object> checked = bodies();
    List<Object> serving = bodies();
    assertThat(checked).hasSizeGreaterThan(30);
    assertThat(serving).hasSameSizeAs(checked);
    for (int i = 0; i < checked.size(); i++) {
      assertThat(serving.get(i)).isSameAs(checked.get(i));
    }
  }

  /** Registers the backend once more; returns the bodies, in order. */
  private List<Object> bodies() {
    List<Object> bodies = new ArrayList<>();
    KernelRegistrar noting =
        (KernelRegistrar)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {KernelRegistrar.class},
                (proxy, method, arguments) -> {
                  assertThat(method.getName()).isEqualTo("structured");
                  bodies.add(arguments[1]);
                  return proxy;
                });
    backend.register(noting);
    return bodies;
  }
}
