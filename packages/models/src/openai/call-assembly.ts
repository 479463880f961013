import { callId, isWholeJson, otherCallFields, toolName, writtenArguments, type AnsweredCall } from './answered-call'
import { isWireObject, wireList, wireNumber, wireText, type WireObject } from '../wire-value'

/** A call that is still growing. */
interface GrowingCall {
  readonly index: number | undefined
  id: string | undefined
  name: string
  readonly pieces: string[]
  others: Record<string, unknown> | undefined
}

/**
 * Puts tool calls together from the pieces of a stream, whatever the server's habits.
 *
 * A piece belongs to the call with its id; else to the call at its index; else to the call begun last.
 * It begins a new call when its id is new, when its index is new, or when it names a tool although the call it would
 * continue is whole. Ids and names that are repeated, empty, or come late are understood.
 */
export class CallAssembly {
  readonly #calls: GrowingCall[] = []

  /** The calls so far, in the order they began. Calls that never got a name are left out. */
  get calls(): readonly AnsweredCall[] {
    return this.#calls
      .map((call) => ({ ...call, name: toolName(call.name) }))
      .filter(({ name }) => name !== '')
      .map((call) => ({ id: call.id, name: call.name, arguments: call.pieces.join(''), others: call.others }))
  }

  /** The name of the first call whose arguments are not whole. */
  get unfinished(): string | undefined {
    const call = this.#calls.find((each) => !isWholeJson(each.pieces.join('')))
    return call && (call.name || '(not yet named)')
  }

  /** Takes the `tool_calls` of a delta. */
  addAll(entries: unknown): void {
    for (const entry of isWireObject(entries) ? [entries] : wireList(entries)) if (isWireObject(entry)) this.#add(entry)
  }

  /** Takes the `function_call` of a delta, an older form in which there is at most one call. */
  addLegacy(functionCall: WireObject): void {
    this.#add({ index: 0, function: functionCall })
  }

  #add(entry: WireObject): void {
    const piece = readPiece(entry)
    if (this.#isRepetition(piece)) return
    const call = this.#callFor(piece) ?? this.#begin(piece)
    call.id ??= piece.id
    call.name = joinedName(call.name, piece.name)
    if (replaces(piece.arguments, call.pieces)) call.pieces.length = 0
    if (piece.arguments !== '') call.pieces.push(piece.arguments)
    if (piece.others) call.others = { ...call.others, ...piece.others }
  }

  /** Some servers send each call once more, whole, at the end. */
  #isRepetition(piece: CallPiece): boolean {
    if (piece.id === undefined || piece.arguments.trim() === '') return false
    const call = this.#withId(piece.id, piece.index)
    return call !== undefined && isWholeJson(piece.arguments) && call.pieces.join('') === piece.arguments
  }

  #begin(piece: CallPiece): GrowingCall {
    const call = { index: piece.index, id: piece.id, name: '', pieces: [], others: undefined }
    this.#calls.push(call)
    return call
  }

  #callFor(piece: CallPiece): GrowingCall | undefined {
    const sameId = piece.id === undefined ? undefined : this.#withId(piece.id, piece.index)
    const candidate = sameId ?? this.#atIndex(piece.index)
    if (!candidate) return undefined
    const begins = sameId || piece.id === undefined || candidate.id === undefined ? beginsAnother : beginsWithNewId
    return begins(piece, candidate) ? undefined : candidate
  }

  /** Servers that number their calls may give all of them one id. */
  #withId(id: string, index: number | undefined): GrowingCall | undefined {
    return findLast(this.#calls, (call) => call.id === id && (index === undefined || call.index === index))
  }

  #atIndex(index: number | undefined): GrowingCall | undefined {
    return index === undefined ? this.#calls.at(-1) : findLast(this.#calls, (call) => call.index === index)
  }
}

interface CallPiece {
  readonly index: number | undefined
  readonly id: string | undefined
  readonly name: string
  readonly arguments: string
  readonly others: WireObject | undefined
}

function readPiece(entry: WireObject): CallPiece {
  // Some servers leave the inner object out.
  const target = isWireObject(entry.function) ? entry.function : isWireObject(entry.custom) ? entry.custom : entry
  return {
    index: wireNumber(entry.index) ?? numberIn(entry.index),
    id: callId(entry.id),
    name: wireText(target.name) ?? '',
    arguments: writtenArguments(target),
    others: otherCallFields(entry),
  }
}

const numberIn = (value: unknown): number | undefined =>
  typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined

/** Whole calls that share an index, or have none, and come without ids (or all with the same one). */
function beginsAnother(piece: CallPiece, call: GrowingCall): boolean {
  if (piece.name === '' || piece.arguments.trim() === '' || call.pieces.length === 0) return false
  return isWholeJson(call.pieces.join(''))
}

/** A new id begins a new call, except where a server makes up an id for every piece of one call. */
function beginsWithNewId(piece: CallPiece, call: GrowingCall): boolean {
  const continues = call.pieces.length > 0 && !isWholeJson(call.pieces.join(''))
  if (!continues) return true
  return piece.name !== '' && (piece.name !== call.name || piece.arguments.trimStart().startsWith('{'))
}

/** Some servers send all arguments so far in each piece, or begin with an empty object as a place for what comes. */
function replaces(piece: string, pieces: readonly string[]): boolean {
  const [first] = pieces
  if (first === undefined || !piece.startsWith('{') || !first.startsWith('{')) return false
  if (first === '{}' && pieces.length === 1) return true
  if (!piece.startsWith(first)) return false
  const before = pieces.join('')
  return piece.length > before.length && piece.startsWith(before)
}

/** Names come whole, repeated, growing, or in pieces. */
function joinedName(name: string, piece: string): string {
  if (piece === '' || piece === name) return name
  return piece.startsWith(name) ? piece : name + piece
}

function findLast<T>(items: readonly T[], test: (item: T) => boolean): T | undefined {
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index] as T
    if (test(item)) return item
  }
  return undefined
}
