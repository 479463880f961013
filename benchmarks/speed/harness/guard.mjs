// Preloaded into every worker: any connection that is not loopback is refused and recorded.
import net from 'node:net'
globalThis.__blocked = []
const orig = net.Socket.prototype.connect
net.Socket.prototype.connect = function (...args) {
  const a = Array.isArray(args[0]) ? args[0][0] : args[0]
  const host =
    a && typeof a === 'object'
      ? (a.host ?? (a.path ? null : '127.0.0.1'))
      : typeof args[1] === 'string'
        ? args[1]
        : '127.0.0.1'
  if (host !== null && host !== '127.0.0.1' && host !== 'localhost' && host !== '::1') {
    globalThis.__blocked.push(String(host))
    process.nextTick(() => this.destroy(new Error(`bench guard: connection to ${host} refused`)))
    return this
  }
  return orig.apply(this, args)
}
