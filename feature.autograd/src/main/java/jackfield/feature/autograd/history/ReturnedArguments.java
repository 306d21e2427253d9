package jackfield.feature.autograd.history;

import jackfield.error.InvalidArgument;
import jackfield.schema.AliasInfo;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaArgument;
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

/** Refuses kernels that return an argument itself where the schema declares a new tensor. */
final class ReturnedArguments {
  private ReturnedArguments() {}

  /**
   * Refuses a result that is an argument: recording it would give the argument a history.
   *
   * @throws InvalidArgument if the schema declares no alias of the two
   */
  static void refuseUndeclared(OperatorSchema schema, List<Object> given, List<Object> results) {
    for (int place = 0; place < results.size(); place++) {
      SchemaArgument declared = schema.returns().get(place);
      for (int i = 0; i < given.size(); i++) {
        SchemaArgument argument = schema.arguments().get(i);
        if (share(results.get(place), given.get(i)) && !mayShare(argument, declared)) {
          throw refused(schema, argument.name(), place);
        }
      }
    }
  }

  private static InvalidArgument refused(OperatorSchema schema, String argument, int place) {
    return new InvalidArgument(
        schema.name().toString(),
        argument,
        "was returned itself as result %d, which %s declares as a new tensor; return a clone"
            .formatted(place, schema));
  }

  /** Returns whether a tensor of {@code result} is one of {@code argument}. */
  private static boolean share(Object result, Object argument) {
    return tensors(result).anyMatch(one -> tensors(argument).anyMatch(other -> one == other));
  }

  private static Stream<Tensor> tensors(Object value) {
    return switch (value) {
      case Tensor tensor -> Stream.of(tensor);
      case Tensor[] list -> Arrays.stream(list).filter(Objects::nonNull);
      case List<?> list -> list.stream().flatMap(ReturnedArguments::tensors);
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
