package jackfield.verdict;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import shark.HeapField;
import shark.HeapObject;
import shark.HeapObject.HeapClass;
import shark.HeapObject.HeapInstance;
import shark.HeapObject.HeapObjectArray;
import shark.HprofRecord.HeapDumpRecord.ObjectRecord.ClassDumpRecord;

/**
 * Finds the strong references of objects in a heap dump: fields, array elements and links of the
 * virtual machine. Those are from an object to its class, and from a class to its loader and
 * superclass. Weak references do not count. Soft references and the framework's list of services
 * are deferred: they are an answer only where nothing else holds the object. A bundle that
 * registers an object usually has it in a field too, and that field says more.
 */
final class Links {
  private static final Set<String> NOT_HOLDING = Set.of("referent", "discovered");
  private static final String REFERENCE = "java.lang.ref.Reference";
  private static final String SOFT = "java.lang.ref.SoftReference";
  private static final String REGISTRATION = "org.apache.felix.framework.ServiceRegistrationImpl";
  private static final String SERVICE = "m_svcObj"; // a registration's service object

  private final Map<Long, Boolean> hasFields = new ConcurrentHashMap<>(); // by class

  /** Tells whether {@code object} has a deferred reference. */
  static boolean hasDeferred(HeapObject object) {
    return object instanceof HeapInstance instance
        && (instance.instanceOf(SOFT) || isRegistration(instance));
  }

  private static boolean isRegistration(HeapInstance instance) {
    return instance.getInstanceClassName().equals(REGISTRATION);
  }

  /** Returns the deferred reference of {@code object}, or null if it is cleared. */
  static Link deferred(HeapInstance object) {
    HeapField field =
        isRegistration(object)
            ? object.get(REGISTRATION, SERVICE)
            : object.get(REFERENCE, "referent");
    Long target = field == null ? null : field.getValue().getAsNonNullObjectId();
    return target == null ? null : new Link(target, field, "");
  }

  List<Link> of(HeapObject from) {
    List<Link> links = new ArrayList<>();
    switch (from) {
      case HeapInstance instance -> addOfInstance(instance, links);
      case HeapObjectArray array -> addOfArray(array, links);
      case HeapClass type -> addOfClass(type, links);
      default -> {} // an array of primitives has no references
    }
    return links;
  }

  private void addOfInstance(HeapInstance instance, List<Link> links) {
    HeapClass type = instance.getInstanceClass();
    if (hasFields.computeIfAbsent(type.getObjectId(), _ -> hasReferences(type))) {
      for (Iterator<HeapField> all = instance.readFields().iterator(); all.hasNext(); ) {
        HeapField field = all.next();
        if (isHolding(field)) {
          add(field, links);
        }
      }
    }
    links.add(new Link(type.getObjectId(), null, Link.CLASS));
  }

  private static boolean hasReferences(HeapClass type) {
    for (Iterator<HeapClass> all = type.getClassHierarchy().iterator(); all.hasNext(); ) {
      if (all.next().getHasReferenceInstanceFields()) {
        return true;
      }
    }
    return false;
  }

  private static boolean isHolding(HeapField field) {
    return switch (field.getDeclaringClass().getName()) {
      case REFERENCE -> !NOT_HOLDING.contains(field.getName());
      case REGISTRATION -> !field.getName().equals(SERVICE);
      default -> true;
    };
  }

  private static void add(HeapField field, List<Link> links) {
    Long target = field.getValue().getAsNonNullObjectId();
    if (target != null) {
      links.add(new Link(target, field, ""));
    }
  }

  private static void addOfArray(HeapObjectArray array, List<Link> links) {
    long[] elements = array.readRecord().getElementIds();
    for (int i = 0; i < elements.length; i++) {
      if (elements[i] != 0) {
        links.add(new Link(elements[i], null, "[" + i + "]"));
      }
    }
  }

  private static void addOfClass(HeapClass type, List<Link> links) {
    for (Iterator<HeapField> all = type.readStaticFields().iterator(); all.hasNext(); ) {
      add(all.next(), links);
    }
    ClassDumpRecord record = type.readRecord();
    addOwn(record.getClassLoaderId(), Link.LOADER, links);
    addOwn(record.getSuperclassId(), "superclass", links);
    addOwn(record.getProtectionDomainId(), "protection domain", links);
  }

  private static void addOwn(long target, String what, List<Link> links) {
    if (target != 0) {
      links.add(new Link(target, null, what));
    }
  }
}
