package jackfield.report;

import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.schema.OperatorName;
import java.util.List;

/**
 * The description of a call that observers receive.
 *
 * @param operator the operator's name
 * @param key the key that the call dispatched to
 * @param keys the key set of the call
 * @param sequence the number of the next gradient record of this thread, if the set has an autograd
 *     key and gradients are recorded, else −1
 * @param inputs the arguments, numbers boxed; empty unless the observer wants them
 */
public record ObservedCall(
    OperatorName operator,
    DispatchKey key,
    DispatchKeySet keys,
    long sequence,
    List<Object> inputs) {}
