package jackfield.feature.autograd.function;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import jackfield.aten.Aten;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Rows of a table and bags of them for {@link FormulasTest}; the table is the first input. */
final class TableFunctions {
  private static final long SUM = 0;
  private static final long MEAN = 1;
  private static final long MAX = 2;
  private static final Tensor INDEXES = HostData.tensor(new long[] {2, 0, 2, 3, 1}, 5);
  private static final Tensor OFFSETS = HostData.tensor(new long[] {0, 3, 3}, 3);

  private final Aten aten;

  TableFunctions(Aten aten) {
    this.aten = aten;
  }

  Stream<Arguments> all() {
    return Stream.of(
        table("embedding", x -> aten.embedding(x[0], INDEXES)),
        table("embedding_bag, sums", x -> bag(SUM, null, null, x[0])),
        table("embedding_bag, means", x -> bag(MEAN, null, null, x[0])),
        table("embedding_bag, padded means", x -> bag(MEAN, null, 2L, x[0])),
        table("embedding_bag, greatest", x -> bag(MAX, null, null, x[0])),
        scaled("embedding_bag, factors", x -> bag(SUM, x[1], null, x[0])),
        scaled("embedding_bag, padded factors", x -> bag(SUM, x[1], 2L, x[0])));
  }

  private static Arguments table(String name, FormulasTest.Function function) {
    return arguments(name, function, new long[][] {{4, 3}});
  }

  private static Arguments scaled(String name, FormulasTest.Function function) {
    return arguments(name, function, new long[][] {{4, 3}, {5}});
  }

  private Tensor bag(long mode, Tensor factors, Long padding, Tensor weight) {
    return aten.embeddingBag(weight, INDEXES, OFFSETS, false, mode, false, factors, false, padding)
        .first();
  }
}
