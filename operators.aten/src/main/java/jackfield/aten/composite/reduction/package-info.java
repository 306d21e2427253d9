/** Reductions that are composed of others. */
package jackfield.aten.composite.reduction;
