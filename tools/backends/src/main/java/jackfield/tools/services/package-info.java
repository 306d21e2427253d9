/** Services that a verb or a command takes for a while; copied into their bundles. */
package jackfield.tools.services;
