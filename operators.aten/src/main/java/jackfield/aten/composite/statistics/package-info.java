/**
 * Composites of statistics and searches: variances, quantiles, histograms and buckets. Start with
 * {@link jackfield.aten.composite.statistics.StatisticsKernels}.
 */
package jackfield.aten.composite.statistics;
