import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { importTalks } from '../../support/archive.ts'
import { endOutages, planOutage } from '../../support/control.ts'
import { asPerson, newPerson, platformOrigin } from '../../support/people.ts'
import { newUser } from '../../support/sessions.ts'
import { testStack } from '../../support/test-stack.ts'

/** One request to each function that serves users. */
const USER_REQUESTS = [
  ['listWorkspaces', 'GET', '/api/v2/workspaces'],
  ['listConversations', 'GET', '/api/conversations'],
  ['askArchive', 'POST', '/api/chat'],
] as const

const bodyOf = (as: string) => (as === 'askArchive' ? { body: { question: 'Who sails?' } } : {})

describe('a browser session and keys', () => {
  test.each(USER_REQUESTS)(
    'session %s 200 with the cookie of the platform, and with a key that was created with it',
    async (as, method, path) => {
      const person = await newPerson()
      const createdKey = await asPerson<{ key: string }>(person, 'POST', '/api/keys', {
        body: { name: 'archive', scopes: ['archive:read'] },
        as: 'createApiKey',
      })
      const { cookie } = person
      // A request from the archive's page has its origin.
      const { origin } = new URL(String(testStack().urls.archive))
      const byCookie = await call(method, path, { headers: { cookie, origin }, ...bodyOf(as), as })
      const byKey = await call(method, path, { key: createdKey.body.key, ...bodyOf(as), as })
      expect([byCookie.status, byKey.status]).toEqual([200, 200])
    },
  )
})

test('the root redirects to the console, or returns a page without an edge', async () => {
  const { status, headers } = await call('GET', '/', { as: 'getArchivePage' })
  const isAtEdge = testStack().kind === 'local'
  expect([status, headers.get('location')]).toEqual(isAtEdge ? [302, `${platformOrigin()}/archive`] : [200, null])
})

describe('small uploads', () => {
  const send = (key: string, headers: Record<string, string> = {}) =>
    call('POST', '/api/uploads/simple', { key, raw: '[]', headers, as: 'createSimpleUpload' })

  test('session createSimpleUpload 415 for another type, 503 while the table is throttled and 500 while it is broken', async () => {
    const { session } = await newUser()
    expect((await send(session, { 'content-type': 'application/pdf' })).status).toBe(415)
    const statuses: number[] = []
    for (const type of ['ProvisionedThroughputExceededException', 'ResourceNotFoundException']) {
      await planOutage({ function: 'archive-api', service: 'dynamodb', times: 1_000, status: 400, type })
      try {
        statuses.push((await send(session)).status)
      } finally {
        await endOutages()
      }
    }
    expect(statuses).toEqual([503, 500])
  })

  test('session deleteUpload 202 keeps a conversation that another import contains', async () => {
    const { session } = await newUser()
    const talk = { id: 'twice', title: 'Twice', said: ['The lighthouse was built in 1858'] }
    const first = await importTalks(session, talk)
    await importTalks(session, talk, { id: 'other', said: ['Custom'] })
    expect((await call('DELETE', `/api/uploads/${first}`, { key: session, as: 'deleteUpload' })).status).toBe(202)
    const { body } = await call<{ conversations: { title: string }[] }>('GET', '/api/conversations', {
      key: session,
      as: 'listConversations',
    })
    expect(body.conversations.map(({ title }) => title)).toContain('Twice')
  })
})
