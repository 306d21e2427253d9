package jackfield.feature.autograd;

import static jackfield.feature.autograd.Recorder.grad;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.aten.Aten;
import jackfield.aten.composite.allocation.EmptyKernels;
import jackfield.backend.cpu.reference.ReferenceBackend;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.key.KeySets;
import jackfield.memory.BackendGone;
import jackfield.memory.Device;
import jackfield.memory.HostBytes;
import jackfield.memory.MemoryDomain;
import jackfield.memory.MemoryProvider;
import jackfield.memory.Storage;
import jackfield.memory.TensorFate;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.GradientNode;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;

/** Graphs over the memory of a device that is unplugged before they are run backwards. */
final class DepartedDeviceTest {
  private final Recorder recorder = new Recorder();
  private final Aten aten = recorder.aten;

  /** The reference's kernels on a device whose memory is borrowed from the host. */
  private final class Acme implements Backend, MemoryProvider {
    private final MemoryDomain domain;

    Acme(TensorFate fate) {
      domain = new MemoryDomain(new Device("acme", -1), this, fate);
      recorder.whiteboard.plug(this, Provenance.of("backend.acme"), 0);
    }

    Tensor vector(double... values) {
      Storage storage = domain.allocate((long) values.length * Double.BYTES);
      for (int i = 0; i < values.length; i++) {
        HostBytes.putDouble(storage.address() + (long) i * Double.BYTES, values[i]);
      }
      long keys = KeySets.ofTensor(DispatchKey.PRIVATE_USE_1.bits());
      return Tensor.of(keys, DType.FLOAT64, storage, new long[] {values.length}, new long[] {1}, 0)
          .requiresGradient();
    }

    void leave() {
      recorder.whiteboard.unplug(this);
    }

    @Override
    public String device() {
      return "acme";
    }

    @Override
    public void register(KernelRegistrar kernels) {
      new ReferenceBackend().register(kernels);
      kernels
          .memory(domain)
          .kernel(Aten.EMPTY_MEMORY_FORMAT, EmptyKernels.emptyIn(domain, kernels.key()))
          .kernel(Aten.EMPTY_STRIDED, EmptyKernels.emptyStridedIn(domain, kernels.key()));
    }

    @Override
    public Storage allocate(MemoryDomain inside, long sizeBytes) {
      Storage loan = MemoryDomain.host().allocate(sizeBytes);
      return new Storage(inside, loan.address(), sizeBytes, loan);
    }

    @Override
    public void release(Storage storage, boolean isPrivate) {
      HostBytes.zero(((Storage) storage.keeper()).address(), storage.sizeBytes());
    }

    @Override
    public void copyToHost(Storage from, long address) {
      HostBytes.copy(((Storage) from.keeper()).address(), address, from.sizeBytes());
    }
  }

  @Test
  void anEvacuatedGraphRunsBackwardsOnTheHost() {
    Acme acme = new Acme(TensorFate.EVACUATE);
    Tensor x = acme.vector(1, 2, 3);
    Tensor w = acme.vector(4, 5, 6);
    Tensor y = aten.mul(aten.mul(x, w), aten.select(w, 0, 1));
    acme.leave();
    recorder.backward(y);
    assertThat(y.device()).isEqualTo(Device.CPU);
    assertThat(HostData.doubles(y)).containsExactly(20, 50, 90);
    assertThat(grad(x)).containsExactly(20, 25, 30);
    assertThat(grad(w)).containsExactly(5, 42, 15);
  }

  @Test
  void aViewThatWasChangedInPlaceKeepsItsHistory() {
    Acme acme = new Acme(TensorFate.EVACUATE);
    Tensor x = acme.vector(1, 2, 3);
    Tensor y = aten.mul(x, x);
    aten.mul_(aten.select(y, 0, 0), aten.select(x, 0, 1).data());
    acme.leave();
    aten.mul_(aten.select(y, 0, 2), 100);
    recorder.backward(y);
    assertThat(grad(x)).containsExactly(4, 4, 600);
  }

  @Test
  void aGradientThatIsThereAlreadyIsAddedTo() {
    Acme acme = new Acme(TensorFate.EVACUATE);
    Tensor x = acme.vector(1, 2);
    recorder.backward(aten.mul(x, x));
    acme.leave();
    recorder.backward(aten.mul(x, x));
    assertThat(grad(x)).containsExactly(4, 8);
  }

  @Test
  void anOrphanedGraphSaysWhoLeft() {
    Acme acme = new Acme(TensorFate.ORPHAN);
    Tensor x = acme.vector(1, 2);
    Tensor y = aten.mul(x, x);
    acme.leave();
    BackendGone gone = catchThrowableOfType(BackendGone.class, () -> recorder.backward(y));
    assertThat(gone.bundle()).isEqualTo("backend.acme");
    assertThat(x.grad()).isNull();
  }

  @Test
  void anOrphanedValueThatAGraphSavedSaysWhoLeft() {
    Acme acme = new Acme(TensorFate.ORPHAN);
    Tensor x = acme.vector(1, 2);
    Tensor y = aten.mul(x, x);
    acme.leave();
    GradientNode node = y.autograd().edge().node();
    assertThat(catchThrowableOfType(BackendGone.class, () -> node.tensor(0))).isNotNull();
  }
}
