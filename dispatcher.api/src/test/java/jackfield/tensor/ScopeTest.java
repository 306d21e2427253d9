package jackfield.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.error.InvalidArgument;
import jackfield.memory.TensorClosed;
import org.junit.jupiter.api.Test;

final class ScopeTest {
  private static final long LARGE = 10_000;

  @Test
  void tensorsOfAScopeAreClosedWhenItEnds() {
    Tensor made;
    try (Scope scope = Scope.open()) {
      assertThat(scope).isNotNull();
      made = HostData.empty(DType.FLOAT32, LARGE);
    }
    assertThat(catchThrowableOfType(TensorClosed.class, made::address)).isNotNull();
  }

  @Test
  void aKeptTensorOutlivesTheScope() {
    Tensor kept;
    try (Scope scope = Scope.open()) {
      kept = scope.keep(HostData.empty(DType.FLOAT32, LARGE));
    }
    assertThat(kept.address()).isPositive();
    kept.close();
  }

  @Test
  void aKeptTensorBelongsToTheOuterScope() {
    Tensor kept;
    try (Scope outer = Scope.open()) {
      try (Scope inner = Scope.open()) {
        kept = inner.keep(HostData.empty(DType.FLOAT32, LARGE));
      }
      assertThat(kept.address()).isPositive();
      assertThat(outer).isNotNull();
    }
    assertThat(kept.storage().isClosed()).isTrue();
  }

  @Test
  void aTensorMadeOutsideOutlivesAllScopes() {
    Tensor outside;
    Tensor inside;
    try (Scope outer = Scope.open()) {
      try (Scope inner = Scope.open()) {
        outside = Scope.outside(() -> HostData.empty(DType.FLOAT32, LARGE));
        inside = HostData.empty(DType.FLOAT32, LARGE);
        assertThat(inner).isNotSameAs(outer);
      }
    }
    assertThat(outside.storage().isClosed()).isFalse();
    assertThat(inside.storage().isClosed()).isTrue();
    outside.close();
  }

  @Test
  void theScopeIsRestoredWhenWorkOutsideFails() {
    Tensor made;
    try (Scope scope = Scope.open()) {
      assertThatIllegalStateException()
          .isThrownBy(() ->
              Scope.outside(() -> {
                throw new IllegalStateException("on purpose");
              }));
      made = HostData.empty(DType.FLOAT32, LARGE);
      assertThat(scope).isNotNull();
    }
    assertThat(made.storage().isClosed()).isTrue();
  }

  @Test
  void aViewHoldsTheStorageOfItsBase() {
    try (Scope scope = Scope.open()) {
      Tensor base = HostData.empty(DType.FLOAT32, LARGE);
      scope.keep(base.alias(new long[] {5}, new long[] {1}, 3));
      assertThat(base.storage().isClosed()).isFalse();
    }
  }

  @Test
  void anOuterScopeIsNotClosedBeforeTheInner() {
    Scope outer = Scope.open();
    Scope inner = Scope.open();
    assertThatThrownBy(outer::close)
        .isInstanceOf(InvalidArgument.class)
        .hasMessage(
            "Scope.close: scope has an open scope inside it; close that one first, with try (…)");
    inner.close();
    outer.close();
  }

  @Test
  void aSecondCloseLeavesOtherScopesOpen() {
    Scope outer = Scope.open();
    Scope inner = Scope.open();
    inner.close();
    inner.close();
    Tensor tensor = HostData.empty(DType.FLOAT32, LARGE);
    assertThat(tensor.storage().isClosed()).isFalse();
    outer.close();
    outer.close();
    assertThat(tensor.storage().isClosed()).isTrue();
  }
}
