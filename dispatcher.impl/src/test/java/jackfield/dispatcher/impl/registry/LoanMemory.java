package jackfield.dispatcher.impl.registry;

import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.key.KeySets;
import jackfield.memory.Device;
import jackfield.memory.HostBytes;
import jackfield.memory.MemoryDomain;
import jackfield.memory.MemoryProvider;
import jackfield.memory.Storage;
import jackfield.memory.TensorFate;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;
import jackfield.spi.Quiescent;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import java.time.Duration;
import java.time.Instant;

/** A backend of the device {@code acme}, whose memory is borrowed from the host. */
public final class LoanMemory implements Backend, MemoryProvider, Quiescent {
  private static final long KEYS = KeySets.ofTensor(DispatchKey.PRIVATE_USE_1.bits());

  public final MemoryDomain domain;
  public int released;
  public Rest atRest = () -> {};

  /** How its own work ends. */
  public interface Rest {
    void await() throws InterruptedException;
  }

  public LoanMemory(TensorFate fate) {
    domain = new MemoryDomain(new Device("acme", -1), this, fate);
  }

  /** Plugs a new one. */
  public static LoanMemory plugged(Whiteboard whiteboard, TensorFate fate) {
    LoanMemory backend = new LoanMemory(fate);
    whiteboard.plug(backend, new Provenance("acme", "1.0.0", "", Instant.now(), 0), 0);
    return backend;
  }

  public Tensor tensor(float value) {
    Storage storage = domain.allocate(Float.BYTES);
    HostBytes.putFloat(storage.address(), value);
    return Tensor.of(KEYS, DType.FLOAT32, storage, new long[] {1}, new long[] {1}, 0);
  }

  /** The kernel of every device. */
  public static String text(Tensor self, String text) {
    return text + HostBytes.floatAt(self.address()) + " " + self.device();
  }

  @Override
  public String device() {
    return "acme";
  }

  @Override
  public void register(KernelRegistrar kernels) {
    kernels.memory(domain).kernel(Concat.TYPE, LoanMemory::text);
  }

  @Override
  public Storage allocate(MemoryDomain inside, long sizeBytes) {
    Storage loan = MemoryDomain.host().allocate(sizeBytes);
    return new Storage(inside, loan.address(), sizeBytes, loan);
  }

  @Override
  public void release(Storage storage, boolean isPrivate) {
    released++;
    HostBytes.putFloat(((Storage) storage.keeper()).address(), -1);
  }

  @Override
  public void copyToHost(Storage from, long address) {
    HostBytes.copy(((Storage) from.keeper()).address(), address, from.sizeBytes());
  }

  @Override
  public void quiesce(Duration deadline) throws InterruptedException {
    atRest.await();
  }
}
