package jackfield.schema.text;

import static java.util.Map.entry;

import java.util.Map;

/**
 * The words for numbers in default values: element types by their code, and the first layout,
 * reduction and memory format that schemas named this way.
 */
public final class ConstantNames {
  public static final Map<String, Long> CODES =
      Map.ofEntries(
          entry("uint8", 0L),
          entry("int8", 1L),
          entry("int16", 2L),
          entry("short", 2L),
          entry("int32", 3L),
          entry("int", 3L),
          entry("int64", 4L),
          entry("long", 4L),
          entry("float16", 5L),
          entry("half", 5L),
          entry("float32", 6L),
          entry("float", 6L),
          entry("float64", 7L),
          entry("double", 7L),
          entry("complex32", 8L),
          entry("chalf", 8L),
          entry("complex64", 9L),
          entry("cfloat", 9L),
          entry("complex", 9L),
          entry("complex128", 10L),
          entry("cdouble", 10L),
          entry("bool", 11L),
          entry("qint8", 12L),
          entry("quint8", 13L),
          entry("qint32", 14L),
          entry("bfloat16", 15L),
          entry("quint4x2", 16L),
          entry("quint2x4", 17L),
          entry("bits1x8", 18L),
          entry("bits2x4", 19L),
          entry("bits4x2", 20L),
          entry("bits8", 21L),
          entry("bits16", 22L),
          entry("float8_e5m2", 23L),
          entry("float8_e4m3fn", 24L),
          entry("float8_e5m2fnuz", 25L),
          entry("float8_e4m3fnuz", 26L),
          entry("uint16", 27L),
          entry("uint32", 28L),
          entry("uint64", 29L),
          entry("uint1", 30L),
          entry("uint2", 31L),
          entry("uint3", 32L),
          entry("uint4", 33L),
          entry("uint5", 34L),
          entry("uint6", 35L),
          entry("uint7", 36L),
          entry("int1", 37L),
          entry("int2", 38L),
          entry("int3", 39L),
          entry("int4", 40L),
          entry("int5", 41L),
          entry("int6", 42L),
          entry("int7", 43L),
          entry("float8_e8m0fnu", 44L),
          entry("float4_e2m1fn_x2", 45L),
          entry("strided", 0L),
          entry("Mean", 1L),
          entry("contiguous_format", 0L));

  private ConstantNames() {}
}
