package jackfield.notebook;

import jackfield.boxing.BoxedForm;
import jackfield.kernel.ValueMismatch;
import jackfield.key.KeySets;
import jackfield.schema.AliasInfo;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaArgument;
import jackfield.schema.SchemaType;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes results of a cell's kernel those that the schema declares. Tensors are their own, unless
 * the schema says else.
 */
final class CellResults {
  private CellResults() {}

  /** Returns the results of a kernel as the schema declares them. */
  static Object[] fitting(OperatorSchema schema, long keys, Object[] arguments, Object result) {
    int results = schema.returns().size();
    List<?> all = results == 1 ? Arrays.asList(result) : listed(result);
    if (all.size() != results) {
      throw CellRefused.call(
          schema.name().toString(),
          "the kernel returned %d results, the schema has %d".formatted(all.size(), results),
          "a List of that many results; null if there is none");
    }
    Object[] fitting = new Object[results];
    Arrays.setAll(fitting, place -> fitting(schema, place, all.get(place)));
    refuseArguments(schema, arguments, fitting);
    alias(schema, keys, arguments, fitting);
    return fitting;
  }

  /** Returns a result as the schema declares it. One of several tensors may be undefined: null. */
  private static Object fitting(OperatorSchema schema, int place, Object result) {
    SchemaType type = schema.returns().get(place).type();
    boolean isAbsent = result == null && type == SchemaType.Basic.TENSOR;
    if (!isAbsent || schema.returns().size() > 1) {
      try {
        return BoxedForm.of(type, result, place);
      } catch (ValueMismatch _) {
        // refused below
      }
    }
    String found = result == null ? "null" : "a " + result.getClass().getSimpleName();
    throw CellRefused.call(
        schema.name().toString(),
        "the kernel returned %s as result %d of type %s".formatted(found, place, type),
        "a result of that type");
  }

  private static List<?> listed(Object result) {
    return switch (result) {
      case null -> List.of();
      case List<?> list -> list;
      default -> Arrays.asList(result);
    };
  }

  /**
   * Refuses a result that is an argument itself: autograd would give the argument a history.
   *
   * @throws CellRefused if the schema declares no alias of the two
   */
  static void refuseArguments(OperatorSchema schema, Object[] arguments, Object[] results) {
    for (int place = 0; place < results.length; place++) {
      SchemaArgument declared = schema.returns().get(place);
      for (int i = 0; i < arguments.length; i++) {
        SchemaArgument argument = schema.arguments().get(i);
        if (share(results[place], arguments[i]) && !mayShare(argument, declared)) {
          throw refused(schema, argument, place);
        }
      }
    }
  }

  /**
   * Replaces results by aliases if autograd will give them a history. A kernel may return a tensor
   * that its cell has captured, and the captured one must not change.
   *
   * @param keys the keys of the kernel's call: autograd records after a kernel below its own keys
   */
  static void alias(OperatorSchema schema, long keys, Object[] arguments, Object[] results) {
    boolean isBelow = (keys & KeySets.AUTOGRAD.bits()) == 0;
    if (!isBelow || Arrays.stream(arguments).noneMatch(CellResults::requiresGrad)) {
      return;
    }
    for (int place = 0; place < results.length; place++) {
      if (schema.returns().get(place).alias().isEmpty()) {
        results[place] = alias(results[place]);
      }
    }
  }

  private static boolean requiresGrad(Object value) {
    return tensors(value).anyMatch(Tensor::requiresGrad);
  }

  private static Object alias(Object result) {
    return switch (result) {
      case Tensor tensor -> tensor.data();
      case Tensor[] list -> Arrays.stream(list).map(CellResults::alias).toArray(Tensor[]::new);
      case List<?> list -> list.stream().map(CellResults::alias).toList();
      case null, default -> result;
    };
  }

  private static CellRefused refused(OperatorSchema schema, SchemaArgument argument, int place) {
    String name = argument.name();
    return CellRefused.call(
        schema.name().toString(),
        "the kernel returned argument %s itself as result %d, which %s declares as a new tensor"
            .formatted(name, place, schema),
        "a clone, such as aten.clone(%s)".formatted(name));
  }

  /** Returns whether a tensor of {@code result} is one of {@code argument}. */
  private static boolean share(Object result, Object argument) {
    return tensors(result).anyMatch(one -> tensors(argument).anyMatch(other -> one == other));
  }

  private static Stream<Tensor> tensors(Object value) {
    return switch (value) {
      case Tensor tensor -> Stream.of(tensor);
      case Tensor[] list -> Arrays.stream(list).filter(Objects::nonNull);
      case List<?> list -> list.stream().flatMap(CellResults::tensors);
      case null, default -> Stream.empty();
    };
  }

  private static boolean mayShare(SchemaArgument argument, SchemaArgument result) {
    Set<String> given = sets(argument.alias(), AliasInfo::after);
    Set<String> returned = sets(result.alias(), AliasInfo::before);
    boolean isAny = given.contains(AliasInfo.WILDCARD) || returned.contains(AliasInfo.WILDCARD);
    return isAny || !Collections.disjoint(given, returned);
  }

  /** Returns the sets of storages of a value and of a list's elements. */
  private static Set<String> sets(
      Optional<AliasInfo> alias, Function<AliasInfo, Set<String>> part) {
    return alias.stream()
        .flatMap(all -> Stream.concat(Stream.of(all), all.contained().stream()))
        .flatMap(each -> part.apply(each).stream())
        .collect(Collectors.toSet());
  }
}
