import { type Class, superclasses } from '../beans/token'
import type { MethodInterceptor } from './method-interceptor'

const INTERCEPTORS = 'vernal:interceptors'
const INTERCEPTED = 'vernal:intercepted'

/** Puts interceptors around a method, or around every method of a class. */
export function Intercept(
  ...interceptors: Class<MethodInterceptor>[]
): (target: object, key?: string | symbol, descriptor?: PropertyDescriptor) => void {
  return (target, key) => {
    Reflect.defineMetadata(INTERCEPTED, true, key === undefined ? ((target as Class).prototype as object) : target)
    if (key === undefined) Reflect.defineMetadata(INTERCEPTORS, interceptors, target)
    else Reflect.defineMetadata(INTERCEPTORS, interceptors, target, key)
  }
}

/** True when the class, a superclass or one of their methods is decorated. */
export function isIntercepted(type: Class): boolean {
  return Reflect.hasMetadata(INTERCEPTED, type.prototype as object)
}

/** The interceptors a method of a class is decorated with, those of the class first. */
export function interceptorsOf(type: Class, method: string): readonly Class<MethodInterceptor>[] {
  const ofClass = superclasses(type).flatMap((at) => read(Reflect.getOwnMetadata(INTERCEPTORS, at)))
  return [...ofClass, ...read(Reflect.getMetadata(INTERCEPTORS, type.prototype as object, method))]
}

function read(metadata: unknown): readonly Class<MethodInterceptor>[] {
  return (metadata as readonly Class<MethodInterceptor>[] | undefined) ?? []
}
