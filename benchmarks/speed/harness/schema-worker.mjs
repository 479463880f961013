// argv: rounds, ms per task and round. Prints {task: {group, ns: [per round]}}. CPU time, not wall.
import { z } from 'zod'
import Ajv from 'ajv'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import { Value } from 'typebox/value'
import { cpuNsPerCall } from './cpu-time.mjs'
import { makeTools } from './tools.mjs'
import { vernalTool } from './vernal-tool.mjs'
import { wireTools } from '../contenders/loop/_raw.mjs'
import { SYSTEM, PROMPT, callsOf } from './script.mjs'

const rounds = Number(process.argv[2]),
  ms = Number(process.argv[3])
// A medium nested tool argument: 3 levels, an array of objects, an enum, optional and bounded fields.
const zodSchema = () =>
  z.object({
    customer: z.object({
      id: z.string().min(1),
      email: z.string(),
      address: z.object({
        street: z.string(),
        city: z.string(),
        zip: z.string().max(10),
        country: z.enum(['DE', 'FR', 'US', 'JP']),
      }),
    }),
    items: z
      .array(
        z.object({
          sku: z.string(),
          qty: z.int().min(1).max(999),
          price: z.number().min(0),
          tags: z.array(z.string()),
        }),
      )
      .min(1),
    priority: z.enum(['low', 'normal', 'high']),
    express: z.boolean().optional(),
    notes: z.string().describe('free text').optional(),
  })
const tbSchema = () =>
  Type.Object({
    customer: Type.Object({
      id: Type.String({ minLength: 1 }),
      email: Type.String(),
      address: Type.Object({
        street: Type.String(),
        city: Type.String(),
        zip: Type.String({ maxLength: 10 }),
        country: Type.Enum(['DE', 'FR', 'US', 'JP']),
      }),
    }),
    items: Type.Array(
      Type.Object({
        sku: Type.String(),
        qty: Type.Integer({ minimum: 1, maximum: 999 }),
        price: Type.Number({ minimum: 0 }),
        tags: Type.Array(Type.String()),
      }),
      { minItems: 1 },
    ),
    priority: Type.Enum(['low', 'normal', 'high']),
    express: Type.Optional(Type.Boolean()),
    notes: Type.Optional(Type.String({ description: 'free text' })),
  })
const good = {
  customer: {
    id: 'c-17',
    email: 'a@b.example',
    address: { street: '1 Main St', city: 'Berlin', zip: '10115', country: 'DE' },
  },
  items: [1, 2, 3].map((i) => ({ sku: `sku-${i}`, qty: i, price: 9.5 * i, tags: ['a', 'b'] })),
  priority: 'normal',
  express: true,
}
const bad = structuredClone(good)
bad.items[1].qty = 'two'
bad.customer.address.country = 'XX'
const text = JSON.stringify(good)
const zs = zodSchema(),
  ts = tbSchema()
const json = z.toJSONSchema(zs)
delete json.$schema
const newAjv = () => new Ajv({ strict: false })
const sharedAjv = newAjv()
const av = newAjv().compile(json)
const tv = Compile(ts)
// A validator a framework could generate or write by hand from the schema: no allocation, returns a boolean.
const str = (x) => typeof x === 'string'
const hand = (o) => {
  if (typeof o !== 'object' || o === null) return false
  const c = o.customer,
    a = c?.address
  if (
    typeof c !== 'object' ||
    c === null ||
    !str(c.id) ||
    c.id.length < 1 ||
    !str(c.email) ||
    typeof a !== 'object' ||
    a === null ||
    !str(a.street) ||
    !str(a.city) ||
    !str(a.zip) ||
    a.zip.length > 10
  )
    return false
  if (a.country !== 'DE' && a.country !== 'FR' && a.country !== 'US' && a.country !== 'JP') return false
  if (!Array.isArray(o.items) || o.items.length < 1) return false
  for (const i of o.items) {
    if (
      typeof i !== 'object' ||
      i === null ||
      !str(i.sku) ||
      !Number.isInteger(i.qty) ||
      i.qty < 1 ||
      i.qty > 999 ||
      typeof i.price !== 'number' ||
      i.price < 0 ||
      !Array.isArray(i.tags)
    )
      return false
    for (const t of i.tags) if (!str(t)) return false
  }
  return (
    (o.priority === 'low' || o.priority === 'normal' || o.priority === 'high') &&
    (o.express === undefined || typeof o.express === 'boolean') &&
    (o.notes === undefined || str(o.notes))
  )
}
// Correctness first: every validator accepts the good value and rejects the bad one.
const must = (c, m) => {
  if (!c) throw new Error(m)
}
must(zs.safeParse(good).success && !zs.safeParse(bad).success, 'zod')
must(av(good) && !av(bad), 'ajv')
must(tv.Check(good) && !tv.Check(bad), 'typebox compiled')
must(Value.Check(ts, good) && !Value.Check(ts, bad), 'typebox Value')
must(hand(good) && !hand(bad), 'hand')
must(Object.keys(json.properties).join() === Object.keys(ts.properties).join(), 'schemas differ')

// Plain data: what zod made carries its validator along, and would be checked by both.
const vernal = vernalTool(JSON.parse(JSON.stringify(json)))
must(vernal.bind(text).arguments?.items.length === 3, 'vernal does not bind')
must(vernal.bind(JSON.stringify(bad)).problems?.length > 0, 'vernal does not refuse')
must((await vernal.execute(text)).text === '3', 'vernal does not run the tool')

const simple = makeTools(1).tools[0]
const simpleZ = simple.zod()
const tools50 = wireTools(makeTools(50).tools),
  tools5 = wireTools(makeTools(5).tools)
const conv = [
  { role: 'system', content: SYSTEM },
  { role: 'user', content: PROMPT },
]
for (let r = 0; r < 3; r++)
  for (const c of callsOf(r, 1, 5))
    conv.push(
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: c.id, type: 'function', function: { name: c.name, arguments: JSON.stringify(c.args) } }],
      },
      { role: 'tool', tool_call_id: c.id, content: '{"result":17}' },
    )
const frag50 = JSON.stringify(tools50)
let sink
const TASKS = {
  convert: {
    'zod z.toJSONSchema (reused schema)': () => {
      sink = z.toJSONSchema(zs)
    },
    'zod build + z.toJSONSchema': () => {
      sink = z.toJSONSchema(zodSchema())
    },
    'typebox build (already JSON Schema)': () => {
      sink = tbSchema()
    },
    'zod z.toJSONSchema (4-field tool)': () => {
      sink = z.toJSONSchema(simpleZ)
    },
    'zod build only': () => {
      sink = zodSchema()
    },
  },
  compile: {
    'ajv compile (new instance)': () => {
      sink = newAjv().compile(json)
    },
    'ajv compile (shared instance)': () => {
      sink = sharedAjv.compile(structuredClone(json))
    },
    'typebox Compile': () => {
      sink = Compile(ts)
    },
    'zod build + first parse': () => {
      sink = zodSchema().safeParse(good)
    },
  },
  validate: {
    'hand-written check': () => {
      sink = hand(good)
    },
    'ajv compiled': () => {
      sink = av(good)
    },
    'typebox compiled': () => {
      sink = tv.Check(good)
    },
    'typebox Value.Check': () => {
      sink = Value.Check(ts, good)
    },
    'zod parse': () => {
      sink = zs.parse(good)
    },
    'zod safeParse': () => {
      sink = zs.safeParse(good)
    },
    'zod safeParseAsync': null,
  },
  'validate (bad value)': {
    'ajv compiled': () => {
      sink = av(bad)
    },
    'typebox compiled': () => {
      sink = tv.Check(bad)
    },
    'typebox compiled + Errors': () => {
      sink = tv.Check(bad) || tv.Errors(bad)
    },
    'zod safeParse': () => {
      sink = zs.safeParse(bad)
    },
  },
  'args text -> checked value': {
    'JSON.parse only': () => {
      sink = JSON.parse(text)
    },
    'JSON.parse + ajv': () => {
      const v = JSON.parse(text)
      sink = av(v) && v
    },
    'JSON.parse + typebox compiled': () => {
      const v = JSON.parse(text)
      sink = tv.Check(v) && v
    },
    'JSON.parse + zod parse': () => {
      sink = zs.parse(JSON.parse(text))
    },
    'vernal: parse, convert, default, check': () => {
      sink = vernal.bind(text)
    },
    'vernal: the whole execution of a tool': async () => {
      sink = await vernal.execute(text)
    },
  },
  'request body (round 4 of a turn)': {
    'JSON.stringify, 5 tools': () => {
      sink = JSON.stringify({ model: 'm', messages: conv, tools: tools5 })
    },
    'JSON.stringify, 50 tools': () => {
      sink = JSON.stringify({ model: 'm', messages: conv, tools: tools50 })
    },
    'spliced, 50 tools pre-serialised': () => {
      sink = `{"model":"m","messages":${JSON.stringify(conv)},"tools":${frag50}}`
    },
    '+ zod->JSON Schema of 50 tools per call': null,
  },
}
const z50 = makeTools(50).tools.map((t) => ({ ...t, z: t.zod() }))
TASKS['request body (round 4 of a turn)']['+ zod->JSON Schema of 50 tools per call'] = () => {
  sink = JSON.stringify({
    model: 'm',
    messages: conv,
    tools: z50.map((t) => ({
      type: 'function',
      function: { name: t.name, description: t.description, parameters: z.toJSONSchema(t.z) },
    })),
  })
}
TASKS.validate['zod safeParseAsync'] = async () => {
  sink = await zs.safeParseAsync(good)
}

const out = {}
for (let r = 0; r < rounds + 1; r++)
  for (const [g, ts] of Object.entries(TASKS))
    for (const [k, fn] of Object.entries(ts)) {
      const ns = await cpuNsPerCall(fn, r ? ms : ms < 20 ? ms : Math.max(ms, 40))
      if (r) ((out[g] ??= {})[k] ??= []).push(Math.round(ns))
    }
console.log(JSON.stringify({ tasks: out, bytes: text.length }))
