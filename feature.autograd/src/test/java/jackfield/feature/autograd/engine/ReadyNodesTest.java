package jackfield.feature.autograd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.tensor.GradientEdge;
import jackfield.tensor.GradientNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ReadyNodesTest {
  private static final int MOST = 9;
  private static final int ROUNDS = 50;

  private static PendingNode node(int gradients, long sequence) {
    return new PendingNode(
        new GradientNode(null, 0, gradients, sequence, new GradientEdge[0], new Object[1]));
  }

  @Test
  void nodesRecordedLaterComeFirstAndEachComesOnce() {
    Random random = new Random(7);
    for (int round = 0; round < ROUNDS; round++) {
      List<PendingNode> nodes = new ArrayList<>();
      for (int sequence = 0; sequence < 1 + round % MOST; sequence++) {
        nodes.add(node(1, sequence));
      }
      List<PendingNode> mixed = new ArrayList<>(nodes);
      Collections.shuffle(mixed, random);
      ReadyNodes ready = new ReadyNodes();
      mixed.forEach(ready::add);
      mixed.forEach(ready::add);
      for (PendingNode expected : nodes.reversed()) {
        assertThat(ready.poll()).isSameAs(expected);
      }
      assertThat(ready.poll()).isNull();
    }
  }

  /** Inputs beyond the 64 bits are treated as shared, which costs a copy and is safe. */
  @Test
  void inputsBeyondTheBitsAreNotExclusive() {
    PendingNode node = node(66, 0);
    for (int input : new int[] {0, 31, 32, 63, 64, 65}) {
      node.put(input, null, true);
      assertThat(node.isExclusive(input)).as("input %d", input).isEqualTo(input < 64);
      node.put(input, null, false);
      assertThat(node.isExclusive(input)).as("input %d", input).isFalse();
    }
  }
}
