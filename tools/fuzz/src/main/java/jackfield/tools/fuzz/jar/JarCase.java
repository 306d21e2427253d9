package jackfield.tools.fuzz.jar;

import jackfield.tools.fuzz.run.RandomSource;
import java.io.IOException;

/**
 * A damaged jar and the request that is made with it.
 *
 * @param number the case's number; with the seed it repeats the case
 * @param bundle the bundle whose copy is damaged, such as {@code backend.cpu}
 */
record JarCase(long seed, long number, Action action, JarChange change, String bundle) {
  /** The request to the platform. */
  enum Action {
    PLUG,
    SWAP,
    UPDATE
  }

  static JarCase of(long seed, long number) {
    RandomSource random = new RandomSource(seed, number);
    Action action = random.oneOf(Action.values());
    String bundle =
        action != Action.PLUG && random.chance(0.2) ? JarFuzz.REFERENCE : JarFuzz.BACKEND;
    return new JarCase(seed, number, action, random.oneOf(JarChange.values()), bundle);
  }

  /** Returns the damaged copy of a jar. */
  byte[] apply(byte[] jar) throws IOException {
    return change.apply(jar, new RandomSource(~seed, number));
  }

  /** Returns the request in a few words. */
  String subject() {
    return "%s %s %s".formatted(action, bundle, change);
  }

  /** Returns the command that repeats the case. */
  String command() {
    return "./jackfield fuzz jars --seed %d --case %d%n".formatted(seed, number);
  }
}
