/**
 * Access of {@code dispatcher.impl} to members that the exported packages do not offer: publication
 * of dispatch tables, epochs, and the removal of memory.
 *
 * <p>Each interface here is implemented by a class of the package that owns the members. The static
 * initializer of one public class of that package offers the implementation, so this package
 * depends on no other. Type parameters stand for the classes of the owner.
 *
 * <p>The export has a mandatory attribute. Only bundles that import the package with {@code
 * for=dispatcher} are wired to it. Other bundles must not.
 */
@Export(
    attribute = {"for=dispatcher", "mandatory:=for"},
    substitution = Export.Substitution.NOIMPORT)
@Version("0.1.0")
package jackfield.internal;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
