package jackfield.backend.cuda.driver.fallback;

import jackfield.memory.Storage;

/** Copies whole storages between a device and the host. */
public interface DeviceCopies {
  /** Copies a storage of the device to host memory and waits until the bytes are there. */
  void toHost(Storage from, long address);

  /** Copies host memory to a storage of the device; the host's bytes may change on return. */
  void toDevice(long address, Storage to);
}
