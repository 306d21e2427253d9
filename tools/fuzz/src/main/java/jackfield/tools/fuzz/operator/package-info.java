/**
 * The verb {@code fuzz operators}: {@code CaseGenerator} creates a call from a schema, {@code
 * CaseCheck} executes it on every backend and compares the results, {@code Shrinker} simplifies a
 * failing case, {@code JavaLines} prints it as a program. {@code ChildRuns} runs cases in another
 * JVM, so that a crash loses one case only.
 */
package jackfield.tools.fuzz.operator;
