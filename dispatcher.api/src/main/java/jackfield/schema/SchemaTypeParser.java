package jackfield.schema;

import jackfield.error.SimilarNames;
import jackfield.schema.SchemaType.Basic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Parses the types of a schema with their alias annotations.
 *
 * <pre>
 * type  = base [ alias ] { "[" "]" [ alias ] | "?" }
 * base  = word | "(" [ types ] ")" | "Future(" type ")" | "Await(" type ")" | "RRef(" type ")"
 *       | "Dict(" type "," type ")" | "Union(" types ")" | "__torch__.torch.classes." word "." word
 * alias = "(" set [ "!" ] [ "->" set ] ")" | "!" | "($" digits "! -> )"
 * set   = ( "*" | word ) { "|" ( "*" | word ) }
 * </pre>
 */
final class SchemaTypeParser {
  private static final Map<String, SchemaType> BASE_TYPES =
      Stream.concat(
              Arrays.stream(Basic.values()).map(type -> Map.entry(type.toString(), type)),
              Stream.of(
                  Map.entry("None", Basic.NONE),
                  Map.entry("DeviceIndex", Basic.INT),
                  Map.entry("ConstQuantizerPtr", Basic.INT)))
          .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
  private static final String COMMON =
      "a type such as Tensor, Tensor?, Tensor[], Scalar, int, SymInt, float, bool, str";

  // Comparing and printing types recurse too; schemas in use nest 4 deep.
  private static final int DEEPEST = 64;
  private static final Set<SchemaType> KEY_TYPES =
      Set.of(Basic.INT, Basic.BOOL, Basic.FLOAT, Basic.COMPLEX, Basic.STR, Basic.TENSOR);

  private final SchemaLexer lexer;
  private final SchemaDialect dialect;
  private int freshSets;
  private int depth;

  SchemaTypeParser(SchemaLexer lexer, SchemaDialect dialect) {
    this.lexer = lexer;
    this.dialect = dialect;
  }

  /** A type with the annotation after it. */
  record Annotated(SchemaType type, Optional<AliasInfo> alias) {}

  Annotated read() {
    SchemaToken start = lexer.current();
    depth++;
    Annotated type = annotated(start);
    depth--;
    return type;
  }

  private Annotated annotated(SchemaToken start) {
    checkDepth(start, depth);
    Annotated type = base();
    for (int lists = 0; ; lists++) {
      checkDepth(start, depth + lists);
      if (lexer.current().is("[") && lexer.following().is("]")) {
        lexer.next();
        lexer.next();
        type = listOf(type);
      } else if (lexer.current().is("?")) {
        type = new Annotated(optional(type.type()), type.alias());
      } else {
        return type;
      }
    }
  }

  private void checkDepth(SchemaToken start, int levels) {
    if (levels > DEEPEST) {
      throw lexer.error(
          SchemaSyntax.Kind.SYNTAX,
          start,
          "types nested at most " + DEEPEST + " deep",
          "a custom class in place of the inner types");
    }
  }

  /** Returns the list whose bracket was just closed; parses the annotation after it. */
  Annotated listOf(Annotated element) {
    Optional<AliasInfo> own = alias();
    Optional<AliasInfo> alias =
        element.alias().isEmpty()
            ? own
            : element.alias().map(contained -> containing(own, contained));
    return new Annotated(new SchemaType.ListOf(element.type()), alias);
  }

  private static AliasInfo containing(Optional<AliasInfo> own, AliasInfo contained) {
    AliasInfo outer = own.orElse(new AliasInfo(Set.of(), Set.of(), contained.isWrite(), List.of()));
    return new AliasInfo(outer.before(), outer.after(), outer.isWrite(), List.of(contained));
  }

  private SchemaType optional(SchemaType element) {
    SchemaToken mark = lexer.expect("?");
    if (element == Basic.NONE) {
      throw unionOfOne(mark);
    }
    return new SchemaType.OptionalOf(element);
  }

  private Annotated base() {
    SchemaToken token = lexer.current();
    if (token.is("(")) {
      return plain(tuple());
    }
    if (!token.isWord()) {
      return new Annotated(named(), alias());
    }
    return switch (token.text()) {
      case "Future" -> plain(wrapped(SchemaType.FutureOf::new));
      case "Await" -> plain(wrapped(SchemaType.AwaitOf::new));
      case "RRef" -> plain(wrapped(SchemaType.RemoteOf::new));
      case "__torch__" -> plain(customClass());
      case "Dict" -> new Annotated(dict(), alias());
      case "Union" -> new Annotated(union(), alias());
      default -> new Annotated(named(), alias());
    };
  }

  private static Annotated plain(SchemaType type) {
    return new Annotated(type, Optional.empty());
  }

  /** Parses a type inside another one, where annotations and real types are dropped. */
  private SchemaType part() {
    return read().type().fake();
  }

  private SchemaType tuple() {
    List<SchemaType> elements = new ArrayList<>();
    lexer.expect("(");
    if (!lexer.current().is(")")) {
      do {
        elements.add(part());
      } while (lexer.accept(","));
    }
    lexer.expect(")");
    return new SchemaType.TupleOf(elements);
  }

  private SchemaType wrapped(Function<SchemaType, SchemaType> wrapper) {
    lexer.next();
    lexer.expect("(");
    SchemaType element = part();
    lexer.expect(")");
    return wrapper.apply(element);
  }

  private SchemaType dict() {
    lexer.next();
    lexer.expect("(");
    SchemaToken start = lexer.current();
    SchemaType key = part();
    if (!KEY_TYPES.contains(key)) {
      throw lexer.error(
          SchemaSyntax.Kind.SYNTAX,
          start,
          "a type of keys: int, bool, float, complex, str or Tensor",
          "str");
    }
    lexer.expect(",");
    SchemaType value = part();
    lexer.expect(")");
    return new SchemaType.DictOf(key, value);
  }

  private SchemaType union() {
    SchemaToken start = lexer.next();
    List<SchemaType> members = new ArrayList<>();
    lexer.expect("(");
    do {
      members.add(part());
    } while (lexer.accept(","));
    lexer.expect(")");
    if (UnionMembers.simplify(members).size() < 2) {
      throw unionOfOne(start);
    }
    return SchemaType.union(members);
  }

  private SchemaType customClass() {
    lexer.next();
    for (String part : List.of("torch", "classes")) {
      lexer.expect(".");
      if (!lexer.current().isWord() || !lexer.current().text().equals(part)) {
        lexer.reject("__torch__.torch.classes.NAMESPACE.NAME");
      }
      lexer.next();
    }
    lexer.expect(".");
    String namespace = lexer.expect(SchemaToken.Kind.WORD, "the class's namespace").text();
    lexer.expect(".");
    SchemaToken name = lexer.expect(SchemaToken.Kind.WORD, "the class's name");
    SchemaType.CustomClass type = new SchemaType.CustomClass(namespace, name.text());
    if (!dialect.knownClasses().test(type)) {
      throw lexer.error(
          SchemaSyntax.Kind.UNKNOWN_TYPE, name, "a registered class", "register it first");
    }
    return type;
  }

  private SchemaType named() {
    SchemaToken token = lexer.current();
    if (!token.isWord() && !token.is("None") && !token.is("NoneType")) {
      lexer.reject(COMMON);
    }
    String text = dottedName();
    SchemaType type = BASE_TYPES.get(text);
    if (type != null) {
      return type;
    }
    if (dialect.allowsTypeVariables() && text.charAt(0) >= 'a' && text.charAt(0) <= 'z') {
      return new SchemaType.Variable(text);
    }
    throw lexer.error(SchemaSyntax.Kind.UNKNOWN_TYPE, token, COMMON, meant(text));
  }

  /** Parses a name of several parts, such as C10 gives to opaque types. */
  private String dottedName() {
    StringBuilder text = new StringBuilder(lexer.next().text());
    while (lexer.current().is(".") && lexer.following().isWord()) {
      lexer.next();
      text.append('.').append(lexer.next().text());
    }
    return text.toString();
  }

  private static String meant(String word) {
    return switch (word) {
      case "double" -> "float, which is a double in schemas";
      case "int64_t", "long" -> "int, or SymInt for a size";
      default -> {
        List<String> similar = SimilarNames.to(word, BASE_TYPES.keySet());
        yield similar.isEmpty() ? "__torch__.torch.classes.NAMESPACE." + word : similar.getFirst();
      }
    };
  }

  private SchemaSyntax unionOfOne(SchemaToken token) {
    return lexer.error(
        SchemaSyntax.Kind.UNION_OF_ONE, token, "a second type", "write the one type alone");
  }

  private Optional<AliasInfo> alias() {
    if (lexer.accept("!")) {
      String fresh = "$" + freshSets++;
      return Optional.of(new AliasInfo(Set.of(fresh), Set.of(), true, List.of()));
    }
    if (!lexer.accept("(")) {
      return Optional.empty();
    }
    if (lexer.current().isFreshSet()) {
      return Optional.of(printedFresh());
    }
    Set<String> before = aliasSets();
    boolean isWrite = lexer.accept("!");
    Set<String> after = lexer.accept("->") ? aliasSets() : before;
    lexer.expect(")");
    return Optional.of(new AliasInfo(before, after, isWrite, List.of()));
  }

  /** Parses the printed form of a bare {@code !}: {@code ($0! -> )}. */
  private AliasInfo printedFresh() {
    String fresh = lexer.next().text();
    lexer.expect("!");
    lexer.expect("->");
    lexer.expect(")");
    return new AliasInfo(Set.of(fresh), Set.of(), true, List.of());
  }

  private Set<String> aliasSets() {
    Set<String> sets = new LinkedHashSet<>();
    do {
      if (lexer.accept(AliasInfo.WILDCARD)) {
        sets.add(AliasInfo.WILDCARD);
      } else if (!sets.contains(AliasInfo.WILDCARD)) {
        sets.add(lexer.expect(SchemaToken.Kind.WORD, "an alias set's name or *").text());
      }
    } while (lexer.accept("|"));
    return sets;
  }
}
