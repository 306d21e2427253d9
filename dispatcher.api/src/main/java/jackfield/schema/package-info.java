/**
 * Operator schemas: names, arguments, types, defaults, alias annotations.
 *
 * <p>The syntax is PyTorch's. Read {@link jackfield.schema.OperatorSchema}, then {@link
 * jackfield.schema.SchemaType}. {@code SchemaParser} parses a text, {@link
 * jackfield.schema.SchemaText} prints one.
 */
@Export
@Version("0.1.0")
package jackfield.schema;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
