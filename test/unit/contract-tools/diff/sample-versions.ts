import { diff } from '@signet/contract-tools/diff'
import { defineContract, endpoint } from '@signet/contracts'
import { type ContractIR, endpointsIR, irOf, type JsonSchema, type OperationIR } from '@signet/contracts/ir'
import { expect, it } from 'vitest'
import * as z from 'zod'

/** The variable parts of the ticket below. */
export interface TicketParts {
  readonly version?: `${number}.${number}.${number}`
  readonly fields?: z.ZodRawShape
  readonly input?: z.ZodObject
  readonly operation?: object
  readonly close?: object
  readonly operations?: Readonly<Record<string, object>>
  readonly routes?: Readonly<Record<string, string>>
  readonly authority?: Readonly<Record<string, string>>
  readonly states?: object
  readonly db?: object
  readonly events?: Readonly<Record<string, z.ZodType>>
  readonly invariants?: readonly object[]
  readonly renames?: Readonly<Record<string, string>>
  readonly description?: string
}

const stateField = z.enum(['open', 'closed'])

/** Returns a small entity with every part that a diff compares; `without` removes parts by name. */
export const ticket = (parts: TicketParts = {}): ContractIR => {
  const schema = z
    .object({ id: z.string(), title: z.string(), state: stateField, ...parts.fields })
    .meta({ id: 'Ticket' })
  const definition = {
    name: 'ticket',
    version: parts.version ?? '1.0.0',
    description: parts.description ?? 'Something to do.',
    schema,
    operations: {
      create: { input: parts.input ?? z.object({ title: z.string() }), emits: ['opened'], ...parts.operation },
      get: { input: z.object({ id: z.string() }), errors: ['not_found'] },
      close: { input: z.object({ id: z.string() }), errors: ['not_found'], ...parts.close },
      ...parts.operations,
    },
    states: parts.states ?? {
      field: 'state',
      initial: 'open',
      transitions: { open: { close: 'closed' }, closed: {} },
    },
    surfaces: {
      api: {
        basePath: '/v1',
        routes: { create: 'POST /tickets', get: 'GET /tickets/:id', close: 'POST /tickets/:id/close', ...parts.routes },
      },
      db: parts.db ?? { table: 'tickets', key: ['id'], indexes: [['state']] },
    },
    authority: { create: 'authenticated', get: 'public', close: 'authenticated', ...parts.authority },
    events: parts.events ?? { opened: z.object({ id: z.string() }) },
    invariants: parts.invariants ?? [],
    ...(parts.renames && { compat: { renames: parts.renames } }),
  }
  return irOf(defineContract(definition as never) as object)
}

/** Returns a group with one search, with this request and these responses. */
export const search = (request: object = {}, more: object = {}, version = '1.0.0'): ContractIR => {
  const operation = endpoint({
    name: 'search',
    description: 'Finds things.',
    route: 'POST /v1/search',
    authority: 'public',
    request,
    responses: { 200: { description: 'Found.', schema: z.object({ hits: z.int() }) } },
    ...more,
  } as never) as never
  return endpointsIR([operation], { name: 'search', version })
}

/** Returns the search with this body. */
export const searchWithBody = (body: z.ZodType): ContractIR => search({ body })
export const searchReturning = (schema: z.ZodType): ContractIR =>
  search({}, { responses: { 200: { description: 'Found.', schema } } })

/** Returns an IR with one operation changed manually, for cases that definitions do not permit. */
export const withOperation = (ir: ContractIR, name: string, change: Partial<OperationIR>): ContractIR => ({
  ...ir,
  operations: ir.operations.map((operation) => (operation.name === name ? { ...operation, ...change } : operation)),
})

/** Returns an IR whose search returns this JSON Schema. */
export const searchReturningSchema = (schema: JsonSchema, schemas: ContractIR['schemas'] = {}): ContractIR => ({
  ...withOperation(search(), 'search', {
    responses: [{ status: 200, description: 'Found.', schema, stream: false }],
  }),
  schemas,
})

/** A pair of versions, and each change as `level rule`. */
export type VersionPair = readonly [what: string, before: ContractIR, after: ContractIR, expected: readonly string[]]

/** Adds one test for each pair: the reported changes are exactly the expected ones. */
export const testVersionPairs = (sections: Readonly<Record<string, readonly VersionPair[]>>): void => {
  for (const [section, rows] of Object.entries(sections)) {
    for (const [what, before, after, expected] of rows) {
      it(`reports ${what} (${section})`, () => {
        const reported = diff(before, after).map(({ level, rule }) => `${level} ${rule}`)
        expect(reported.sort()).toEqual([...expected].sort())
      })
    }
  }
}

/** Returns versions with one changed field, as callers send it and as they read it. */
export const fieldInBoth = (before: z.ZodType, after: z.ZodType) =>
  ({
    request: [searchWithBody(z.object({ a: before })), searchWithBody(z.object({ a: after }))],
    response: [searchReturning(z.object({ a: before })), searchReturning(z.object({ a: after }))],
  }) as const
