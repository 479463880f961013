/**
 * A stand-in for an object that is fetched when it is first used, and each time again when it may differ.
 *
 * Methods run on the real object, so `#private` fields work. It is not identical (`===`) to the real object.
 */
export function lazyProxy(fetch: () => unknown, type: object | null): object {
  const bound = new WeakMap<object, WeakMap<object, unknown>>()
  const object = () => fetch() as Record<PropertyKey, unknown>
  return new Proxy(Object.create(type) as object, {
    // Awaiting the stand-in must not fetch the object.
    get: (_, key) => (key === 'then' ? undefined : bind(object(), key, bound)),
    set: (_, key, value) => Reflect.set(object(), key, value),
    has: (_, key) => Reflect.has(object(), key),
    getPrototypeOf: () => type,
  })
}

function bind(target: object, key: PropertyKey, bound: WeakMap<object, WeakMap<object, unknown>>): unknown {
  const value: unknown = Reflect.get(target, key, target)
  if (typeof value !== 'function' || key === 'constructor') return value
  const ofTarget = bound.get(target) ?? new WeakMap<object, unknown>()
  bound.set(target, ofTarget)
  if (!ofTarget.has(value)) ofTarget.set(value, value.bind(target) as unknown)
  return ofTarget.get(value)
}
