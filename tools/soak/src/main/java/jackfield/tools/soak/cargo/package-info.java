/**
 * Classes that the soak packs into bundles of their own at run time; in the soak's own bundle
 * nobody loads them. Each stands alone, since it travels alone.
 */
package jackfield.tools.soak.cargo;
