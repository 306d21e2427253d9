package jackfield.backend.cuda.driver.fallback;

import jackfield.error.InvalidArgument;
import jackfield.kernel.Stack;
import jackfield.key.BackendComponent;
import jackfield.key.KeySets;
import jackfield.memory.Device;
import jackfield.memory.MemoryDomain;
import jackfield.memory.Storage;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaArgument;
import jackfield.tensor.Generator;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One call on the CPU: the copies of its tensors, and the way of results to the device. */
final class HostCall implements AutoCloseable {
  // Batch norm writes them in training, which the schemas of PyTorch do not say.
  private static final Set<String> WRITTEN_UNSAID = Set.of("running_mean", "running_var");

  private final OperatorSchema schema;
  private final MemoryDomain memory;
  private final DeviceCopies copies;
  private final ElementCopy elements; // null if whole storages are copied back
  private final Map<Storage, Storage> hostOf = new IdentityHashMap<>();
  private final Map<Storage, Storage> deviceOf = new IdentityHashMap<>(); // also those of results
  private final Map<Tensor, Tensor> nearOf = new IdentityHashMap<>();
  private final Map<Tensor, Tensor> farOf = new IdentityHashMap<>();
  private final Set<Tensor> written = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Tensor> given = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<Generator, Generator> generators = new IdentityHashMap<>(); // to those near
  private boolean staysOnHost; // whether the call asks for results on the host

  HostCall(OperatorSchema schema, MemoryDomain memory, DeviceCopies copies, ElementCopy elements) {
    this.schema = schema;
    this.memory = memory;
    this.copies = copies;
    this.elements = elements;
  }

  /** Returns a stack with the arguments from {@code bottom} on, and copies of tensors. */
  Stack arguments(Stack from, int bottom) {
    Stack near = new Stack();
    List<SchemaArgument> arguments = schema.arguments();
    for (int i = 0; i < arguments.size(); i++) {
      SchemaArgument argument = arguments.get(i);
      boolean isWritten = argument.isWritten() || WRITTEN_UNSAID.contains(argument.name());
      near.pushValue(near(from.value(bottom + i), isWritten));
    }
    return near;
  }

  private Object near(Object value, boolean isWritten) {
    return switch (value) {
      case Tensor tensor -> near(tensor, isWritten);
      case Tensor[] tensors ->
          Arrays.stream(tensors).map(each -> near(each, isWritten)).toArray(Tensor[]::new);
      case List<?> list when list.stream().anyMatch(Tensor.class::isInstance) ->
          list.stream().map(each -> near((Tensor) each, isWritten)).toArray(Tensor[]::new);
      case Device device -> near(device);
      case Generator generator -> near(generator);
      case null, default -> value;
    };
  }

  private Device near(Device device) {
    staysOnHost = device.isHost();
    Device own = memory.device();
    if (!device.type().equals(own.type())) {
      return device;
    }
    if (device.index() >= 0 && device.index() != own.index()) {
      String problem = "is " + device + ", but the fallback computes for " + own + " only";
      throw new InvalidArgument(schema.name().toString(), "device", problem);
    }
    return Device.CPU;
  }

  private Generator near(Generator generator) {
    if (!generator.device().type().equals(memory.device().type())) {
      return generator;
    }
    Generator near = new Generator(Device.CPU, generator.seed());
    near.restore(generator.state());
    generators.put(generator, near);
    return near;
  }

  private Tensor near(Tensor tensor, boolean isWritten) {
    if (tensor == null || tensor.storage().domain() != memory) {
      requireHost(tensor);
      given.add(tensor);
      return tensor;
    }
    Tensor near = nearOf.get(tensor);
    if (near == null) {
      near = copyToHost(tensor);
      nearOf.put(tensor, near);
      farOf.put(near, tensor);
    }
    if (isWritten) {
      written.add(tensor);
    }
    return near;
  }

  /** Refuses a tensor of a second device, whose memory the host cannot read. */
  private void requireHost(Tensor tensor) {
    if (tensor != null && tensor.device().type().equals(memory.device().type())) {
      throw new TypeMismatch(
          schema.name().toString(),
          "the fallback computes for one device, found tensors on %s and %s; try to(\"cpu\") first"
              .formatted(memory.device(), tensor.device()));
    }
  }

  private Tensor copyToHost(Tensor tensor) {
    Storage far = tensor.storage();
    Storage host = hostOf.get(far);
    if (host == null) {
      host = MemoryDomain.host().allocate(far.sizeBytes());
      hostOf.put(far, host);
      deviceOf.put(host, far);
      if (far.sizeBytes() > 0) {
        copies.toHost(far, host.address());
      }
    }
    return tensor.isWrappedNumber()
        ? Tensor.wrappedNumber(
            KeySets.onBackend(tensor.keyBits(), BackendComponent.CPU), tensor.dtype(), host)
        : tensor(BackendComponent.CPU, tensor, host);
  }

  /** Returns a tensor like {@code tensor} over another storage. */
  private static Tensor tensor(BackendComponent backend, Tensor tensor, Storage storage) {
    return Tensor.of(
        KeySets.onBackend(tensor.keyBits(), backend),
        tensor.dtype(),
        storage,
        tensor.sizes().clone(),
        tensor.strides().clone(),
        tensor.offset());
  }

  /** Copies the arguments that the operator may have written to the device; moves generators. */
  void writeBack() {
    generators.forEach((far, near) -> far.restore(near.state()));
    Set<Storage> done = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Tensor tensor : written) {
      Tensor near = nearOf.get(tensor);
      boolean isKept = deviceOf.get(near.storage()) == tensor.storage();
      Storage far = isKept && elements != null ? tensor.storage() : far(near.storage(), done);
      if (far != tensor.storage()) {
        tensor.setStorage(far, near.sizes().clone(), near.strides().clone(), near.offset());
      } else if (!isSameGeometry(tensor, near)) {
        tensor.setGeometry(near.sizes().clone(), near.strides().clone(), near.offset());
      }
      if (isKept && elements != null) {
        elements.copy(tensor, near);
      }
    }
  }

  private static boolean isSameGeometry(Tensor a, Tensor b) {
    return Arrays.equals(a.sizes(), b.sizes())
        && Arrays.equals(a.strides(), b.strides())
        && a.offset() == b.offset();
  }

  /** Returns the device's storage with the bytes of one in host memory, copied once a call. */
  private Storage far(Storage host, Set<Storage> done) {
    Storage far = deviceOf.get(host);
    if (far == null) {
      far = memory.allocate(host.sizeBytes());
      deviceOf.put(host, far);
      hostOf.put(far, host);
    }
    if (done.add(host) && host.sizeBytes() > 0) {
      copies.toDevice(host.address(), far);
    }
    return far;
  }

  /** Returns the results, those on the host copied to the device unless the call asks for them. */
  Object[] results(Stack near) {
    Object[] results = new Object[near.size()];
    Set<Storage> done = Collections.newSetFromMap(new IdentityHashMap<>());
    done.addAll(hostOf.values()); // arguments, and what was written, are there
    for (int i = 0; i < results.length; i++) {
      results[i] =
          switch (near.value(i)) {
            case Tensor tensor -> result(tensor, done);
            case Tensor[] tensors ->
                Arrays.stream(tensors).map(each -> result(each, done)).toArray(Tensor[]::new);
            case null, default -> near.value(i);
          };
    }
    return results;
  }

  private Tensor result(Tensor near, Set<Storage> done) {
    Tensor argument = near == null ? null : farOf.get(near);
    if (near == null || argument != null) {
      return argument;
    }
    boolean isArgument = deviceOf.containsKey(near.storage());
    if (given.contains(near) || (staysOnHost && !isArgument)) {
      return near;
    }
    return tensor(BackendComponent.CUDA, near, far(near.storage(), done));
  }

  /** Frees the host's copies. */
  @Override
  public void close() {
    hostOf.values().forEach(Storage::close);
  }
}
