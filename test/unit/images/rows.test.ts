import { keyItemKey } from '@signet/identity'
import { describe, expect, it } from 'vitest'
import { rows } from '../../../lambdas/images/contract/rows.ts'
import { idempotencyItemKey } from '../../../layers/kernel/src/table/idempotency.ts'
import { kindsOf } from '../../support/key-templates.ts'

/** Keys that layers build themselves; every other key is built from the described kind. */
const LAYER_KEYS: readonly (readonly [kind: string, keys: Readonly<Record<string, string>>])[] = [
  ['Idempotency key', idempotencyItemKey('TENANT#tenant-1', { key: 'once' })],
  ['Idempotency key of tenant management', idempotencyItemKey('USER#user-1', { key: 'once' })],
  ['API key', keyItemKey('digest')],
]

describe('the described rows of the image service', () => {
  it.each(LAYER_KEYS)('have the keys that layers build: %s', (kind, keys) => {
    expect(kindsOf(rows, keys)).toContain(kind)
  })

  it('otherwise provide the keys of their kinds', () => {
    const others = rows.filter(({ name }) => !LAYER_KEYS.some(([kind]) => kind === name))
    expect(others.filter((row) => !('keys' in row)).map(({ name }) => name)).toEqual([])
  })
})
