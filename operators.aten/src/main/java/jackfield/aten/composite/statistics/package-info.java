/** Compositions of statistics and searches: buckets, quantiles. */
package jackfield.aten.composite.statistics;
