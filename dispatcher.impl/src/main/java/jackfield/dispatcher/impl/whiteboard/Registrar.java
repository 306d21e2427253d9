package jackfield.dispatcher.impl.whiteboard;

import jackfield.boxing.RegistrationRefused;
import jackfield.dispatch.Changes;
import jackfield.dispatch.Dispatcher;
import jackfield.kernel.BoxedKernel;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Operator;
import jackfield.kernel.OperatorType;
import jackfield.key.DispatchKey;
import jackfield.key.PrivateBackends;
import jackfield.memory.MemoryDomain;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.spi.KernelRegistrar;
import jackfield.spi.Library;
import java.util.ArrayList;
import java.util.List;

/** Turns the registrations of a backend, feature or library into the changes of one commit. */
final class Registrar implements Library {
  private final Dispatcher dispatcher;
  private final Changes changes;
  private final DispatchKey key;
  private final String namespace; // empty except for a library
  private final PrivateBackends privateBackends;
  private final List<MemoryDomain> memory = new ArrayList<>();
  private int kernels;

  Registrar(
      Dispatcher dispatcher,
      Changes changes,
      DispatchKey key,
      String namespace,
      PrivateBackends privateBackends) {
    this.dispatcher = dispatcher;
    this.changes = changes;
    this.key = key;
    this.namespace = namespace;
    this.privateBackends = privateBackends;
  }

  /** Returns the number of kernels registered so far. */
  int kernels() {
    return kernels;
  }

  /** Returns the memory domains registered so far. */
  List<MemoryDomain> memory() {
    return memory;
  }

  @Override
  public KernelRegistrar memory(MemoryDomain domain) {
    memory.add(domain);
    return this;
  }

  @Override
  public DispatchKey key() {
    return key;
  }

  @Override
  public <K> KernelRegistrar keyed(OperatorType<?, K, ?> operator, DispatchKey at, K kernel) {
    kernels++;
    changes.kernel(operator.name(), at, KernelFunction.typed(operator, kernel));
    return this;
  }

  @Override
  public KernelRegistrar boxed(OperatorName operator, DispatchKey at, BoxedKernel kernel) {
    kernels++;
    changes.kernel(operator, at, KernelFunction.boxed(kernel));
    return this;
  }

  @Override
  public KernelRegistrar function(OperatorName operator, DispatchKey at, KernelFunction kernel) {
    kernels++;
    changes.kernel(operator, at, kernel);
    return this;
  }

  @Override
  public KernelRegistrar fallthrough(OperatorName operator, DispatchKey at) {
    changes.kernel(operator, at, KernelFunction.fallthrough());
    return this;
  }

  @Override
  public KernelRegistrar fallback(DispatchKey at, BoxedKernel kernel) {
    at.runtimeKeys().forEach(each -> changes.fallback(each, KernelFunction.boxed(kernel)));
    return this;
  }

  @Override
  public KernelRegistrar fallthrough(DispatchKey at) {
    at.runtimeKeys().forEach(each -> changes.fallback(each, KernelFunction.fallthrough()));
    return this;
  }

  @Override
  public PrivateBackends privateBackends() {
    return privateBackends;
  }

  @Override
  public <O extends Operator> O operator(OperatorType<O, ?, ?> type) {
    return dispatcher.operator(type);
  }

  @Override
  public Library define(OperatorType<?, ?, ?> type, List<Integer> tags) {
    return define(type.schema(), tags);
  }

  @Override
  public Library define(String schema, List<Integer> tags) {
    OperatorSchema parsed = OperatorSchema.parse(schema);
    return define(parsed.withName(qualified(parsed.name())), tags);
  }

  /** Defines an operator; a library must stay in its namespace. */
  void defineQualified(OperatorSchema schema) {
    OperatorSchema named = schema.withName(qualified(schema.name()));
    if (namespace.isEmpty()) {
      changes.define(named);
    } else {
      define(named, List.of());
    }
  }

  /** Returns {@code name} with the library's namespace filled in. */
  OperatorName qualified(OperatorName name) {
    if (!name.namespace().isEmpty()) {
      return name;
    }
    if (namespace.isEmpty()) {
      throw new RegistrationRefused(
          RegistrationRefused.Kind.NAMESPACE_MISMATCH,
          name.toString(),
          "expected a namespace, found none; write namespace::" + name);
    }
    return new OperatorName(namespace + "::" + name.name(), name.overload());
  }

  private Library define(OperatorSchema schema, List<Integer> tags) {
    if (!schema.name().namespace().equals(namespace)) {
      throw new RegistrationRefused(
          RegistrationRefused.Kind.NAMESPACE_MISMATCH,
          schema.name().toString(),
          "expected the library's namespace %s, found %s"
              .formatted(namespace, schema.name().namespace()));
    }
    changes.define(schema, tags);
    return this;
  }
}
