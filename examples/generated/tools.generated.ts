/* eslint-disable */
// Written by `vernal generate` from the signatures and doc comments of the tools. Do not edit.
import { describeTool } from 'vernal'
import { TableTools } from './table-tools'

declare const __dirname: string
const sources = {
  folder: typeof __dirname === 'string' ? __dirname : undefined,
  hashes: { './table-tools.ts': 'f5ada964f4c2332c' },
}

describeTool(TableTools, 'bookTable', {
  hash: '50f31d42369b0c2c',
  sources,
  description: 'Books a table.',
  signature: ['guests', 'at', 'payment', 'room'],
  parameters: {
    type: 'object',
    properties: {
      guests: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            name: { type: 'string', description: 'As on the passport' },
            age: { type: 'number', minimum: 0 },
          },
          required: ['name'],
          additionalProperties: false,
        },
        description: 'Who comes',
        minItems: 1,
      },
      at: {
        type: 'string',
        format: 'date-time',
        'x-vernal-type': 'date',
        description: 'When they come',
      },
      payment: {
        anyOf: [
          {
            type: 'object',
            properties: {
              by: { type: 'string', const: 'card' },
              lastDigits: { type: 'string', pattern: '^\\d{4}$' },
            },
            required: ['by', 'lastDigits'],
            additionalProperties: false,
          },
          {
            type: 'object',
            properties: { by: { type: 'string', const: 'invoice' }, company: { type: 'string' } },
            required: ['by', 'company'],
            additionalProperties: false,
          },
        ],
      },
      room: {
        type: 'string',
        enum: ['garden', 'cellar'],
        description: 'Which room they want',
        default: 'garden',
      },
    },
    required: ['guests', 'at', 'payment'],
    additionalProperties: false,
  },
  output: { type: 'string' },
})
