package jackfield.context;

import jackfield.internal.EpochAccess;
import java.util.List;
import java.util.function.LongConsumer;

/** Offers the writer's side of {@link Epochs} to the dispatcher and to the memory of tensors. */
final class ContextEpochs implements EpochAccess<DispatchContext> {
  @Override
  public long advance(LongConsumer publisher) {
    return Epochs.advance(publisher);
  }

  @Override
  public long oldestInside() {
    return Epochs.oldestInside();
  }

  @Override
  public DispatchContext anyInsideBefore(long epoch) {
    return Epochs.anyInsideBefore(epoch);
  }

  @Override
  public List<DispatchContext> insideBefore(long epoch) {
    return Epochs.insideBefore(epoch);
  }

  @Override
  public boolean isInsideBefore(DispatchContext context, long epoch) {
    return context.isInsideBefore(epoch);
  }

  @Override
  public long epochAcquire(DispatchContext context) {
    return context.epochAcquire();
  }

  @Override
  public long upcomingSequence(DispatchContext context) {
    return context.upcomingSequence();
  }
}
