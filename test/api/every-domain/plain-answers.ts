import { afterEach, describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { endOutages, planOutage } from '../../support/control.ts'
import { credentialFor, needsSession, newKey } from '../../support/credentials.ts'
import { declaredOperation, operationsOf } from '../../support/declared-operations.ts'
import { type PlainOperation, send } from '../../support/operation-requests.ts'
import { testStack } from '../../support/test-stack.ts'

/** An operation of a domain's API. */
export interface ApiOperation extends PlainOperation {
  readonly domain: string
  readonly api: string
}

const isEmulator = testStack().kind === 'emulator'

const UNKNOWN_CREDENTIALS = ['plat_nobody', 'gen_nobody', 'eyJhbGciOiJub25lIn0.e30.']
/** Body sizes in bytes above the limits of most operations and of every operation. The gateway's own limit is 10 MB. */
const LARGE = [300_000, 9_500_000] as const

/** Operations that accept any query: clients append the query of the resource's URL to that of its metadata (RFC 9728 3.1). */
const TAKE_ANY_QUERY = ['getAuthorizationServer', 'getProtectedResource', 'getGatewayResource']

/** Returns the faults of an operation that a request can contain: a list in the query is not a list on arrival. */
const faultsOf = ({ faults }: PlainOperation) => faults.filter(({ field }) => field !== 'params')

const isScoped = ({ authority }: PlainOperation): boolean => /^(?:scope|policy):/.test(authority)

const checkCredentials = (operations: readonly ApiOperation[]): void => {
  // Open operations may have their own 401, such as the token endpoint for unknown clients.
  const guarded = operations.filter(({ statuses, authority }) => statuses.includes('401') && authority !== 'open')

  describe.each(guarded)('$id', (operation) => {
    const { id, api, typical, statuses, allowsAnonymous } = operation

    test('returns 401 for an unknown caller, in the shared error format', async () => {
      const credentials = allowsAnonymous ? UNKNOWN_CREDENTIALS : [undefined, ...UNKNOWN_CREDENTIALS]
      for (const key of credentials) {
        const { status, body } = await send(id, typical, key ? { key } : {})
        expect([status, body.code, typeof body.error]).toEqual([401, 'unauthenticated', 'string'])
      }
    })

    test.runIf(isScoped(operation) && statuses.includes('403'))(
      'returns 403 with a key that lacks the scope',
      async () => {
        const { status, body } = await send(id, typical, { key: await newKey(api, ['archive:none']) })
        expect([status, body.code]).toEqual([403, 'forbidden'])
      },
    )
  })
}

/** Returns whether a response names the faulty field or a field inside it. */
const namesField = (body: Readonly<Record<string, unknown>>, field: string): boolean | undefined =>
  (body?.errors as { field: string }[] | undefined)?.some(
    (error) => error.field === field || error.field.startsWith(`${field}.`),
  )

const checkFaults = (operations: readonly ApiOperation[]): void => {
  describe.each(operations.filter((operation) => faultsOf(operation).length > 0))('$id', (operation) => {
    const { id, api, authority, rates } = operation
    test('returns 400 with the field for each request with a fault', async () => {
      // Uses a new caller after as many requests as its rate allows.
      const requestsPerCaller = Math.min(...rates.map(({ requests }) => requests))
      let key = await credentialFor(api, authority)
      for (const [i, { name, field, request }] of faultsOf(operation).entries()) {
        if (i > 0 && i % requestsPerCaller === 0) key = await credentialFor(api, authority)
        const { status, body } = await send(id, request, key ? { key } : {})
        expect([name, status, namesField(body, field)]).toEqual([name, 400, true])
      }
    })
  })

  const withoutFaults = operations.filter(
    (operation) => faultsOf(operation).length === 0 && !TAKE_ANY_QUERY.includes(operation.id),
  )
  describe.each(withoutFaults.filter(({ statuses }) => statuses.includes('400')))(
    '$id',
    ({ id, api, authority, typical }) => {
      test('returns 400 for an unknown query parameter', async () => {
        const key = await credentialFor(api, authority)
        const request = { ...typical, query: { ...typical.query, unknown_parameter: '1' } }
        const { status, body } = await send(id, request, key ? { key } : {})
        expect([status, body?.code]).toEqual([400, 'invalid_input'])
      })
    },
  )
}

const checkBodies = (operations: readonly ApiOperation[]): void => {
  describe.each(operations.filter(({ takesBody }) => takesBody))('$id', ({ id, api, authority, typical }) => {
    test('returns 400 for a body that is not JSON, 413 for a large one, 415 for one of another type', async () => {
      const credential = await credentialFor(api, authority)
      const key = credential ? { key: credential } : {}
      const notJson = await send(id, typical, { ...key, raw: '{' })
      expect([notJson.status, notJson.body.code]).toEqual([400, 'invalid_json'])
      const sendLarge = (bytes: number) =>
        send(id, typical, { ...key, raw: JSON.stringify({ text: 'x'.repeat(bytes) }) })
      let large = await sendLarge(LARGE[0])
      if (large.status !== 413) large = await sendLarge(LARGE[1])
      expect([large.status, large.body.code]).toEqual([413, 'payload_too_large'])
      const otherType = await send(id, typical, { ...key, raw: 'a=b', contentType: 'text/plain' })
      expect([otherType.status, otherType.body.code]).toEqual([415, 'unsupported_media_type'])
    })
  })
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const checkMethods = (operations: readonly ApiOperation[]): void => {
  // MiniStack itself answers 404 for methods that some paths do not accept.
  test.runIf(!isEmulator)('unsupported methods of every path return 405 with Allow', async () => {
    for (const { id, api } of operations) {
      const { path } = declaredOperation(id)
      // Domains may share a path.
      const declaredMethods = operationsOf(api)
        .map(declaredOperation)
        .filter((each) => each.path === path)
        .map(({ method }) => method.toUpperCase())
      const allowed = [...declaredMethods, ...(declaredMethods.includes('GET') ? ['HEAD'] : [])].toSorted()
      for (const method of METHODS.filter((each) => !declaredMethods.includes(each))) {
        const base = testStack().urls[api]
        const answer = await call(method, `${base}${path.replaceAll(/\{\w+\}/g, 'x')}`, { as: 'none' })
        const allow = answer.headers.get('allow')?.split(', ').toSorted()
        expect([method, path, answer.status, allow]).toEqual([method, path, 405, allowed])
      }
    }
  })
}

const checkOutages = (operations: readonly ApiOperation[]): void => {
  test('every operation returns 503 while the table is throttled, and 500 without details when it is broken', async () => {
    const storingOperations = operations.filter(({ mayBeUnavailable }) => mayBeUnavailable)
    const keys = await Promise.all(storingOperations.map(({ api, authority }) => credentialFor(api, authority)))
    const sendDuringOutage = async (type: string) => {
      await planOutage({ service: 'dynamodb', times: 10_000, status: 400, type })
      try {
        const answers: Awaited<ReturnType<typeof send>>[] = []
        // Runs sequentially: concurrent runs would each need their own environment.
        for (const [i, { id, typical }] of storingOperations.entries()) {
          answers.push(await send(id, typical, keys[i] ? { key: keys[i] } : {}))
        }
        return answers
      } finally {
        await endOutages()
      }
    }
    const throttled = await sendDuringOutage('ProvisionedThroughputExceededException')
    const broken = await sendDuringOutage('ResourceNotFoundException')
    const observed = storingOperations.map(({ id }, i) => [
      id,
      throttled[i]?.status,
      Number(throttled[i]?.headers.get('retry-after')) > 0,
      broken[i]?.status,
      broken[i]?.body.error,
    ])
    expect(observed).toEqual(storingOperations.map(({ id }) => [id, 503, true, 500, 'Internal error']))
  })
}

/** Checks the responses that every service must give to these operations, by their contracts. */
export const checkPlainAnswers = (all: readonly ApiOperation[]): void => {
  afterEach(endOutages)
  const operations = all.filter(
    ({ authority, hasOwnRefusals }) => !hasOwnRefusals && !(isEmulator && needsSession(authority)),
  )
  checkCredentials(operations)
  checkFaults(operations)
  checkBodies(operations)
  checkMethods(all)
  checkOutages(operations)
}
