/** The rules of operators that read or write elements at positions along one dimension. */
package jackfield.aten.rule.scatter;
