package jackfield.tools.fuzz.operator;

import jackfield.memory.HostBytes;
import jackfield.memory.Storage;
import jackfield.schema.OperatorSchema;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import jackfield.tools.fuzz.operator.argument.BuiltTensors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A snapshot of the arguments before a call: geometry, versions, every byte of storage. */
final class ArgumentsBefore {
  private static final int MOST_BYTES = 1 << 20;

  private record Kept(
      Tensor tensor,
      Storage storage,
      long[] sizes,
      long[] strides,
      long offset,
      int version,
      byte[] bytes,
      boolean isClosed,
      boolean isWritten) {}

  private final List<Kept> all = new ArrayList<>();
  private final Set<Tensor> declared; // as written, by the schema
  private final Set<Storage> written = new HashSet<>(); // of declared tensors

  ArgumentsBefore(BuiltTensors arguments, OperatorSchema schema) {
    declared = new HashSet<>(writtenOf(arguments, schema));
    declared.forEach(tensor -> written.add(tensor.storage()));
    for (Tensor tensor : arguments.tensors()) {
      all.add(
          new Kept(
              tensor,
              tensor.storage(),
              tensor.sizes().clone(),
              tensor.strides().clone(),
              tensor.offset(),
              tensor.version(),
              bytes(tensor.storage(), tensor),
              tensor.storage().isClosed(),
              declared.contains(tensor)));
    }
  }

  /** Returns the arguments that the schema declares as written. */
  static List<Tensor> writtenOf(BuiltTensors arguments, OperatorSchema schema) {
    List<Tensor> written = new ArrayList<>();
    for (int place = 0; place < schema.arguments().size(); place++) {
      if (schema.arguments().get(place).isWritten()) {
        arguments.from().viewsOf(place).forEach(view -> written.add(arguments.tensors().get(view)));
      }
    }
    return written;
  }

  /** Returns what has changed, for a call that threw and so must not have changed anything. */
  Optional<String> anyChange() {
    return all.stream().flatMap(kept -> change(kept).stream()).findFirst();
  }

  /**
   * Returns changes of arguments that are not declared as written, and changes without a new
   * version.
   */
  Optional<String> undeclaredChange() {
    declared.forEach(tensor -> written.add(tensor.storage())); // with set_ also that of its source
    for (Kept kept : all) {
      Optional<String> change = kept.isWritten() ? quiet(kept) : ofReadOnly(kept);
      if (change.isPresent()) {
        return change;
      }
    }
    return Optional.empty();
  }

  private Optional<String> ofReadOnly(Kept kept) {
    boolean mayChange = written.contains(kept.storage()) && !isClosed(kept);
    return mayChange ? geometry(kept) : change(kept);
  }

  /** Returns the error in an argument that may be written, if there is one. */
  private static Optional<String> quiet(Kept kept) {
    boolean isOther =
        kept.tensor().storage() != kept.storage(); // views may keep the former storage
    boolean isChanged = isOther || content(kept).isPresent();
    if (kept.tensor().version() < kept.version()) {
      return Optional.of("its version went back");
    }
    if (isClosed(kept)) {
      return Optional.of("its storage was closed");
    }
    return isChanged && kept.tensor().version() == kept.version()
        ? Optional.of("its content was written and its version was not counted")
        : Optional.empty();
  }

  private static Optional<String> change(Kept kept) {
    return isClosed(kept)
        ? Optional.of("its storage was closed: " + kept.tensor())
        : geometry(kept).or(() -> content(kept)).or(() -> version(kept));
  }

  private static boolean isClosed(Kept kept) {
    return kept.storage().isClosed() && !kept.isClosed();
  }

  private static Optional<String> geometry(Kept kept) {
    Tensor tensor = kept.tensor();
    boolean isSame =
        tensor.storage() == kept.storage()
            && tensor.offset() == kept.offset()
            && Arrays.equals(tensor.sizes(), kept.sizes())
            && Arrays.equals(tensor.strides(), kept.strides());
    return isSame
        ? Optional.empty()
        : Optional.of(
            "%s strides %s became %s"
                .formatted(Arrays.toString(kept.sizes()), Arrays.toString(kept.strides()), tensor));
  }

  private static Optional<String> content(Kept kept) {
    return kept.storage().isClosed()
            || Arrays.equals(kept.bytes(), bytes(kept.storage(), kept.tensor()))
        ? Optional.empty()
        : Optional.of("the bytes of its storage changed: " + kept.tensor());
  }

  private static Optional<String> version(Kept kept) {
    return kept.tensor().version() == kept.version()
        ? Optional.empty()
        : Optional.of("its version was counted: " + kept.tensor());
  }

  private static byte[] bytes(Storage storage, Tensor over) {
    boolean isReadable = over.device().isHost() && !storage.isClosed();
    int count = isReadable ? (int) Math.min(MOST_BYTES, storage.sizeBytes()) : 0;
    byte[] bytes = new byte[count];
    if (count > 0) {
      Tensor first = Tensor.of(over.keyBits(), DType.UINT8, storage, new long[0], new long[0], 0);
      HostData.forEachAddress(
          first,
          address -> {
            for (int i = 0; i < count; i++) {
              bytes[i] = HostBytes.byteAt(address + i);
            }
          });
    }
    return bytes;
  }
}
