/**
 * The verb {@code demo}: training on real data while backends are plugged and unplugged. Start
 * reading at {@link jackfield.demo.Demo}.
 */
package jackfield.demo;
