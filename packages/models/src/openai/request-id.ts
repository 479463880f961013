/** The headers in which servers name a request: most of them, Azure, Mistral, some gateways. */
const HEADERS = ['x-request-id', 'apim-request-id', 'x-ms-request-id', 'mistral-correlation-id', 'request-id'] as const

/** The server's id of a request, by which its people find it; undefined when it gave none. */
export function requestIdOf(headers: { get(name: string): string | null } | undefined): string | undefined {
  for (const name of HEADERS) {
    const id = headers?.get(name)
    if (id) return id
  }
  return undefined
}
