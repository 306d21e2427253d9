package jackfield.aten.composite;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.aten.kernel.WithoutBackend;
import jackfield.memory.Device;
import jackfield.tensor.Generator;
import org.junit.jupiter.api.Test;

class GeneratorsTest {
  private final Aten aten = WithoutBackend.SHARED.aten;

  @Test
  void eachDeviceHasOneGenerator() {
    Generators generators = new Generators(aten);
    Generator host = generators.orDefault(null, Device.CPU);

    assertThat(generators.orDefault(null, Device.CPU)).isSameAs(host);
    assertThat(generators.orDefault(null, Device.META)).isNotSameAs(host);
    assertThat(generators.orDefault(host, Device.META)).isSameAs(host);
  }

  @Test
  void aSeedRestartsAllGenerators() {
    Generators generators = new Generators(aten);
    Generator host = generators.orDefault(null, Device.CPU);
    assertThat(host.reserve().offset()).isZero();
    generators.manualSeed(7);

    assertThat(host.state()).isEqualTo(new Generator.State(7, 0));
    assertThat(generators.orDefault(null, Device.META).state()).isEqualTo(host.state());
  }
}
