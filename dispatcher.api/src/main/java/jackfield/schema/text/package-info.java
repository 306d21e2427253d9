/** Numbers, devices, constants and quoted strings as schemas write them. */
package jackfield.schema.text;
