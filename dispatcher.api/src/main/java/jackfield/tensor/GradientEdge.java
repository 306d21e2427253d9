package jackfield.tensor;

/**
 * Where a gradient flows: into one input of a node.
 *
 * @param node the receiving node
 * @param input which of its outputs' gradients it is
 */
public record GradientEdge(GradientNode node, int input) {}
