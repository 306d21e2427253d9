package jackfield.shell.report;

import jackfield.dispatch.Dispatcher;
import jackfield.key.BackendComponent;
import jackfield.key.DispatchKey;
import jackfield.report.FallbackReport;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reports dispatch keys and fallbacks. */
public record KeyReports(Dispatcher dispatcher, Names names) {
  private static final String NONE = "–";

  /**
   * A key.
   *
   * @param name its name; for a leased backend that of the holder
   * @param sort its kind: functionality, building block, instance, alias or undefined
   * @param bit the bit of its functionality in a raw set; null for none
   * @param backendBit the bit of its backend; null for none
   * @param slot its slot in a table; null for none
   * @param fallback the provider of its fallback; empty for none
   */
  public record KeyRow(
      String name, String sort, Integer bit, Integer backendBit, Integer slot, String fallback)
      implements Row {
    @Override
    public List<String> cells() {
      return List.of(name, sort, number(bit), number(backendBit), number(slot), orNone(fallback));
    }

    private static String number(Integer number) {
      return number == null ? NONE : number.toString();
    }
  }

  /**
   * A fallback.
   *
   * @param key the key
   * @param slot the key's slot
   * @param by its provider
   * @param source the provider and its source position, if known
   * @param isFallthrough whether it makes the key transparent
   */
  public record FallbackRow(String key, int slot, String by, String source, boolean isFallthrough)
      implements Row {
    @Override
    public List<String> cells() {
      return List.of(
          key, Integer.toString(slot), source, isFallthrough ? "calls pass by" : "kernel");
    }
  }

  private static String orNone(String text) {
    return text.isEmpty() ? NONE : text;
  }

  public Listing<KeyRow> keys() {
    Map<DispatchKey, FallbackReport> fallbacks =
        dispatcher.fallbacks().stream()
            .collect(Collectors.toMap(FallbackReport::key, Function.identity()));
    List<KeyRow> rows =
        Arrays.stream(DispatchKey.values()).map(key -> row(key, fallbacks.get(key))).toList();
    return Listing.grid(
        "keys", List.of("key", "sort", "bit", "backend bit", "slot", "fallback"), rows, leases());
  }

  private KeyRow row(DispatchKey key, FallbackReport fallback) {
    boolean hasBit = key.functionality() != DispatchKey.UNDEFINED;
    boolean hasBackend = key.backend() != BackendComponent.INVALID;
    return new KeyRow(
        names.name(key),
        sort(key),
        hasBit ? Long.numberOfTrailingZeros(key.functionality().bits()) : null,
        hasBackend ? Long.numberOfTrailingZeros(key.backend().bits()) : null,
        key.hasSlot() ? key.tableIndex() : null,
        fallback == null ? "" : fallback.provenance().toString());
  }

  private static String sort(DispatchKey key) {
    if (key == DispatchKey.UNDEFINED) {
      return "undefined";
    }
    if (key.isAlias()) {
      return "alias";
    }
    if (key.isBuildingBlock()) {
      return "building block";
    }
    return key.isInstance() ? "instance" : "functionality";
  }

  private List<String> leases() {
    return dispatcher.privateBackends().holders().entrySet().stream()
        .map(lease -> "  %s is leased by %s".formatted(lease.getKey().label(), lease.getValue()))
        .toList();
  }

  public Listing<FallbackRow> fallbacks() {
    List<FallbackRow> rows =
        dispatcher.fallbacks().stream()
            .map(fallback ->
                new FallbackRow(
                    names.name(fallback.key()),
                    fallback.key().tableIndex(),
                    fallback.provenance().toString(),
                    fallback.provenance().location(),
                    fallback.isFallthrough()))
            .toList();
    return Listing.grid("fallbacks", List.of("key", "slot", "by", "kind"), rows, List.of());
  }
}
