import jackfield.*;
import jackfield.aten.Aten;
import jackfield.notebook.Notebook;
import jackfield.tensor.*;
import static jackfield.notebook.Notebook.*;
var aten = start();
