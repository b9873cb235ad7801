import { describe, expect, inject, test } from 'vitest'
import { bundleOf, functionRoutes, SERVICES } from '../../../lib/services.ts'
import { type FixtureRequest, plainOperation, send } from '../../support/operation-requests.ts'
import { asPerson, newPerson, platformOrigin } from '../../support/people.ts'
import { testStack } from '../../support/test-stack.ts'

const acceptsKeys = (authority: string): boolean => authority === 'authenticated' || authority.startsWith('scope:')

/** Functions of the stack's domains that accept platform keys, each with one of its operations. */
const functions = SERVICES.filter(({ service }) => inject('domains').includes(service.name)).flatMap(
  (platformService) =>
    functionRoutes(platformService).flatMap(({ fn, rows }) => {
      const operation = rows
        .map(({ operationId }) => plainOperation(operationId))
        .find((each) => acceptsKeys(each.authority))
      if (platformService.access[fn]?.callers?.keyPrefix !== 'plat_' || operation === undefined) return []
      return [{ bundle: bundleOf(platformService.service, fn), operation }]
    }),
)

// An emulator has no user pool, so it has no sessions.
describe.runIf(testStack().kind === 'local' && functions.length > 0)('functions that accept platform keys', () => {
  test.each(functions)(
    '$bundle authenticates a user by session and by a key that the user created',
    async ({ operation: { id, typical } }) => {
      const person = await newPerson()
      const body = { name: 'shop' }
      const created = await asPerson<{ key: string }>(person, 'POST', '/api/keys', { body, as: 'createApiKey' })
      const headers = { ...typical.headers, cookie: person.cookie, origin: platformOrigin() }
      const pageRequest: FixtureRequest = { ...typical, headers }
      const bySession = await send(id, pageRequest)
      const byKey = await send(id, typical, { key: created.body.key })
      expect(bySession.status).not.toBe(401)
      expect(byKey.status).not.toBe(401)
    },
  )
})
