package jackfield.opgen.input;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads a file that is a list of entries, and keeps the line number of each part. */
public final class YamlDocument {
  private final String file;

  private YamlDocument(String file) {
    this.file = file;
  }

  /**
   * Returns the entries of {@code text}; an empty text has none.
   *
   * @param file the file name in messages
   * @throws UnreadableYaml if the text is anything but a list of entries
   */
  public static List<YamlEntry> entries(String file, String text) {
    return new YamlDocument(file).read(text);
  }

  private List<YamlEntry> read(String text) {
    LoadSettings settings = LoadSettings.builder().setLabel(file).build();
    try {
      return new Compose(settings).composeString(text).map(this::entries).orElse(List.of());
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().map(Mark::getLine).orElse(0) + 1;
      throw (UnreadableYaml) new UnreadableYaml(new Place(file, line), e.getProblem()).initCause(e);
    } catch (YamlEngineException e) {
      throw (UnreadableYaml) new UnreadableYaml(new Place(file, 1), e.getMessage()).initCause(e);
    }
  }

  private List<YamlEntry> entries(Node root) {
    if (!(root instanceof SequenceNode list)) {
      throw wrong(root, "expected a list of entries, each starting with a dash");
    }
    return list.getValue().stream().map(this::entry).toList();
  }

  private YamlEntry entry(Node node) {
    if (!(node instanceof MappingNode mapping)) {
      throw wrong(node, "expected an entry of fields, name: value");
    }
    SequencedMap<String, YamlEntry.Field> fields = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      String name = text(tuple.getKeyNode());
      if (fields.putIfAbsent(name, field(tuple)) != null) {
        throw wrong(tuple.getKeyNode(), "the field " + name + " is there twice");
      }
    }
    return new YamlEntry(place(node), fields);
  }

  private YamlEntry.Field field(NodeTuple tuple) {
    YamlEntry.Value value =
        switch (tuple.getValueNode()) {
          case SequenceNode list ->
              new YamlEntry.Texts(list.getValue().stream().map(this::text).toList());
          case MappingNode mapping -> pairs(mapping);
          case Node node -> new YamlEntry.Text(text(node));
        };
    return new YamlEntry.Field(place(tuple.getKeyNode()), value);
  }

  private YamlEntry.Pairs pairs(MappingNode mapping) {
    SequencedMap<String, String> texts = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      String name = text(tuple.getKeyNode());
      if (texts.putIfAbsent(name, text(tuple.getValueNode())) != null) {
        throw wrong(tuple.getKeyNode(), name + " is there twice");
      }
    }
    return new YamlEntry.Pairs(texts);
  }

  private String text(Node node) {
    if (!(node instanceof ScalarNode scalar)) {
      throw wrong(node, "expected a text, found a value with parts");
    }
    return scalar.getValue();
  }

  private UnreadableYaml wrong(Node node, String problem) {
    return new UnreadableYaml(place(node), problem);
  }

  private Place place(Node node) {
    return new Place(file, node.getStartMark().map(Mark::getLine).orElse(0) + 1);
  }
}
