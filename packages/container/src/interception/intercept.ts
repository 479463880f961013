import { Annotation } from '../beans/annotation'
import { type Class, superclasses } from '../beans/token'
import type { MethodInterceptor } from './method-interceptor'

/** On the prototype, for the class itself and its methods. */
const INTERCEPTORS = new Annotation<readonly Class<MethodInterceptor>[]>('interceptors')

/** Puts interceptors around a method, or around every method of a class. */
export function Intercept(
  ...interceptors: Class<MethodInterceptor>[]
): (target: object, key?: string | symbol, descriptor?: PropertyDescriptor) => void {
  return (target, key) => {
    const prototype = key === undefined ? ((target as Class).prototype as object) : target
    INTERCEPTORS.write(prototype, INTERCEPTORS.read(prototype) ?? [])
    if (key === undefined) INTERCEPTORS.write(prototype, interceptors)
    else INTERCEPTORS.write(prototype, interceptors, key)
  }
}

/** True when the class, a superclass or one of their methods is decorated. */
export function isIntercepted(type: Class): boolean {
  return superclasses(type).some((at) => INTERCEPTORS.read(at.prototype as object) !== undefined)
}

/** The interceptors a method of a class is decorated with, those of the class first. */
export function interceptorsOf(type: Class, method: string): readonly Class<MethodInterceptor>[] {
  const prototypes = superclasses(type).map((at) => at.prototype as object)
  const ofMethod = prototypes
    .map((prototype) => INTERCEPTORS.read(prototype, method))
    .find((found) => found !== undefined)
  return [...prototypes.flatMap((prototype) => INTERCEPTORS.read(prototype) ?? []), ...(ofMethod ?? [])]
}
