package jackfield.backend.cpu.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkspacesTest {
  private final Workspaces workspaces = new Workspaces();

  @Test
  void aThreadFindsItsMemoryAgain() {
    List<Long> addresses = new ArrayList<>();
    workspaces.use(100, addresses::add);
    workspaces.use(200, addresses::add);
    assertThat(addresses.get(0)).isEqualTo(addresses.get(1));
    assertThat(addresses.get(0) % 64).isZero();
  }

  @Test
  void memoryInUseIsNotGivenOutAgain() {
    workspaces.use(
        100,
        outer ->
            workspaces.use(100, inner -> assertThat(Math.abs(inner - outer)).isGreaterThan(99)));
  }

  @Test
  void memoryIsGivenBackAfterAFailure() {
    List<Long> addresses = new ArrayList<>();
    try {
      workspaces.use(
          100,
          address -> {
            addresses.add(address);
            throw new IllegalStateException("refused");
          });
    } catch (IllegalStateException expected) {
      workspaces.use(100, addresses::add);
    }
    assertThat(addresses.get(1)).isEqualTo(addresses.get(0));
  }
}
