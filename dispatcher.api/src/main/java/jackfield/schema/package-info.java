/**
 * Operator schemas: names, arguments, types, defaults, alias annotations.
 *
 * <p>The syntax is PyTorch's. Read {@link jackfield.schema.OperatorSchema}, then {@link
 * jackfield.schema.SchemaType}; {@code SchemaParser} reads a text, {@link
 * jackfield.schema.SchemaText} writes one.
 */
@Export
@Version("0.1.0")
package jackfield.schema;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
