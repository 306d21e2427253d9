package jackfield.backend.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import jackfield.backend.cuda.launch.KernelFamily;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import jcuda.nvptxcompiler.JNvPTXCompiler;
import jcuda.nvptxcompiler.nvPTXCompileResult;
import jcuda.nvptxcompiler.nvPTXCompilerHandle;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The compiled kernels are those of the sources, and NVIDIA's compiler accepts them. */
final class PtxTest {
  private static final Path FOLDER = Path.of("src/generated/ptx");

  @Test
  void theKernelsWereCompiledFromTheseSources() throws IOException {
    List<String> stored = Files.readAllLines(FOLDER.resolve("SOURCES"));
    assertThat(digests())
        .as("stale kernels; run cnf/ptx where nvcc is, and commit what it writes")
        .isEqualTo(stored);
  }

  private static List<String> digests() throws IOException {
    List<String> lines = new ArrayList<>();
    addLines(lines, "src/main/cuda", ".h");
    addLines(lines, "src/main/cuda", ".cu");
    addLines(lines, "src/generated/cuda", ".cu");
    return lines;
  }

  private static void addLines(List<String> lines, String folder, String ending)
      throws IOException {
    try (Stream<Path> files = Files.list(Path.of(folder))) {
      for (Path file : files.filter(each -> each.toString().endsWith(ending)).sorted().toList()) {
        lines.add(line(file.toString()));
      }
    }
  }

  private static String line(String file) throws IOException {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(Path.of(file)));
      return HexFormat.of().formatHex(digest) + "  " + file;
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible);
    }
  }

  @Test
  void bothArchitecturesHaveTheSameKernelsInOneFamilyEach() {
    List<String> all = new ArrayList<>();
    for (String family : CudaBackend.allFamilies()) {
      assertThat(KernelFamily.names(KernelFamily.ptx(family, 80)))
          .isEqualTo(KernelFamily.names(KernelFamily.ptx(family, 90)))
          .isNotEmpty();
      all.addAll(KernelFamily.names(KernelFamily.ptx(family, 80)));
    }
    assertThat(all).doesNotHaveDuplicates();
  }

  @Tag("thorough") // a minute of the compiler
  @TestFactory
  Stream<DynamicTest> theCompilerOfNvidiaAcceptsTheKernels() {
    return CudaBackend.allFamilies().stream()
        .flatMap(family ->
            Stream.of(80, 90)
                .map(architecture ->
                    DynamicTest.dynamicTest(
                        family + " for sm_" + architecture, () -> verify(family, architecture))));
  }

  private static void verify(String family, int architecture) {
    assumeTrue(
        System.getProperty("os.arch").equals("amd64"), "JCuda's compiler is for x86-64 only");
    byte[] kernels = KernelFamily.ptx(family, architecture);
    byte[] ptx = Arrays.copyOf(kernels, kernels.length + 1); // the compiler expects a 0 at the end
    nvPTXCompilerHandle compiler = new nvPTXCompilerHandle();
    assertThat(JNvPTXCompiler.nvPTXCompilerCreate(compiler, ptx.length, ptx))
        .isEqualTo(nvPTXCompileResult.NVPTXCOMPILE_SUCCESS);
    try {
      String[] options = {"--gpu-name=sm_" + architecture, "-O0"};
      int result = JNvPTXCompiler.nvPTXCompilerCompile(compiler, options.length, options);
      assertThat(result).as(family).isEqualTo(nvPTXCompileResult.NVPTXCOMPILE_SUCCESS);
    } finally {
      JNvPTXCompiler.nvPTXCompilerDestroy(compiler);
    }
  }
}
