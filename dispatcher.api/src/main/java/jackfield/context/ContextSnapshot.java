package jackfield.context;

/**
 * The state of a call at one moment, for threads that work on its behalf while its own thread
 * waits: epoch, operator, keys and modes.
 *
 * <p><em>Threads</em>: immutable.
 *
 * @param epoch the epoch of the outermost call, 0 outside
 * @param operator the number of the outermost call's operator, for reports
 * @param included the raw set of keys that every call adds
 * @param excluded the raw set of keys that every call removes
 * @param gradients whether computations are recorded outside of inference mode
 * @param inference whether new tensors never take part in autograd
 * @param modes the dispatch modes that the thread has entered, or null
 */
public record ContextSnapshot(
    long epoch,
    int operator,
    long included,
    long excluded,
    boolean gradients,
    boolean inference,
    Object modes) {}
