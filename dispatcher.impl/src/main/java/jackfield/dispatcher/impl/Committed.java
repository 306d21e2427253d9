package jackfield.dispatcher.impl;

import jackfield.dispatch.Drain;
import jackfield.dispatch.Provenance;
import jackfield.dispatch.Registration;
import java.util.List;

/** The handle of one commit; lets its changes go when they are taken back. */
final class Committed implements Registration {
  private final LocalDispatcher dispatcher;
  private final Provenance provenance;
  private List<ChangeList.Change> changes; // null once withdrawn; guarded by this
  private Drain drain; // null until withdrawn; guarded by this

  Committed(LocalDispatcher dispatcher, Provenance provenance, List<ChangeList.Change> changes) {
    this.dispatcher = dispatcher;
    this.provenance = provenance;
    this.changes = changes;
  }

  @Override
  public synchronized Drain withdraw() {
    if (drain == null) {
      drain = dispatcher.withdraw(this, provenance, changes);
      changes = null;
    }
    return drain;
  }
}
