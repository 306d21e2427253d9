package jackfield.schema;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A type as operator schemas write it. The text of a type is its {@code toString}.
 *
 * <p>SymInt, ScalarType, Layout and MemoryFormat are <em>real</em> types that are passed as int.
 * {@link #fake} returns the type that is used to compare and pass values.
 */
public sealed interface SchemaType {
  /** Returns the type with SymInt, ScalarType, Layout and MemoryFormat replaced by int. */
  default SchemaType fake() {
    return switch (this) {
      case Basic basic -> basic.carrier();
      case ListOf(SchemaType element) -> new ListOf(element.fake());
      case OptionalOf(SchemaType element) -> new OptionalOf(element.fake());
      default -> this;
    };
  }

  /**
   * Returns whether each value of this type is also of type {@code other}; real types are distinct.
   */
  default boolean isSubtypeOf(SchemaType other) {
    return Subtyping.isSubtype(this, other);
  }

  /**
   * Returns the union of {@code members}, as an optional type where that is equivalent.
   *
   * @throws IllegalArgumentException if the members simplify to one type
   */
  static SchemaType union(List<SchemaType> members) {
    UnionOf union = new UnionOf(members);
    if (!union.members().contains(Basic.NONE)) {
      return union;
    }
    boolean isOptional = union.members().size() == 2 || Subtyping.isOptionalNumber(union.members());
    return isOptional ? new OptionalOf(union) : union;
  }

  /** A type without parts. */
  enum Basic implements SchemaType {
    /** Every value. */
    ANY("Any", 0),
    /** Every enumeration. */
    ANY_ENUM("AnyEnumType", 2),
    /** A tensor. */
    TENSOR("Tensor", 3),
    /** The memory of a tensor. */
    STORAGE("Storage", 4),
    /** An int, float or complex. */
    SCALAR("Scalar", 8),
    /** A double. */
    FLOAT("float", 9),
    /** A pair of doubles. */
    COMPLEX("complex", 10),
    /** A long. */
    INT("int", 14),
    /** The value None. */
    NONE("NoneType", 15),
    /** A text. */
    STR("str", 16),
    /** A random generator. */
    GENERATOR("Generator", 17),
    /** A quantizer. */
    QUANTIZER("Quantizer", 18),
    /** A boolean. */
    BOOL("bool", 19),
    /** A device. */
    DEVICE("Device", 22),
    /** A stream of a device. */
    STREAM("Stream", 23),
    /** An opaque value. */
    CAPSULE("Capsule", 27),
    /** A quantization scheme. */
    Q_SCHEME("QScheme", 29),
    /** An element type, passed as int. */
    SCALAR_TYPE("ScalarType", 30),
    /** A layout, passed as int. */
    LAYOUT("Layout", 31),
    /** A memory format, passed as int. */
    MEMORY_FORMAT("MemoryFormat", 32),
    /** Every custom class. */
    ANY_CLASS("AnyClassType", 35),
    /** A size that may be symbolic, passed as int. */
    SYM_INT("SymInt", 36),
    /** A boolean that may be symbolic. */
    SYM_BOOL("SymBool", 38);

    private final String text;
    private final int rank;

    Basic(String text, int rank) {
      this.text = text;
      this.rank = rank;
    }

    /** Returns the rank among all types, which sorts the members of a union. */
    int rank() {
      return rank;
    }

    private Basic carrier() {
      return switch (this) {
        case SYM_INT, SCALAR_TYPE, LAYOUT, MEMORY_FORMAT -> INT;
        default -> this;
      };
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * A list. A fixed size belongs to the argument, not to its type.
   *
   * @param element the type of its elements
   */
  record ListOf(SchemaType element) implements SchemaType {
    @Override
    public String toString() {
      return element + "[]";
    }
  }

  /**
   * A type or None.
   *
   * @param element the type without None
   */
  record OptionalOf(SchemaType element) implements SchemaType {
    /**
     * Removes None from {@code element}, so that {@code X??} is {@code X?}.
     *
     * @throws IllegalArgumentException if {@code element} has no other type
     */
    public OptionalOf {
      element = Subtyping.withoutNone(element);
    }

    @Override
    public String toString() {
      return element + "?";
    }
  }

  /**
   * A fixed number of values.
   *
   * @param elements their types in order
   */
  record TupleOf(List<SchemaType> elements) implements SchemaType {
    /** Copies the list. */
    public TupleOf {
      elements = List.copyOf(elements);
    }

    @Override
    public String toString() {
      return elements.stream()
          .map(SchemaType::toString)
          .collect(Collectors.joining(", ", "(", ")"));
    }
  }

  /**
   * A dictionary.
   *
   * @param key the type of its keys
   * @param value the type of its values
   */
  record DictOf(SchemaType key, SchemaType value) implements SchemaType {
    @Override
    public String toString() {
      return "Dict(" + key + ", " + value + ")";
    }
  }

  /**
   * One of several types.
   *
   * @param members at least two types, none a subtype of another, in a fixed order
   */
  record UnionOf(List<SchemaType> members) implements SchemaType {
    /**
     * Flattens, simplifies and sorts the members.
     *
     * @throws IllegalArgumentException if fewer than two remain
     */
    public UnionOf {
      members = UnionMembers.simplify(members);
      if (members.size() < 2) {
        throw new IllegalArgumentException("a union needs two distinct types, not " + members);
      }
    }

    @Override
    public String toString() {
      return UnionMembers.text(members);
    }
  }

  /**
   * A value that is not available yet.
   *
   * @param element the type it will have
   */
  record FutureOf(SchemaType element) implements SchemaType {
    @Override
    public String toString() {
      return "Future(" + element + ")";
    }
  }

  /**
   * A value that is computed on demand.
   *
   * @param element the type it will have
   */
  record AwaitOf(SchemaType element) implements SchemaType {
    @Override
    public String toString() {
      return "Await(" + element + ")";
    }
  }

  /**
   * A value that another process owns.
   *
   * @param element its type
   */
  record RemoteOf(SchemaType element) implements SchemaType {
    @Override
    public String toString() {
      return "RRef(" + element + ")";
    }
  }

  /**
   * A type variable: the call decides the type, the same for all uses of the name.
   *
   * @param name a name that starts in lower case
   */
  record Variable(String name) implements SchemaType {
    @Override
    public String toString() {
      return name;
    }
  }

  /**
   * A class that is registered by name.
   *
   * @param namespace the namespace of its library
   * @param name its name there
   */
  record CustomClass(String namespace, String name) implements SchemaType {
    @Override
    public String toString() {
      return "__torch__.torch.classes." + namespace + "." + name;
    }
  }
}
