/**
 * The soak of graphs: a training step is captured, replayed and compared, while the backend whose
 * kernels it has comes and goes. Read {@code GraphSoak}.
 */
package jackfield.tools.soak.graph;
