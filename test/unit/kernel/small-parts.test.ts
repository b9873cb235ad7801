import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { authorityRefusal } from '@signet/contracts/http'
import { hasScope } from '@signet/identity'
import {
  type Caller,
  decodeCursor,
  derivedUuid,
  encodeCursor,
  managedSecret,
  newUuid,
  secretPresence,
} from '@signet/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emfMetrics } from '../../../layers/kernel/src/metrics.ts'

describe('cursor', () => {
  const prefixes = { sk: '', gsi1sk: '' }
  const value = fc.string({ minLength: 1 })
  it('decoding restores the keys, and the cursor is safe in a URL', () => {
    fc.assert(
      fc.property(fc.record({ sk: value, gsi1sk: value }), (keys) => {
        const cursor = encodeCursor(keys)
        expect(cursor).toMatch(/^[\w-]+$/)
        expect(decodeCursor(cursor, prefixes)).toEqual(keys)
      }),
    )
  })

  it('a forged cursor, or one of another list, returns 400 for the field cursor', () => {
    const refused = (cursor: string) => {
      try {
        return decodeCursor(cursor, { sk: 'JOB#' })
      } catch (error) {
        expect(error).toMatchObject({ code: 'invalid_input', extras: { errors: [{ field: 'cursor' }] } })
        return 'refused'
      }
    }
    const forged = [
      {},
      { sk: '' },
      { sk: 5 },
      { sk: 'A' },
      { sk: 'WEBHOOK' },
      { sk: `JOB#${'é'.repeat(511)}` },
      { sk: 'JOB#a', pk: 'TENANT#b' },
      { gsi1sk: 'a' },
      ['sk'],
      null,
      'sk',
      { __proto__: null, sk: {} },
    ]
    for (const each of forged) expect(refused(Buffer.from(JSON.stringify(each)).toString('base64url'))).toBe('refused')
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(refused(text)).toBe('refused')
      }),
    )
  })
})

describe('ids', () => {
  it('UUIDs of version 7 sort by creation time', () => {
    const uuids = Array.from({ length: 500 }, newUuid)
    expect([...uuids].sort()).toEqual(uuids)
    expect(new Set(uuids).size).toBe(500)
    expect(uuids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('derived ids are the same each time and differ by purpose', () => {
    const id = newUuid()
    expect(derivedUuid(id, 'a')).toBe(derivedUuid(id, 'a'))
    expect(derivedUuid(id, 'a')).not.toBe(derivedUuid(id, 'b'))
  })
})

describe('metric', () => {
  it('a metric is a document of the embedded metric format, which CloudWatch extracts from the log', () => {
    const lines: string[] = []
    const metrics = emfMetrics({
      namespace: 'Signet',
      dimensions: { stage: 's' },
      write: (line) => lines.push(line),
      now: () => new Date(5),
    })
    metrics.record('Latency', 12, 'Milliseconds', { operation: 'get' })
    expect(JSON.parse(lines[0]!)).toEqual({
      _aws: {
        Timestamp: 5,
        CloudWatchMetrics: [
          {
            Namespace: 'Signet',
            Dimensions: [['stage', 'operation']],
            Metrics: [{ Name: 'Latency', Unit: 'Milliseconds' }],
          },
        ],
      },
      stage: 's',
      operation: 'get',
      Latency: 12,
    })
  })
})

describe('managed secret', () => {
  const source = (answers: readonly (string | Error | undefined)[]) => {
    let nowMs = 0
    let calls = 0
    const client = {
      send: async () => {
        const answer = answers[Math.min(calls++, answers.length - 1)]
        if (answer instanceof Error) throw answer
        return { SecretString: answer }
      },
    } as unknown as SecretsManagerClient
    const read = managedSecret({ client, id: 'pepper', now: () => new Date(nowMs) })
    return {
      read,
      calls: () => calls,
      advance: (ms: number) => {
        nowMs += ms
      },
    }
  }

  it('concurrent readers read once, and again after five minutes', async () => {
    const { read, calls, advance } = source(['old', 'new'])
    expect(await Promise.all([read(), read(), read()])).toEqual(['old', 'old', 'old'])
    advance(299_999)
    expect(await read()).toBe('old')
    expect(calls()).toBe(1)
    advance(1)
    expect(await read()).toBe('new')
  })

  it('a failed read is repeated by the next reader', async () => {
    const { read } = source([new Error('no'), 'value'])
    await expect(read()).rejects.toThrow('no')
    expect(await read()).toBe('value')
  })

  it('a secret without a string value is an error', async () => {
    await expect(source([undefined]).read()).rejects.toThrow('no string value')
  })

  it('a fresh read replaces the cached value', async () => {
    const { read, calls } = source(['old', 'new'])
    expect([await read(), await read({ fresh: true }), await read()]).toEqual(['old', 'new', 'new'])
    expect(calls()).toBe(2)
  })
})

describe('presence of a secret', () => {
  const presence = (...answers: readonly unknown[]) => {
    let nowMs = 0
    let calls = 0
    const client = {
      send: async (command: object) => {
        expect(command.constructor.name).toBe('DescribeSecretCommand')
        const answer = answers[Math.min(calls++, answers.length - 1)]
        if (answer instanceof Error) throw answer
        return answer
      },
    } as unknown as SecretsManagerClient
    const isPresent = secretPresence({ client, id: 'provider', now: () => new Date(nowMs) })
    const advance = (ms: number): void => {
      nowMs += ms
    }
    return { isPresent, advance, calls: () => calls }
  }
  const withValue = { VersionIdsToStages: { v2: ['AWSCURRENT'], v1: ['AWSPREVIOUS'] } }

  it('presence is checked without reading the value, and a new value is detected after a minute', async () => {
    const { isPresent, advance, calls } = presence({}, withValue)
    expect([await isPresent(), await isPresent()]).toEqual([false, false])
    expect(calls()).toBe(1)
    advance(60_000)
    expect(await isPresent()).toBe(true)
  })

  it('a pending or missing secret is absent; a failure is an error', async () => {
    expect(await presence({ VersionIdsToStages: { v1: ['AWSPENDING'] } }).isPresent()).toBe(false)
    expect(await presence(Object.assign(new Error(), { name: 'ResourceNotFoundException' })).isPresent()).toBe(false)
    const { isPresent } = presence(new Error('throttled'), withValue)
    await expect(isPresent()).rejects.toThrow('throttled')
    expect(await isPresent()).toBe(true)
  })
})

describe('authorization', () => {
  const caller = (kind: Caller['kind'], scopes: string[] = []): Caller => ({
    kind,
    tenantId: 't',
    scopes,
    rateKey: 't',
  })
  const policies = { may: () => undefined }
  const isSession = ({ kind }: Caller) => kind === 'session'
  const check = async (authority: string, identity: Caller): Promise<string> => {
    const rules = { isSession, hasScope, policies }
    const refusal = await authorityRefusal({ authority, operation: 'x' }, identity, rules).catch(() => ({
      code: 'fault',
    }))
    return refusal?.code ?? 'allowed'
  }
  const key = caller('key', ['read'])
  const session = caller('session')

  it.each([
    ['public', ['allowed', 'allowed']],
    ['authenticated', ['allowed', 'allowed']],
    ['session', ['forbidden', 'allowed']],
    ['scope:read', ['allowed', 'allowed']],
    ['scope:write', ['forbidden', 'allowed']],
    ['scope:operator:read', ['forbidden', 'forbidden']],
    ['policy:may', ['allowed', 'allowed']],
    ['policy:unknown', ['fault', 'fault']],
    ['policy:toString', ['fault', 'fault']],
    ['nonsense', ['fault', 'fault']],
  ])('%s answers a key and a session with %s', async (authority, answers) => {
    expect(await Promise.all([key, session].map((identity) => check(authority, identity)))).toEqual(answers)
  })
})
