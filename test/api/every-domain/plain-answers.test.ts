import { afterEach, describe, expect, inject, test } from 'vitest'
import { call } from '../../support/api.ts'
import { endOutages, outage } from '../../support/control.ts'
import { credentialFor, needsSession, newKey } from '../../support/credentials.ts'
import { apiDomainsOf, declaredOperation, operationsOf } from '../../support/declared-operations.ts'
import { type PlainOperation, plainOperation, send } from '../../support/operation-requests.ts'
import { testStack } from '../../support/test-stack.ts'

/** Tests that follow from the contract of an operation alone, for each operation of the domains on this stack. */
const isEmulator = testStack().kind === 'emulator'

const UNKNOWN = ['plat_nobody', 'gen_nobody', 'eyJhbGciOiJub25lIn0.e30.']
/** Beyond the limit of most operations, and beyond that of every one; the gateway's own is 10 MB. */
const LARGE = [300_000, 9_500_000] as const

/** Clients put the query of the address that they were given behind that of the metadata (RFC 9728 3.1). */
const TAKE_ANY_QUERY = ['getAuthorizationServer', 'getProtectedResource', 'getGatewayResource']

afterEach(endOutages)

/** Faults of this operation that a request can carry: a list in the query is no list by the time it arrives. */
const faultsOf = ({ faults }: PlainOperation) => faults.filter(({ field }) => field !== 'params')

for (const { name: domain, api, operations: names } of apiDomainsOf(inject('domains'))) {
  const operations = names
    .map(plainOperation)
    .filter(({ authority, hasOwnRefusals }) => !hasOwnRefusals && !(isEmulator && needsSession(authority)))
  // Open operations may have a 401 of their own, as the token endpoint has for unknown clients.
  const guarded = operations.filter(({ statuses, authority }) => statuses.includes('401') && authority !== 'open')

  describe.each(guarded)('$id', (operation) => {
    const { id, authority, typical, statuses, allowsAnonymous } = operation

    test('401 for who is not known, in the shape of every error', async () => {
      const credentials = allowsAnonymous ? UNKNOWN : [undefined, ...UNKNOWN]
      for (const key of credentials) {
        const { status, body } = await send(id, typical, key ? { key } : {})
        expect([status, body.code, typeof body.error]).toEqual([401, 'unauthenticated', 'string'])
      }
    })

    const isScoped = authority.startsWith('scope:') || authority.startsWith('policy:')
    test.runIf(isScoped && statuses.includes('403'))('403 with a key that lacks the scope', async () => {
      const { status, body } = await send(id, typical, { key: await newKey(api, ['archive:none']) })
      expect([status, body.code]).toEqual([403, 'forbidden'])
    })
  })

  describe.each(operations.filter((operation) => faultsOf(operation).length > 0))('$id', (operation) => {
    const { id, authority, rates } = operation
    test('400 names the field for each request with a fault', async () => {
      // A caller of its own for as many as its rate lets through.
      const most = Math.min(...rates.map(({ requests }) => requests))
      let key = await credentialFor(api, authority)
      for (const [i, { name, field, request }] of faultsOf(operation).entries()) {
        if (i > 0 && i % most === 0) key = await credentialFor(api, authority)
        const { status, body } = await send(id, request, key ? { key } : {})
        const fields = (body?.errors as { field: string }[] | undefined)?.map((error) => error.field)
        expect([name, status, fields?.some((each) => each === field || each.startsWith(`${field}.`))]).toEqual([
          name,
          400,
          true,
        ])
      }
    })
  })

  const withoutFaults = operations.filter(
    (operation) => faultsOf(operation).length === 0 && !TAKE_ANY_QUERY.includes(operation.id),
  )
  describe.each(withoutFaults.filter(({ statuses }) => statuses.includes('400')))(
    '$id',
    ({ id, authority, typical }) => {
      test('400 for a query parameter that it does not know', async () => {
        const key = await credentialFor(api, authority)
        const request = { ...typical, query: { ...typical.query, nothing_of_ours: '1' } }
        const { status, body } = await send(id, request, key ? { key } : {})
        expect([status, body?.code]).toEqual([400, 'invalid_input'])
      })
    },
  )

  describe.each(operations.filter(({ takesBody }) => takesBody))('$id', ({ id, authority, typical }) => {
    test('400 for a body that is no JSON, 413 for a large one, 415 for one of another type', async () => {
      const credential = await credentialFor(api, authority)
      const key = credential ? { key: credential } : {}
      const broken = await send(id, typical, { ...key, raw: '{' })
      expect([broken.status, broken.body.code]).toEqual([400, 'invalid_json'])
      const sent = (bytes: number) => send(id, typical, { ...key, raw: JSON.stringify({ text: 'x'.repeat(bytes) }) })
      let large = await sent(LARGE[0])
      if (large.status !== 413) large = await sent(LARGE[1])
      expect([large.status, large.body.code]).toEqual([413, 'payload_too_large'])
      const other = await send(id, typical, { ...key, raw: 'a=b', contentType: 'text/plain' })
      expect([other.status, other.body.code]).toEqual([415, 'unsupported_media_type'])
    })
  })

  // MiniStack answers 404 by itself for methods that some paths do not take.
  test.runIf(!isEmulator)(`${domain}: 405 with Allow for every method that a path does not take`, async () => {
    // Domains may share a path.
    const byPath = Map.groupBy(operationsOf(api).map(declaredOperation), ({ path }) => path)
    const paths = new Set(names.map((name) => declaredOperation(name).path))
    for (const [path, declared] of byPath) {
      if (!paths.has(path)) continue
      const taken = declared.map(({ method }) => method.toUpperCase())
      const allowed = [...taken, ...(taken.includes('GET') ? ['HEAD'] : [])].toSorted()
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((each) => !taken.includes(each))) {
        const base = testStack().urls[api]
        const answer = await call(method, `${base}${path.replaceAll(/\{\w+\}/g, 'x')}`, { as: 'none' })
        const allow = answer.headers.get('allow')?.split(', ').toSorted()
        expect([method, path, answer.status, allow]).toEqual([method, path, 405, allowed])
      }
    }
  })

  test(`${domain}: 503 from every operation while the table is throttled, 500 that tells nothing when it is broken`, async () => {
    const stored = operations.filter(({ mayBeUnavailable }) => mayBeUnavailable)
    const keys = await Promise.all(stored.map(({ authority }) => credentialFor(api, authority)))
    const answersWhile = async (type: string) => {
      await outage({ service: 'dynamodb', times: 10_000, status: 400, type })
      try {
        const answers: Awaited<ReturnType<typeof send>>[] = []
        // One after the other: side by side, each would need an environment of its own.
        for (const [i, { id, typical }] of stored.entries()) {
          answers.push(await send(id, typical, keys[i] ? { key: keys[i] } : {}))
        }
        return answers
      } finally {
        await endOutages()
      }
    }
    const throttled = await answersWhile('ProvisionedThroughputExceededException')
    const broken = await answersWhile('ResourceNotFoundException')
    const shown = stored.map(({ id }, i) => [
      id,
      throttled[i]?.status,
      Number(throttled[i]?.headers.get('retry-after')) > 0,
      broken[i]?.status,
      broken[i]?.body.error,
    ])
    expect(shown).toEqual(stored.map(({ id }) => [id, 503, true, 500, 'Internal error']))
  })
}
