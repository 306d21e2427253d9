package jackfield.report;

import jackfield.key.DispatchKey;
import jackfield.schema.OperatorName;
import java.time.Instant;

/**
 * How often kernels of one bundle threw what was not an error of the platform's own, at one key of
 * one operator; names and texts only, so that it holds no bundle.
 *
 * @param bundle the bundle's symbolic name
 * @param version the bundle's version; empty if not known
 * @param operator the operator
 * @param key the key that the calls dispatched to
 * @param count how often
 * @param last the last failure's text
 * @param time when that was
 */
public record FailureReport(
    String bundle,
    String version,
    OperatorName operator,
    DispatchKey key,
    long count,
    String last,
    Instant time) {}
