import { defineService, endpoint } from '@signet/contracts'
import { serviceIR } from '@signet/contracts/ir'
import { describe, expect, it } from 'vitest'

const listThings = endpoint({
  name: 'listThings',
  summary: 'List things',
  description: 'All of them.',
  tags: ['things'],
  route: 'GET /things',
  authority: 'authenticated',
  responses: { 200: { description: 'All of them' } },
})

const definition = {
  name: 'things',
  api: 'platform',
  title: 'Things',
  description: 'Things.',
  tags: { things: 'Things' },
  scopes: {},
  erasure: { none: 'it stores nothing' },
  rows: [],
} as const
const contracts = [{ name: 'things', version: '1.0.0', description: 'Things.', endpoints: [listThings] }] as const

describe('service with API keys', () => {
  it('an operation that accepts every key does not compile, and serviceIR refuses it', () => {
    // @ts-expect-error an operation that accepts keys must require a scope
    const service = defineService({ ...definition, keyPrefix: 'plat_', contracts })
    expect(() => serviceIR(service)).toThrow('accepts every key that begins with plat_; require a scope')
  })

  it('a service without keys may have such an operation', () => {
    expect(serviceIR(defineService({ ...definition, contracts }))).toHaveLength(1)
  })

  it('a service without a declared erasure does not compile', () => {
    const { erasure: _, ...withoutErasure } = definition
    // @ts-expect-error erasure is required
    expect(defineService({ ...withoutErasure, contracts }).name).toBe('things')
  })
})
