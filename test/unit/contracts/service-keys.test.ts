import { defineService, endpoint } from '@signet/contracts'
import { serviceIR } from '@signet/contracts/ir'
import { describe, expect, it } from 'vitest'

const open = endpoint({
  name: 'listThings',
  summary: 'List things',
  description: 'All of them.',
  tags: ['things'],
  route: 'GET /things',
  authority: 'authenticated',
  responses: { 200: { description: 'All of them' } },
})

const rest = {
  name: 'things',
  api: 'platform',
  title: 'Things',
  description: 'Things.',
  tags: { things: 'Things' },
  scopes: {},
  erasure: { none: 'it stores nothing' },
  rows: [],
} as const
const contracts = [{ name: 'things', version: '1.0.0', description: 'Things.', endpoints: [open] }] as const

describe('service with API keys', () => {
  it('an operation that accepts every key does not compile, and serviceIR refuses it', () => {
    // @ts-expect-error an operation that takes keys names a scope
    const service = defineService({ ...rest, keyPrefix: 'plat_', contracts })
    expect(() => serviceIR(service)).toThrow('accepts every key that begins with plat_; require a scope')
  })

  it('a service without keys may have such an operation', () => {
    expect(serviceIR(defineService({ ...rest, contracts }))).toHaveLength(1)
  })

  it('a service without a declared erasure does not compile', () => {
    const { erasure: _, ...silent } = rest
    // @ts-expect-error the erasure of its data
    expect(defineService({ ...silent, contracts }).name).toBe('things')
  })
})
