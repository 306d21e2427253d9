package jackfield.nn.module;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import jackfield.tensor.DType;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Reports that a saved state does not fit the module or optimizer; nothing was changed. */
public final class StateDictMismatch extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final transient IncompatibleKeys keys;
  private final transient List<SizeMismatch> sizeMismatches;
  private final transient List<ComplexForReal> complexForReal;

  /**
   * A tensor whose sizes differ.
   *
   * @param name the full name
   * @param expected the sizes of the parameter
   * @param found the sizes in the state
   */
  public record SizeMismatch(String name, List<Long> expected, List<Long> found) {
    /** Returns the mismatch of two arrays of sizes. */
    public static SizeMismatch of(String name, long[] expected, long[] found) {
      return new SizeMismatch(name, list(expected), list(found));
    }

    private static List<Long> list(long[] sizes) {
      return Arrays.stream(sizes).boxed().toList();
    }

    /** Returns the name and both sizes. */
    @Override
    public String toString() {
      return "%s: expected %s, found %s".formatted(name, expected, found);
    }
  }

  /**
   * A complex tensor for a real parameter: its imaginary parts would be lost.
   *
   * @param name the full name
   * @param expected the type of the parameter
   * @param found the type in the state
   */
  public record ComplexForReal(String name, DType expected, DType found) {
    /** Returns whether a tensor of type {@code found} would lose its imaginary parts. */
    public static boolean isLossy(DType expected, DType found) {
      return found.isComplex() && !expected.isComplex();
    }

    /** Returns the name and both types. */
    @Override
    public String toString() {
      return "%s: expected %s, found %s".formatted(name, expected, found);
    }
  }

  /** Creates the report: the names and the sizes that differ. */
  public StateDictMismatch(IncompatibleKeys keys, List<SizeMismatch> sizeMismatches) {
    this(keys, sizeMismatches, List.of());
  }

  /** Creates the report: the names, sizes and types that differ. */
  public StateDictMismatch(
      IncompatibleKeys keys,
      List<SizeMismatch> sizeMismatches,
      List<ComplexForReal> complexForReal) {
    super(
        new ErrorText("loadStateDict: the state does not fit, nothing was changed")
            .part("missing", String.join(", ", keys.missing()))
            .part("unexpected", String.join(", ", keys.unexpected()))
            .part("sizes", lines(sizeMismatches))
            .part("types", lines(complexForReal))
            .part("try", remedy(sizeMismatches, complexForReal))
            .toString());
    this.keys = keys;
    this.sizeMismatches = List.copyOf(sizeMismatches);
    this.complexForReal = List.copyOf(complexForReal);
  }

  private static String lines(Collection<?> each) {
    return each.stream().map(Object::toString).collect(Collectors.joining("\n"));
  }

  private static String remedy(
      List<SizeMismatch> sizeMismatches, List<ComplexForReal> complexForReal) {
    if (!sizeMismatches.isEmpty()) {
      return "the state of the same structure and sizes";
    }
    return complexForReal.isEmpty()
        ? "the state of the same structure; for a module, strict = false skips these names"
        : "parameters of a complex type, or aten.real(...) of the tensors in the state";
  }

  /** Returns the expected names that the state does not have. */
  public List<String> missingKeys() {
    return keys.missing();
  }

  /** Returns the names in the state that were not expected. */
  public List<String> unexpectedKeys() {
    return keys.unexpected();
  }

  /** Returns the tensors whose sizes differ. */
  public List<SizeMismatch> sizeMismatches() {
    return sizeMismatches;
  }

  /** Returns the complex tensors for real parameters. */
  public List<ComplexForReal> complexForReal() {
    return complexForReal;
  }
}
