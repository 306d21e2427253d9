package jackfield.tools.fuzz.schema;

import jackfield.tools.fuzz.run.RandomSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Generates texts that are schemas, almost schemas, or anything else. */
final class SchemaTexts {
  private static final int MOST_CHANGES = 4;
  private static final int DEEPEST = 20_000;
  private static final String[] TYPES = {
    "Tensor",
    "Tensor(a)",
    "Tensor(a!)",
    "Tensor(a -> *)",
    "Tensor(a|b!)",
    "int",
    "float",
    "bool",
    "str",
    "complex",
    "Scalar",
    "SymInt",
    "ScalarType",
    "Layout",
    "MemoryFormat",
    "Device",
    "Generator",
    "Storage",
    "Stream",
    "Any",
    "NoneType",
    "t",
    "nso",
    "number",
    "AnyEnumType",
    "__torch__.torch.classes.a.B",
    "Quantizer",
    "QScheme",
    "Tensor(*)",
    "SymBool",
    "Dimname"
  };
  private static final String[] PIECES = {
    "(",
    ")",
    "[",
    "]",
    "[]",
    "[3]",
    "?",
    "??",
    "!",
    "*",
    ", *, ",
    "...",
    ", ",
    "=",
    "=None",
    "=1",
    "=-1.5e300",
    "=[1, 2]",
    "=\"a\\\"\"",
    "='",
    "=True",
    "=1j",
    "=cpu",
    "->",
    " -> ",
    "::",
    ".",
    "aten::",
    "\0",
    "\n",
    "é",
    "\ud800",
    "=9223372036854775808",
    "=-9223372036854775808",
    "=nan",
    "=inf",
    "_",
    "0",
    "Dict(int, Tensor)",
    "Union[int, str]",
    "Future(int)",
    "RRef(Tensor)",
    "Optional[int]",
    "(int, Tensor)",
    "Await(int)",
    "=Mean",
    "=strided",
    "=float",
    "|",
    "(a!)"
  };

  private final List<String> known;
  private final long seed;

  /**
   * Creates the source.
   *
   * @param known schemas from which texts are derived
   */
  SchemaTexts(List<String> known, long seed) {
    this.known = List.copyOf(known);
    this.seed = seed;
  }

  String make(long number) {
    RandomSource random = new RandomSource(seed, number);
    StringBuilder text =
        new StringBuilder(
            random.chance(0.5) && !known.isEmpty() ? random.oneOf(known) : schema(random));
    int changes = random.between(0, MOST_CHANGES);
    for (int i = 0; i < changes; i++) {
      change(random, text);
    }
    return text.toString();
  }

  private static String schema(RandomSource random) {
    return "%s%s%s(%s) -> %s"
        .formatted(
            random.oneOf("aten::", "", "my::", "prim::"),
            random.oneOf("add", "f", "_x1", "to"),
            random.oneOf("", ".out", ".a_b", ".default"),
            several(random, random.between(0, 4), true),
            random.oneOf(
                "Tensor", "()", "(" + several(random, random.between(1, 3), false) + ")", "..."));
  }

  private static String several(RandomSource random, int count, boolean isNamed) {
    return IntStream.range(0, count)
        .mapToObj(i -> argument(random, i, isNamed))
        .collect(Collectors.joining(", "));
  }

  private static String argument(RandomSource random, int place, boolean isNamed) {
    String star = isNamed && random.chance(0.1) ? "*, " : "";
    String name = isNamed || random.chance(0.3) ? " x" + place : "";
    String value =
        isNamed && random.chance(0.3) ? random.oneOf("=None", "=1", "=[]", "=\"a\"", "=1.5") : "";
    return star + type(random, 0) + name + value;
  }

  private static String type(RandomSource random, int depth) {
    if (depth > 3) {
      return "int";
    }
    return switch (random.between(0, 9)) {
      case 0 -> type(random, depth + 1) + "?";
      case 1 -> type(random, depth + 1) + "[]";
      case 2 -> type(random, depth + 1) + "[" + random.between(0, 4) + "]";
      case 3 -> "Dict(" + type(random, depth + 1) + ", " + type(random, depth + 1) + ")";
      case 4 ->
          random
              .oneOf("Union[%s, %s]", "(%s, %s)")
              .formatted(type(random, depth + 1), type(random, depth + 1));
      case 5 ->
          random
              .oneOf("Future(%s)", "RRef(%s)", "Await(%s)", "Optional[%s]")
              .formatted(type(random, depth + 1));
      default -> random.oneOf(TYPES);
    };
  }

  private static void change(RandomSource random, StringBuilder text) {
    int at = random.between(0, text.length());
    int end = Math.min(text.length(), at + random.between(1, 5));
    switch (random.between(0, 6)) {
      case 0 -> text.insert(at, random.oneOf(PIECES));
      case 1 -> text.delete(at, end);
      case 2 -> text.replace(at, end, random.oneOf(PIECES));
      case 3 -> text.insert(at, text.substring(at, end));
      case 4 -> text.insert(at, random.oneOf(TYPES));
      case 5 -> {
        if (random.chance(0.01)) {
          deepen(random, text, at);
        }
      }
      default -> {
        if (at < text.length()) {
          text.setCharAt(at, (char) random.between(1, 130));
        }
      }
    }
  }

  /** Nests the text at a position deeply, or lengthens it. */
  private static void deepen(RandomSource random, StringBuilder text, int at) {
    int depth = random.between(1, DEEPEST);
    List<String> marks =
        new ArrayList<>(List.of("(", "Optional[", "Future(", "[]", "?", "x", "Dict(int, "));
    text.insert(at, random.oneOf(marks).repeat(depth));
  }
}
