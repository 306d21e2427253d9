/**
 * Repeats recorded scripts of registrations and calls against the dispatcher. Reading order: {@code
 * ScriptCheck} runs one script, {@code ScriptMachine} executes a step, {@code OperatorSnapshot}
 * compares the state of an operator.
 */
package jackfield.tools.conformance.script;
