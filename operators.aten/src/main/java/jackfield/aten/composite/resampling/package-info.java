/** Resampled images, borders and rearranged pixels that are composed of other operators. */
package jackfield.aten.composite.resampling;
