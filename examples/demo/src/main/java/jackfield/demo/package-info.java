/** The main job: training on real data while backends come and go. */
package jackfield.demo;
