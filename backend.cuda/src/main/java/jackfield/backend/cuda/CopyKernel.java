package jackfield.backend.cuda;

import jackfield.aten.Copy_;
import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.aten.kernel.Outputs;
import jackfield.aten.rule.CopyRules;
import jackfield.backend.cuda.driver.GpuDevice;
import jackfield.backend.cuda.driver.PeerCopy;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.key.DispatchKey;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Arrays;

/** Copies within a device, to it and from it, between all element types. */
final class CopyKernel {
  private final Launcher launcher;
  private final Outputs outputs;
  private final Copy_ anywhere;

  /**
   * Creates the kernel.
   *
   * @param anywhere the operator, for the part of a copy that is done in host memory
   */
  CopyKernel(Launcher launcher, DispatchKey key, Copy_ anywhere) {
    this.launcher = launcher;
    this.outputs = new Outputs(key, (to, from) -> copy(to, from, false));
    this.anywhere = anywhere;
  }

  /** Writes the elements of {@code from}, broadcast to the sizes of {@code to}, into {@code to}. */
  Tensor copy(Tensor to, Tensor from, boolean nonBlocking) {
    if (to.device().isHost()) {
      return toHost(to, from);
    }
    if (!from.device().isHost()) {
      return from.device().equals(to.device())
          ? within(to, from, nonBlocking)
          : fromOther(to, from, nonBlocking);
    }
    if (isSameArray(to, from)) {
      upload(from, to, nonBlocking);
      return to;
    }
    Tensor near = outputs.allocate(to.storage().domain(), from.dtype(), from.sizes(), null);
    upload(from, near, nonBlocking);
    return within(to, near, nonBlocking);
  }

  /** Returns a row-major copy on the device. */
  Tensor compact(Tensor from) {
    Tensor copy = outputs.allocate(from.storage().domain(), from.dtype(), from.sizes(), null);
    return within(copy, from, false);
  }

  /** Copies from another device: an array of the wanted type, then its elements into {@code to}. */
  private Tensor fromOther(Tensor to, Tensor from, boolean nonBlocking) {
    GpuDevice source = launcher.devices().numbered(from.device().index(), "copy_");
    GpuDevice target = launcher.devices().numbered(to.device().index(), "copy_");
    Tensor array = from;
    if (!from.isContiguous() || from.dtype() != to.dtype()) {
      try (GpuDevice.Entered _ = source.enter()) {
        array = outputs.allocate(from.storage().domain(), to.dtype(), from.sizes(), null);
        within(array, from, nonBlocking);
      }
    }
    boolean isSame = isSameArray(to, array);
    Tensor near =
        isSame ? to : outputs.allocate(to.storage().domain(), to.dtype(), from.sizes(), null);
    if (bytes(array) > 0) {
      try {
        PeerCopy.copy(
            source.context(), array.address(), target.context(), near.address(), bytes(array));
      } finally {
        Reference.reachabilityFence(array); // the collector would free it before the copy is added
      }
    }
    return isSame ? to : within(to, near, nonBlocking);
  }

  private static boolean isSameArray(Tensor to, Tensor from) {
    return to.dtype() == from.dtype()
        && Arrays.equals(to.sizes(), from.sizes())
        && to.isContiguous();
  }

  private static long bytes(Tensor tensor) {
    return tensor.elementCount() * tensor.dtype().sizeBytes();
  }

  /**
   * Copies a tensor of the host to a row-major one of the device. The tensor of the host may change
   * when this returns, also if it does not block.
   */
  private void upload(Tensor from, Tensor to, boolean nonBlocking) {
    long bytes = bytes(from);
    if (bytes == 0) {
      return;
    }
    if (from.isContiguous()) {
      send(from.address(), to.address(), bytes, nonBlocking);
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment inOrder = arena.allocate(bytes, 64);
      HostData.copy(from, inOrder);
      send(inOrder.address(), to.address(), bytes, nonBlocking);
    }
  }

  private void send(long host, long address, long bytes, boolean nonBlocking) {
    if (nonBlocking) {
      launcher.stream().copyToDeviceNonBlocking(host, address, bytes);
    } else {
      launcher.stream().copyToDevice(host, address, bytes);
    }
  }

  /** Copies to the host, and waits until the elements are there. */
  private Tensor toHost(Tensor to, Tensor from) {
    Tensor array = from;
    if (!from.isContiguous()) {
      array = outputs.allocate(from.storage().domain(), from.dtype(), from.sizes(), null);
      within(array, from, false);
    }
    if (isSameArray(to, from)) {
      download(array, to);
      return to;
    }
    Tensor near = HostData.empty(from.dtype(), from.sizes());
    download(array, near);
    return anywhere.call(to, near, false);
  }

  private void download(Tensor from, Tensor to) {
    if (bytes(from) > 0) {
      try {
        launcher.stream().copyToHostBlocking(from.address(), to.address(), bytes(from));
      } finally {
        Reference.reachabilityFence(from); // the collector would free it before the copy is added
      }
    }
  }

  private Tensor within(Tensor to, Tensor from, boolean nonBlocking) {
    ElementwiseIterator it = CopyRules.copy(to, from, nonBlocking).iterateInPlace(outputs, to);
    DType type = it.type(1);
    String kernel = type == it.type(0) ? "copy_" + type.sizeBytes() : "convert_" + type;
    launcher.elementwise("copy_", kernel, it.parameters(), it.count());
    return it.finish();
  }
}
