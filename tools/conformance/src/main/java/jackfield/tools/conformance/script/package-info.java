/**
 * Recorded scripts of registrations and calls, repeated against the dispatcher. Reading order:
 * {@code ScriptCheck} runs one script, {@code ScriptMachine} executes a step, {@code
 * OperatorSnapshot} is what is compared.
 */
package jackfield.tools.conformance.script;
