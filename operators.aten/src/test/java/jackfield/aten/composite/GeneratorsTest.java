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
  void theSameSeedGivesTheSameNumbers() {
    Generators generators = new Generators(aten);
    generators.manualSeed(7);
    double first = generators.orDefault(null, Device.CPU).nextUniform();
    generators.manualSeed(7);

    assertThat(generators.orDefault(null, Device.CPU).nextUniform()).isEqualTo(first);
  }
}
