package jackfield.backend.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.backend.cuda.driver.capture.GraphWithdrawn;
import jackfield.backend.cuda.driver.failure.CudaFailure;
import jackfield.backend.cuda.driver.matrix.Matrix;
import jackfield.backend.cuda.driver.matrix.MatrixLibrary;
import jackfield.backend.cuda.driver.matrix.MatrixProduct;
import jackfield.backend.cuda.driver.report.Launch;
import jackfield.tensor.DType;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What is noted of a product, which a library may refuse. */
final class MatrixLibraryTest {
  private static final int SUCCESS = 0;
  private static final int EXECUTION_FAILED = 13;
  private static final int NOT_SUPPORTED = 15;
  private static final long BYTES = TestDevice.COUNT * 8L;
  private static final Launch LAUNCH = new Launch("cublasLt", "aten::mm", "a bundle");

  @Test
  void aProductThatTheLibraryRefusesIsNoPartOfAGraph() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      DeviceFunction scale = test.kernel("scale");
      Lease memory = context.memory().lease(BYTES);
      test.fill(context.stream(), memory.address(), 1);
      MatrixLibrary library = open(test, NOT_SUPPORTED);
      AtomicBoolean isAdded = new AtomicBoolean();
      GpuGraph graph =
          context.capture(() -> {
            isAdded.set(library.multiply(product(memory), LAUNCH));
            test.run(scale, context.stream(), memory.address(), 2);
          });
      assertThat(isAdded).isFalse();
      assertThat(graph.launchCount()).isEqualTo(1);
      assertThat(context.launches().newest()).doesNotContain(LAUNCH);
      library.close();
      graph.replay();
      assertThat(test.first(context.stream(), memory.address())).isEqualTo(2);
      graph.close();
    }
  }

  @Test
  void aProductThatTheLibraryAddsEndsTheGraphTogetherWithTheLibrary() {
    try (TestDevice test = TestDevice.open()) {
      GpuContext context = test.context();
      Lease memory = context.memory().lease(BYTES);
      MatrixLibrary library = open(test, SUCCESS);
      GpuGraph graph = context.capture(() -> library.multiply(product(memory), LAUNCH));
      assertThat(graph.launchCount()).isEqualTo(1);
      library.close();
      assertThat(catchThrowableOfType(GraphWithdrawn.class, graph::replay).bundle())
          .isEqualTo("a bundle");
    }
  }

  @Test
  void aProductThatFailsIsAnErrorThatNamesIt() {
    try (TestDevice test = TestDevice.open();
        MatrixLibrary library = open(test, EXECUTION_FAILED)) {
      Lease memory = test.context().memory().lease(BYTES);
      CudaFailure failure =
          catchThrowableOfType(CudaFailure.class, () -> library.multiply(product(memory), LAUNCH));
      assertThat(failure.function()).startsWith("cublasLtMatmul");
      assertThat(failure.code()).isEqualTo(EXECUTION_FAILED);
      assertThat(failure.launches()).containsExactly(LAUNCH);
    }
  }

  private static MatrixLibrary open(TestDevice test, int status) {
    String property = "jackfield.cuda.cublaslt";
    String former = System.getProperty(property, "");
    System.setProperty(property, test.control().matrixLibrary(status).toString());
    try {
      return MatrixLibrary.open(test.context()).orElseThrow();
    } finally {
      System.setProperty(property, former);
    }
  }

  private static MatrixProduct product(Lease memory) {
    Matrix square = new Matrix(memory.address(), 4, 4, 1, 4, 0);
    return new MatrixProduct(DType.FLOAT32, 1, square, square, square, null, 1, 0);
  }
}
