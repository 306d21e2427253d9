package jackfield.shell.command;

import jackfield.kernel.Provenance;
import jackfield.spi.TrustGate;
import jackfield.spi.TrustGate.Judgement;
import java.util.HashMap;
import java.util.Map;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;

/** The signers of the installed bundles as text, by the bundles' names and versions. */
record Signers(Map<String, String> words) {
  /** Asks the trust gate, if there is one. */
  static Signers of(BundleContext context) {
    ServiceReference<TrustGate> reference = context.getServiceReference(TrustGate.class);
    TrustGate gate = reference == null ? null : context.getService(reference);
    if (gate == null) {
      return new Signers(Map.of());
    }
    try {
      Map<String, String> words = new HashMap<>();
      for (Bundle bundle : context.getBundles()) {
        words.put(key(bundle), words(gate.judge(bundle.getBundleId())));
      }
      return new Signers(words);
    } finally {
      context.ungetService(reference);
    }
  }

  private static String key(Bundle bundle) {
    String name = String.valueOf(bundle.getSymbolicName());
    return Provenance.briefName(name) + " " + bundle.getVersion();
  }

  static String words(Judgement judgement) {
    String signer = judgement.signer() + " " + judgement.fingerprint();
    return switch (judgement.standing()) {
      case PLATFORM -> "the platform";
      case UNCONCERNED, UNCHECKED -> "not checked";
      case TRUSTED -> signer;
      case TOLERATED, REFUSED ->
          judgement.signer().isEmpty() ? "nobody: " + judgement.found() : signer + ", not trusted";
    };
  }

  String of(String bundle, String version) {
    return words.getOrDefault(bundle + " " + version, "not checked");
  }
}
