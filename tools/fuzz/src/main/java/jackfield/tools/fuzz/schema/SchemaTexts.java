package jackfield.tools.fuzz.schema;

import jackfield.tools.fuzz.run.Dice;
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
    Dice dice = new Dice(seed, number);
    StringBuilder text =
        new StringBuilder(dice.chance(0.5) && !known.isEmpty() ? dice.oneOf(known) : schema(dice));
    int changes = dice.between(0, MOST_CHANGES);
    for (int i = 0; i < changes; i++) {
      change(dice, text);
    }
    return text.toString();
  }

  private static String schema(Dice dice) {
    return "%s%s%s(%s) -> %s"
        .formatted(
            dice.oneOf("aten::", "", "my::", "prim::"),
            dice.oneOf("add", "f", "_x1", "to"),
            dice.oneOf("", ".out", ".a_b", ".default"),
            several(dice, dice.between(0, 4), true),
            dice.oneOf(
                "Tensor", "()", "(" + several(dice, dice.between(1, 3), false) + ")", "..."));
  }

  private static String several(Dice dice, int count, boolean isNamed) {
    return IntStream.range(0, count)
        .mapToObj(i -> argument(dice, i, isNamed))
        .collect(Collectors.joining(", "));
  }

  private static String argument(Dice dice, int place, boolean isNamed) {
    String star = isNamed && dice.chance(0.1) ? "*, " : "";
    String name = isNamed || dice.chance(0.3) ? " x" + place : "";
    String value =
        isNamed && dice.chance(0.3) ? dice.oneOf("=None", "=1", "=[]", "=\"a\"", "=1.5") : "";
    return star + type(dice, 0) + name + value;
  }

  private static String type(Dice dice, int depth) {
    if (depth > 3) {
      return "int";
    }
    return switch (dice.between(0, 9)) {
      case 0 -> type(dice, depth + 1) + "?";
      case 1 -> type(dice, depth + 1) + "[]";
      case 2 -> type(dice, depth + 1) + "[" + dice.between(0, 4) + "]";
      case 3 -> "Dict(" + type(dice, depth + 1) + ", " + type(dice, depth + 1) + ")";
      case 4 ->
          dice.oneOf("Union[%s, %s]", "(%s, %s)")
              .formatted(type(dice, depth + 1), type(dice, depth + 1));
      case 5 ->
          dice.oneOf("Future(%s)", "RRef(%s)", "Await(%s)", "Optional[%s]")
              .formatted(type(dice, depth + 1));
      default -> dice.oneOf(TYPES);
    };
  }

  private static void change(Dice dice, StringBuilder text) {
    int at = dice.between(0, text.length());
    int end = Math.min(text.length(), at + dice.between(1, 5));
    switch (dice.between(0, 6)) {
      case 0 -> text.insert(at, dice.oneOf(PIECES));
      case 1 -> text.delete(at, end);
      case 2 -> text.replace(at, end, dice.oneOf(PIECES));
      case 3 -> text.insert(at, text.substring(at, end));
      case 4 -> text.insert(at, dice.oneOf(TYPES));
      case 5 -> {
        if (dice.chance(0.01)) {
          deepen(dice, text, at);
        }
      }
      default -> {
        if (at < text.length()) {
          text.setCharAt(at, (char) dice.between(1, 130));
        }
      }
    }
  }

  /** Nests the text at a position deeply, or lengthens it. */
  private static void deepen(Dice dice, StringBuilder text, int at) {
    int depth = dice.between(1, DEEPEST);
    List<String> marks =
        new ArrayList<>(List.of("(", "Optional[", "Future(", "[]", "?", "x", "Dict(int, "));
    text.insert(at, dice.oneOf(marks).repeat(depth));
  }
}
