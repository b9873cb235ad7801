import { client } from '@signet/contract-tools/client'
import { endpoint } from '@signet/contracts'
import { endpointsIR } from '@signet/contracts/ir'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'

/** Generates a client with one operation that returns the schema, and returns its text between two marks. */
const textOf = (schema: z.ZodType, startMark: string, endMark: string): string => {
  const readOperation = endpoint({
    name: 'read',
    description: 'Reads.',
    route: 'GET /it',
    authority: 'open',
    responses: { 200: { description: 'It.', schema } },
  })
  const text = client(endpointsIR([readOperation], { name: 'thing' }))['client.ts'] ?? ''
  return text.slice(text.indexOf(startMark) + startMark.length, text.indexOf(endMark, text.indexOf(startMark)))
}
const outputOf = (schema: z.ZodType): string =>
  textOf(schema, 'export type ReadOutput = ', '\n\nexport type ReadResponse')

const namedSchema = (id: string) => z.object({ x: z.string() }).meta({ id })

describe('types of a generated client', () => {
  it.each<[string, z.ZodType, string]>([
    ['scalars', z.union([z.string(), z.int(), z.boolean(), z.null()]), 'string | number | boolean | null'],
    ['enums', z.enum(['a', "it's", 'b\\c']), String.raw`'a' | 'it\'s' | 'b\\c'`],
    ['literals', z.union([z.literal(1), z.literal('1'), z.literal(true)]), "1 | '1' | true"],
    ['formats', z.iso.datetime(), 'string'],
    ['lists', z.array(z.string()), 'readonly string[]'],
    ['lists of unions', z.array(z.enum(['a', 'b'])), "readonly ('a' | 'b')[]"],
    ['lists of lists', z.array(z.array(z.int())), 'readonly (readonly number[])[]'],
    ['tuples', z.tuple([z.string(), z.int()], z.boolean()), 'readonly [string, number, ...boolean[]]'],
    ['records', z.record(z.string(), z.int()), '{ readonly [key: string]: number }'],
    ['records of an enum', z.record(z.enum(['a', 'b']), z.int()), "Readonly<Record<'a' | 'b', number>>"],
    ['anything', z.unknown(), 'unknown'],
    ['opaque objects', z.looseObject({}), '{ readonly [key: string]: unknown }'],
    [
      'objects with optional fields and names that require quotes',
      z.object({ 'a-b': z.string(), c: z.int().optional().describe('A "c" */ here') }),
      '{\n  readonly \'a-b\': string\n  /** A "c" *\\/ here */\n  readonly c?: number | undefined\n}',
    ],
    ['open objects', z.looseObject({ a: z.int() }), '{\n  readonly a: number\n  readonly [key: string]: unknown\n}'],
    ['nullable references', namedSchema('Part').nullable(), 'Part | null'],
    ['several patterns', z.string().regex(/^a/).regex(/b$/), 'string'],
  ])('express %s', (_, schema, text) => {
    expect(outputOf(schema)).toBe(text)
  })

  it.each([
    ['Response', 'ResponseShape'],
    ['ReadOutput', 'ReadOutputShape'],
    ['ThingClient', 'ThingClientShape'],
    ['kebab-name', 'KebabName'],
    ['2fast', 'T2fast'],
  ])('name the schema %s without hiding another type', (id, name) => {
    const schema = z.object({ part: namedSchema(id) })
    expect(outputOf(schema)).toBe(`{\n  readonly part: ${name}\n}`)
    expect(textOf(schema, `export interface ${name} `, '\n\n')).toBe('{\n  readonly x: string\n}')
  })
})
