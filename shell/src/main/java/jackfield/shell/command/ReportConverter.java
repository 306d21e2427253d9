package jackfield.shell.command;

import jackfield.shell.report.Report;
import jackfield.shell.report.Row;
import org.apache.felix.service.command.Converter;
import org.osgi.service.component.annotations.Component;

/** Converts reports and their rows to text for Gogo: in full, on a line, and in part. */
@Component(service = Converter.class)
public final class ReportConverter implements Converter {
  @Override
  public Object convert(Class<?> type, Object given) {
    return null; // left to other converters
  }

  @Override
  public CharSequence format(Object target, int level, Converter escape) {
    return switch (target) {
      case Report report -> level == INSPECT ? report.text() : report.line();
      case Row row -> level == PART ? row.cells().getFirst() : row.line();
      case null, default -> null;
    };
  }
}
