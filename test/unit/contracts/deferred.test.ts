import { deferred, endpoint, parseRequest, schemaOf } from '@signet/contracts'
import { endpointsIR } from '@signet/contracts/ir'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'

const title = () => z.object({ title: z.string().min(2) }).meta({ id: 'Titled' })

describe('a deferred schema', () => {
  it('is made on first use, and once', () => {
    const make = vi.fn(title)
    const schema = deferred(make)
    expect(make).not.toHaveBeenCalled()
    expect(schema.safeParse({ title: 'x' }).success).toBe(false)
    expect(schema.parse({ title: 'xy' })).toEqual({ title: 'xy' })
    expect(make).toHaveBeenCalledTimes(1)
  })

  it('is the schema itself to those who ask for it, and a plain schema is its own', () => {
    const schema = deferred(title)
    expect(schemaOf(schema)).toBe(schemaOf(schema))
    expect(schemaOf(schema)).not.toBe(schema)
    const plain = title()
    expect(schemaOf(plain)).toBe(plain)
    expect(schema instanceof z.ZodObject).toBe(true)
  })

  it('gives an endpoint the same validation and the same documents as a plain one', () => {
    const definition = (body: z.ZodObject, list: z.ZodType) =>
      endpoint({
        name: 'put_title',
        description: 'Puts a title.',
        route: 'PUT /titles/:id',
        authority: 'public',
        request: { params: z.object({ id: z.string() }), body },
        responses: { 200: { description: 'All of them', schema: list } },
      })
    const schema = title()
    const plain = definition(schema, z.object({ all: z.array(schema) }))
    const shared = deferred(title)
    const later = definition(
      shared,
      deferred(() => z.object({ all: z.array(schemaOf(shared)) })),
    )
    const bad = { params: { id: '1' }, body: { title: 'x', tilte: 1 } }
    expect(parseRequest(later, bad)).toEqual(parseRequest(plain, bad))
    expect(endpointsIR([later], { name: 'titles' })).toEqual(endpointsIR([plain], { name: 'titles' }))
  })
})
