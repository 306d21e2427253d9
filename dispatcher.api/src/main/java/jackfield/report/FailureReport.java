package jackfield.report;

import jackfield.key.DispatchKey;
import jackfield.schema.OperatorName;
import java.time.Instant;

/**
 * Counts exceptions other than the platform's own errors that kernels of one bundle threw, at one
 * key of one operator. It contains names and texts only, so it holds no bundle.
 *
 * @param bundle the bundle's symbolic name
 * @param version the bundle's version; empty if not known
 * @param operator the operator
 * @param key the key that the calls dispatched to
 * @param count the number of failures
 * @param last the text of the last failure
 * @param time the time of the last failure
 */
public record FailureReport(
    String bundle,
    String version,
    OperatorName operator,
    DispatchKey key,
    long count,
    String last,
    Instant time) {}
