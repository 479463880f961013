import { addMember } from '../beans/bean-metadata'

/** A decorator for a method without parameters. */
export type CallbackDecorator = (target: object, key: string | symbol) => void

/** Called once the bean is constructed, before anyone receives it. May return a promise: it is awaited. */
export function PostConstruct(): CallbackDecorator {
  return (target, key) => {
    addMember(target, { key, role: 'post-construct' })
  }
}

/** Called when the application closes, before the beans this one depends on are closed. May return a promise. */
export function PreDestroy(): CallbackDecorator {
  return (target, key) => {
    addMember(target, { key, role: 'pre-destroy' })
  }
}
