package jackfield.trust;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.AttributeType;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.metatype.annotations.Option;

/** The configuration {@code jackfield.trust}; a change takes effect at the next plug. */
@ObjectClassDefinition(
    name = "Jackfield trust",
    description = "Which bundles may register kernels, by the signer of their jar")
@interface TrustSettings {
  /** Returns the policy; empty for the default of the other settings. */
  @AttributeDefinition(
      description =
          "Empty: enforce where a trust store is set, else warn for local files and enforce for"
              + " remote locations",
      required = false,
      options = {
        @Option(label = "by the trust store", value = ""),
        @Option(label = "off", value = "off"),
        @Option(label = "warn", value = "warn"),
        @Option(label = "enforce", value = "enforce")
      })
  String policy() default "";

  /** Returns the file of the trusted certificates. */
  @AttributeDefinition(
      description = "PKCS12, JKS or PEM; a relative path refers to the platform's home",
      required = false)
  String truststore() default "";

  /** Returns the password of the trust store. */
  @AttributeDefinition(type = AttributeType.PASSWORD, required = false)
  String truststore_password() default "";

  /** Returns the bundles that are refused under every policy. */
  @AttributeDefinition(
      description = "Symbolic names, each with a range of versions: acme.bad;version=\"[1.0,1.4)\"",
      required = false)
  String[] deny() default {};
}
