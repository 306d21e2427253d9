package jackfield.io;

import jackfield.tensor.DType;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Parses the header of an array: a Python dictionary with the keys {@code descr}, {@code
 * fortran_order} and {@code shape}. It knows only the literals that they may have.
 */
final class NpyHeaderParser {
  private static final String DESCR = "descr";
  private static final String FORTRAN_ORDER = "fortran_order";
  private static final String SHAPE = "shape";
  private static final int MOST_DIGITS = Long.toString(NpyHeader.LARGEST_SIZE).length();

  private final Subject subject;
  private final String text;
  private int at;

  NpyHeaderParser(Subject subject, String text) {
    this.subject = subject;
    this.text = text;
  }

  /**
   * Returns the header.
   *
   * @throws FileRefused if the text is another one, or its type is not known
   */
  NpyHeader parse() {
    Map<String, Object> entries = new HashMap<>();
    expect('{');
    while (!isNext('}')) {
      String key = string();
      expect(':');
      Object value = value(key);
      if (entries.put(key, value) != null) {
        throw wrong("the key '" + key + "' twice");
      }
      if (!isNext('}')) {
        expect(',');
      }
    }
    expect('}');
    skipBlanks();
    if (at < text.length() || entries.size() != 3) {
      throw wrong("expected the keys descr, fortran_order and shape, and nothing else");
    }
    long[] sizes = (long[]) entries.get(SHAPE);
    return header((String) entries.get(DESCR), (Boolean) entries.get(FORTRAN_ORDER), sizes);
  }

  private NpyHeader header(String descr, boolean isFortran, long[] sizes) {
    char order = descr.isEmpty() ? ' ' : descr.charAt(0);
    boolean hasOrder = "<>=|".indexOf(order) >= 0;
    DType type = NpyHeader.type(hasOrder ? descr.substring(1) : descr);
    if (type == null || (order == '|' && type.sizeBytes() > 1)) {
      throw unsupported("elements of type '" + shown(descr) + "'");
    }
    boolean isBig =
        order == '>' || (order != '<' && ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN);
    return new NpyHeader(type, isBig, isFortran, sizes);
  }

  private FileRefused unsupported(String found) {
    return subject.unsupported(
        found, NpyHeader.AVAILABLE, "convert the array with astype before it is saved");
  }

  private Object value(String key) {
    return switch (key) {
      case DESCR -> {
        if (isNext('[')) {
          throw unsupported("records (a structured type)");
        }
        yield string();
      }
      case FORTRAN_ORDER -> truth();
      case SHAPE -> sizes();
      default -> throw wrong("the unknown key '" + shown(key) + "'");
    };
  }

  // ---- literals

  private String string() {
    char quote = next();
    if (quote != '\'' && quote != '"') {
      throw wrong("expected a text in quotes");
    }
    int end = text.indexOf(quote, at);
    if (end < 0 || text.substring(at, end).indexOf('\\') >= 0) {
      throw wrong("a text without end or with escapes");
    }
    String found = text.substring(at, end);
    at = end + 1;
    return found;
  }

  private boolean truth() {
    skipBlanks();
    for (String word : List.of("True", "False")) {
      if (text.startsWith(word, at)) {
        at += word.length();
        return word.equals("True");
      }
    }
    throw wrong("expected True or False");
  }

  private long[] sizes() {
    List<Long> sizes = new ArrayList<>();
    expect('(');
    boolean hasComma = false;
    while (!isNext(')')) {
      if (!sizes.isEmpty() && !hasComma) {
        throw wrong("expected a comma");
      }
      sizes.add(number());
      hasComma = isNext(',');
      if (hasComma) {
        next();
      }
    }
    if (sizes.size() == 1 && !hasComma) {
      throw wrong("a number where a tuple is expected");
    }
    expect(')');
    return sizes.stream().mapToLong(Long::longValue).toArray();
  }

  private long number() {
    skipBlanks();
    int start = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    if (at == start || at - start > MOST_DIGITS) {
      throw wrong("expected a size from 0 to below 10^18");
    }
    long found = Long.parseLong(text.substring(start, at));
    if (at < text.length() && text.charAt(at) == 'L') { // as Python 2 wrote it
      at++;
    }
    return found;
  }

  // ---- characters

  private void expect(char wanted) {
    if (next() != wanted) {
      throw wrong("expected '" + wanted + "'");
    }
  }

  private boolean isNext(char wanted) {
    skipBlanks();
    return at < text.length() && text.charAt(at) == wanted;
  }

  private char next() {
    skipBlanks();
    if (at >= text.length()) {
      throw wrong("it ends too early");
    }
    return text.charAt(at++);
  }

  private void skipBlanks() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private FileRefused wrong(String problem) {
    return subject.malformed("the header is wrong at character %d: %s".formatted(at, problem));
  }

  /** Returns at most 40 printable characters of a text of the file. */
  private static String shown(String found) {
    String start = found.length() > 40 ? found.substring(0, 40) + "…" : found;
    return start.replaceAll("\\p{Cntrl}", "?");
  }
}
