/**
 * The verb {@code fuzz operators}: {@code CaseGenerator} makes a call from a schema, {@code
 * CaseCheck} makes it on every backend and compares, {@code Shrinker} makes a failing case smaller,
 * {@code JavaLines} prints it as a program. {@code ChildRuns} runs cases in another JVM, so that a
 * crash costs one case.
 */
package jackfield.tools.fuzz.operator;
