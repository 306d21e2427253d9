/**
 * Classes that the soak packs into bundles of their own at run time; in the soak's own bundle they
 * are never loaded. Each class is self-contained, since it is packed alone.
 */
package jackfield.tools.soak.packed;
