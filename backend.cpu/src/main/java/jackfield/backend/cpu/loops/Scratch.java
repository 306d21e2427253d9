package jackfield.backend.cpu.loops;

import java.util.function.LongConsumer;

/**
 * A source of scratch memory.
 *
 * <p><em>Threads</em>: safe for use by several threads.
 */
@FunctionalInterface
public interface Scratch {
  /**
   * Runs {@code use} with the address of at least {@code bytes} bytes of undefined content, which
   * it must not keep. A use within a use needs another source.
   */
  void use(long bytes, LongConsumer use);
}
