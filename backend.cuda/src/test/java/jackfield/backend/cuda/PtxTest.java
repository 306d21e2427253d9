package jackfield.backend.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import jackfield.backend.cuda.launch.KernelFamily;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import jcuda.nvptxcompiler.JNvPTXCompiler;
import jcuda.nvptxcompiler.nvPTXCompileResult;
import jcuda.nvptxcompiler.nvPTXCompilerHandle;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The compiled kernels are those of the sources, and NVIDIA's compiler accepts them. */
@Tag("slow")
final class PtxTest {
  private static final Path FOLDER = Path.of("src/generated/ptx");
  private static final Path CUBINS = Path.of("src/generated/cubin");

  @Test
  void theKernelsWereCompiledFromTheseSources() throws IOException {
    List<String> stored = Files.readAllLines(FOLDER.resolve("SOURCES"));
    assertThat(digests())
        .as("stale kernels; run cnf/ptx, and commit what it writes")
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
    return line(file, Files.readAllBytes(Path.of(file)));
  }

  private static String line(String name, byte[] bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(digest) + "  " + name;
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible);
    }
  }

  @Test
  void bothArchitecturesHaveTheSameKernelsInOneFamilyEach() {
    List<String> all = new ArrayList<>();
    for (String family : CudaBackend.allFamilies()) {
      assertThat(KernelFamily.names(family, 80))
          .isEqualTo(KernelFamily.names(family, 90))
          .isNotEmpty();
      all.addAll(KernelFamily.names(family, 80));
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

  /** The driver gets a kernel at a time, with the functions and tables that all share. */
  @Tag("thorough")
  @TestFactory
  Stream<DynamicTest> theCompilerOfNvidiaAcceptsAKernelAlone() {
    return CudaBackend.allFamilies().stream()
        .flatMap(family ->
            KernelFamily.names(family, 80).stream()
                .filter(name -> name.endsWith("float32"))
                .map(name ->
                    DynamicTest.dynamicTest(
                        name,
                        () -> compile(name, KernelFamily.only(family, 80, name), 80, "-O0"))));
  }

  /**
   * The property {@code cubins.refresh} compiles the kernels whose PTX has changed for compute
   * capability 9, which takes minutes for all of them. The compiler is that of CUDA 12.0: drivers
   * from there on load what it makes.
   */
  @Test
  void theCompiledKernelsAreThoseOfThePtx() throws IOException {
    Path sources = CUBINS.resolve("SOURCES");
    List<String> compiled = Files.readAllLines(sources);
    StringBuilder digests = new StringBuilder();
    for (String family : CudaBackend.allFamilies()) {
      byte[] ptx = KernelFamily.ptx(family, 90);
      String line = line(family, ptx);
      digests.append(line).append('\n');
      if (Boolean.getBoolean("cubins.refresh") && !compiled.contains(line)) {
        refresh(family, ptx);
      }
    }
    if (Boolean.getBoolean("cubins.refresh")) {
      Files.writeString(sources, digests);
    }
    assertThat(Files.readString(sources))
        .as("stale compiled kernels; run this test with -Dcubins.refresh=true")
        .isEqualTo(digests.toString());
  }

  private static void refresh(String family, byte[] ptx) throws IOException {
    Path file = CUBINS.resolve(family + ".90.cubin.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(compile(family, ptx, 90, "-O3"));
    }
  }

  private static void verify(String family, int architecture) {
    assumeTrue(
        System.getProperty("os.arch").equals("amd64"), "JCuda's compiler is for x86-64 only");
    compile(family, KernelFamily.ptx(family, architecture), architecture, "-O0");
  }

  /** Returns what NVIDIA's compiler makes of kernels. */
  private static byte[] compile(String name, byte[] kernels, int architecture, String level) {
    byte[] ptx = Arrays.copyOf(kernels, kernels.length + 1); // the compiler expects a 0 at the end
    nvPTXCompilerHandle compiler = new nvPTXCompilerHandle();
    assertThat(JNvPTXCompiler.nvPTXCompilerCreate(compiler, ptx.length, ptx))
        .isEqualTo(nvPTXCompileResult.NVPTXCOMPILE_SUCCESS);
    try {
      String[] options = {"--gpu-name=sm_" + architecture, level};
      int result = JNvPTXCompiler.nvPTXCompilerCompile(compiler, options.length, options);
      assertThat(result).as(name).isEqualTo(nvPTXCompileResult.NVPTXCOMPILE_SUCCESS);
      long[] size = new long[1];
      JNvPTXCompiler.nvPTXCompilerGetCompiledProgramSize(compiler, size);
      byte[] program = new byte[Math.toIntExact(size[0])];
      JNvPTXCompiler.nvPTXCompilerGetCompiledProgram(compiler, program);
      return program;
    } finally {
      JNvPTXCompiler.nvPTXCompilerDestroy(compiler);
    }
  }
}
