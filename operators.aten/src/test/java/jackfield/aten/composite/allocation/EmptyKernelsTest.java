package jackfield.aten.composite.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.error.InvalidArgument;
import jackfield.key.DispatchKey;
import jackfield.memory.Device;
import jackfield.memory.MemoryDomain;
import jackfield.memory.MemoryProvider;
import jackfield.memory.Storage;
import jackfield.memory.TensorFate;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;

/** Which devices the factories of a backend's memory accept. */
final class EmptyKernelsTest {
  private static final Device CUDA_0 = new Device("cuda", 0);
  private static final Device CUDA_1 = new Device("cuda", 1);
  private static final long ADDRESS = 64; // never read

  private int allocations;

  private MemoryDomain memory(Device device) {
    return new MemoryDomain(
        device,
        new MemoryProvider() {
          @Override
          public Storage allocate(MemoryDomain domain, long sizeBytes) {
            allocations++;
            return new Storage(domain, ADDRESS, sizeBytes, this);
          }

          @Override
          public void release(Storage storage, boolean isPrivate) {} // nothing was taken
        },
        TensorFate.ORPHAN);
  }

  private Tensor empty(Device of, Device asked) {
    return EmptyKernels.emptyIn(memory(of), DispatchKey.CUDA)
        .call(new long[] {2}, null, null, asked, null, null);
  }

  private Tensor emptyStrided(Device of, Device asked) {
    return EmptyKernels.emptyStridedIn(memory(of), DispatchKey.CUDA)
        .call(new long[] {2}, new long[] {1}, null, null, asked, null);
  }

  @Test
  void aDeviceOfAnotherNumberIsRefusedAndNothingIsAllocated() {
    InvalidArgument refusal =
        catchThrowableOfType(InvalidArgument.class, () -> empty(CUDA_0, CUDA_1));
    assertThat(refusal.argument()).isEqualTo("device");
    assertThat(refusal).hasMessageContainingAll("cuda:1", "cuda:0");
    assertThat(catchThrowableOfType(InvalidArgument.class, () -> emptyStrided(CUDA_0, CUDA_1)))
        .hasMessageContaining("empty_strided");
    assertThat(allocations).isZero();
  }

  @Test
  void theDeviceMayHaveNoNumber() {
    assertThat(empty(CUDA_0, CUDA_0).device()).isEqualTo(CUDA_0);
    assertThat(empty(CUDA_0, Device.parse("cuda")).device()).isEqualTo(CUDA_0);
    assertThat(empty(CUDA_0, null).device()).isEqualTo(CUDA_0);
    assertThat(empty(Device.parse("cuda"), CUDA_1).device()).isEqualTo(Device.parse("cuda"));
    assertThat(emptyStrided(CUDA_0, CUDA_0).device()).isEqualTo(CUDA_0);
  }
}
