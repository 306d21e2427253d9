package jackfield.conformance.vectors;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jackfield.conformance.value.Disagreement;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorSchema;
import jackfield.tensor.Autograd;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Operators whose kernels a test defines, right or wrong on purpose. */
public final class TestOperators {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Autograd autograd;

  TestOperators() {
    this(null);
  }

  TestOperators(Autograd autograd) {
    this.autograd = autograd;
  }

  /** Parses JSON in which ' stands for ". */
  public static JsonNode json(String text) {
    try {
      return MAPPER.readTree(text.replace('\'', '"'));
    } catch (JsonProcessingException wrong) {
      throw new IllegalArgumentException(text, wrong);
    }
  }

  /** Defines an operator whose kernel receives the arguments and returns the only result. */
  TestOperators define(String schema, Function<List<Object>, Object> kernel) {
    OperatorSchema parsed = OperatorSchema.parse(schema);
    int count = parsed.arguments().size();
    dispatcher.commit(
        Provenance.of("test"),
        changes ->
            changes
                .define(parsed)
                .kernel(
                    parsed.name(),
                    DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD,
                    KernelFunction.boxed((_, _, stack) -> {
                      Object[] arguments = new Object[count];
                      for (int i = 0; i < count; i++) {
                        arguments[i] = stack.value(stack.fromTop(count, i));
                      }
                      stack.drop(count);
                      stack.push(kernel.apply(Arrays.asList(arguments)));
                    })));
    return this;
  }

  /** Defines an operator without a kernel. */
  TestOperators defineOnly(String schema) {
    dispatcher.commit(
        Provenance.of("test"), changes -> changes.define(OperatorSchema.parse(schema)));
    return this;
  }

  LocalDispatcher dispatcher() {
    return dispatcher;
  }

  /** Returns the verdict on a vector in JSON. */
  Verdict verdict(String vector) {
    RecordedVector read = new RecordedVector("test.jsonl.gz", json(vector), vector.length());
    return new ConformanceRun(dispatcher, autograd).verdict(read);
  }

  /** Returns the difference between the platform and a vector; fails if there is none. */
  String difference(String vector) {
    return switch (verdict(vector)) {
      case Verdict.Failed(Disagreement difference) -> difference.where();
      case Verdict other -> throw new AssertionError("not refused: " + other);
    };
  }
}
