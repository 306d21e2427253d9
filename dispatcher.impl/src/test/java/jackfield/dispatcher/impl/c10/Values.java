package jackfield.dispatcher.impl.c10;

import jackfield.kernel.Stack;

/** Puts values on stacks, numbers as numbers. */
final class Values {
  private Values() {}

  static Stack stackOf(Object... values) {
    Stack stack = new Stack();
    for (Object value : values) {
      push(stack, value);
    }
    return stack;
  }

  static void push(Stack stack, Object value) {
    switch (value) {
      case Long number -> stack.pushLong(number);
      case Integer number -> stack.pushLong(number);
      case Double number -> stack.pushDouble(number);
      case Boolean flag -> stack.pushBoolean(flag);
      case null, default -> stack.push(value);
    }
  }
}
