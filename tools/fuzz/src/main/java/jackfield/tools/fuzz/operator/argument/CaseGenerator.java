package jackfield.tools.fuzz.operator.argument;

import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaArgument;
import jackfield.tools.fuzz.operator.argument.TensorMaker.Temper;
import jackfield.tools.fuzz.run.RandomSource;
import java.util.ArrayList;
import java.util.List;

/** Generates the cases of a seed by their numbers. */
public final class CaseGenerator {
  private static final double CALM = 0.4;
  private static final double MIXED = 0.45;

  private final List<OperatorSchema> schemas;
  private final long seed;

  public CaseGenerator(List<OperatorSchema> schemas, long seed) {
    this.schemas = List.copyOf(schemas);
    this.seed = seed;
  }

  public Case make(long number) {
    RandomSource random = new RandomSource(seed, number);
    OperatorSchema schema = random.oneOf(schemas);
    Temper temper =
        random.chance(CALM)
            ? Temper.CALM
            : random.chance(MIXED / (1 - CALM)) ? Temper.MIXED : Temper.WILD;
    TensorMaker tensors = new TensorMaker(random, temper);
    ArgumentMaker maker = new ArgumentMaker(random, temper, tensors);
    List<Object> arguments = new ArrayList<>();
    for (SchemaArgument argument : schema.arguments()) {
      arguments.add(maker.of(argument));
    }
    return new Case(schema.name(), tensors.memories(), tensors.views(), arguments);
  }
}
