package jackfield.dispatcher.impl.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Each request to cancel is answered, whatever becomes of the removal. */
class CancelRequestTest {
  private final CancelRequest request = new CancelRequest();

  @Test
  void aRequestBeforeAnAbandonedRemovalIsAnswered() {
    CompletableFuture<Boolean> asked = request.ask();
    request.abandoned();
    assertThat(asked).isCompletedWithValue(false);
  }

  @Test
  void aRequestAfterAnAbandonedRemovalIsAnsweredAtOnce() {
    request.abandoned();
    assertThat(request.ask()).isCompletedWithValue(false);
  }

  @Test
  void aRequestAfterABlockedRestorationIsAskedAgain() {
    CompletableFuture<Boolean> first = request.ask();
    request.blocked();
    assertThat(first).isCompletedWithValue(false);
    CompletableFuture<Boolean> again = request.ask();
    assertThat(again).isNotDone();
    request.done();
    assertThat(again).isCompletedWithValue(true);
  }
}
