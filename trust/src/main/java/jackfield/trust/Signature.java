package jackfield.trust;

import java.security.CodeSigner;
import java.util.List;

/** What the verification of a jar found. */
sealed interface Signature {

  /**
   * No signature, or none that counts.
   *
   * @param why in words
   */
  record Missing(String why) implements Signature {}

  /**
   * A signature that does not fit what is there.
   *
   * @param why in words
   */
  record Broken(String why) implements Signature {}

  /**
   * Every entry is signed by each of these.
   *
   * @param signers one or more
   */
  record Whole(List<CodeSigner> signers) implements Signature {
    public Whole {
      signers = List.copyOf(signers);
    }
  }
}
