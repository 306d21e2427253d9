package jackfield.shell.command;

import java.util.List;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;

/** The commands for the shell itself. */
public final class ShellCommands {

  /** Ends the shell, or the script that calls it. */
  @Descriptor("leaves the shell")
  public void exit(CommandSession session) {
    session.put(Sessions.LEAVE, true);
  }

  /** Lists the commands of scope jackfield, and the other scopes. */
  @Descriptor("lists the commands")
  public String help(CommandSession session) {
    return new Help(session).overview();
  }

  /** Explains one command, or lists those of one scope. */
  @Descriptor("explains a command, or lists those of a scope")
  public String help(CommandSession session, @Descriptor("a command or a scope") String name) {
    return new Help(session).about(name);
  }

  /** Offers commands and scopes. */
  public List<String> __help(CommandSession session) {
    return new Help(session).topics();
  }
}
