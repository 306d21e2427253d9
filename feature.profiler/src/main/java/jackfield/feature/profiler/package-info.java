/** Recording of operator calls; start reading at the feature component. */
package jackfield.feature.profiler;
