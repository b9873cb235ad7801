import { describe, expect, inject, test } from 'vitest'
import { apiDomainsOf } from '../../support/declared-operations.ts'
import { type FixtureRequest, plainOperation, send } from '../../support/operation-requests.ts'
import { asPerson, newPerson, ownOrigin } from '../../support/people.ts'

/** The credentials of the platform that a person has, for the domains on this stack. */
const isOfCallers = (authority: string): boolean => authority === 'authenticated' || authority.startsWith('scope:')

const domains = apiDomainsOf(inject('domains')).flatMap(({ name, api, operations }) => {
  const operation = operations.map(plainOperation).find(({ authority }) => isOfCallers(authority))
  return api === 'platform' && operation ? [{ name, operation }] : []
})

// An emulator has no user pool, and so no sessions.
describe.runIf(inject('stack').kind === 'local' && domains.length > 0)('a domain of the platform', () => {
  test.each(domains)(
    '$name knows a person by the session and by a key that the person has made',
    async ({ operation: { id, typical } }) => {
      const person = await newPerson()
      const body = { name: 'shop' }
      const made = await asPerson<{ key: string }>(person, 'POST', '/api/keys', { body, as: 'createApiKey' })
      const headers = { ...typical.headers, cookie: person.cookie, origin: ownOrigin() }
      const ofPage: FixtureRequest = { ...typical, headers }
      const [bySession, byKey] = [await send(id, ofPage), await send(id, typical, { key: made.body.key })]
      expect(bySession.status).not.toBe(401)
      expect(byKey.status).not.toBe(401)
    },
  )
})
