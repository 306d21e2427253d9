package jackfield.dispatcher.impl.c10;

import java.util.ArrayList;
import java.util.List;

/** All orders of a number of things. */
final class Orders {
  private Orders() {}

  static List<List<Integer>> of(int count) {
    if (count == 0) {
      return List.of(List.of());
    }
    List<List<Integer>> all = new ArrayList<>();
    for (List<Integer> shorter : of(count - 1)) {
      for (int place = 0; place <= shorter.size(); place++) {
        List<Integer> longer = new ArrayList<>(shorter);
        longer.add(place, count - 1);
        all.add(longer);
      }
    }
    return all;
  }
}
