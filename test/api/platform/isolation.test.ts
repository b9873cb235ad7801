import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApiDocuments } from '../../../lib/openapi.ts'
import { claimsOf, tokenFor } from '../../support/agents.ts'
import { call, newAddress } from '../../support/api.ts'
import { newKey } from '../../support/credentials.ts'
import { declaredOperation, operationsOf } from '../../support/declared-operations.ts'
import { drawAs } from '../../support/images.ts'
import { startIngest } from '../../support/ingest-receiver.ts'
import { createMonitor, endMonitors } from '../../support/monitors.ts'
import { type FixtureRequest, plainOperation, send } from '../../support/operation-requests.ts'
import { checkout, payOn } from '../../support/payments.ts'
import { asPerson, newPerson, ownOrigin, type Person } from '../../support/people.ts'
import { seen } from '../../support/seen.ts'
import { newUser } from '../../support/sessions.ts'

/*
 * People, keys and addresses without any relation to an owner call every route of the platform. A new route is tried
 * like the others. A route with an id of a new kind fails here until the table says whose id it is.
 */

interface Owned {
  readonly org: string
  readonly user: string
  readonly key: string
  readonly session: string
  readonly image: string
  readonly grant: string
  readonly monitor: string
}

/** The owner's ids by the path segment before them. Later ids in the path are the owner's too. */
const OF_OWNER: Readonly<Record<string, (owned: Owned) => Readonly<Record<string, string>>>> = {
  '/api/account/sessions/{id}': ({ session }) => ({ id: session }),
  '/api/agents/grants/{id}': ({ grant }) => ({ id: grant }),
  '/api/images/{id}': ({ image }) => ({ id: image }),
  '/api/keys/{id}': ({ key }) => ({ id: key }),
  '/api/sentiment/monitors/{tenantId}': ({ monitor }) => ({ tenantId: monitor }),
  '/api/organisations/{org}': ({ org, user, session }) => ({ org, user, id: session }),
}

/** Members and parameters that name something by being hard to guess, and why another's is of no use. */
const BY_VALUE: Readonly<Record<string, string>> = {
  'relaySignIn token': 'bound to the browser that began; test of the relay',
  'confirmSubscription token': 'mailed to the address that it is of',
  'showConfirmation token': 'mailed to the address that it is of',
  'unsubscribe token': 'mailed to the address that it is of',
  'showUnsubscription token': 'mailed to the address that it is of',
  'acceptInvitation token': 'mailed to whom it is for',
  'listTickets cursor': 'tried below',
  'buyCredits packId': 'names what is sold, which is the same for everybody',
  'listSentimentBatches cursor': 'a place in the list of the caller’s own monitor, whose partition it does not name',
  'listSentimentCycles cursor': 'a place in the list of the caller’s own monitor, whose partition it does not name',
  'createSentimentMonitor tenantId': 'a name within the organisation; another may have the same',
  'reportLeakedKey key': 'who knows a key may have it refused',
}

interface Schema {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, unknown>>
}
interface Declared {
  readonly operationId?: string
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Declared>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const { paths, components } = openApiDocuments('test').platform as Document
const declared = Object.values(paths).flatMap((methods) => Object.values(methods))

const bodyMembers = (schema: Schema | undefined): string[] => {
  const whole = schema?.$ref === undefined ? schema : components.schemas[schema.$ref.split('/').at(-1) ?? '']
  return Object.keys(whole?.properties ?? {})
}
const namesSomething = (name: string): boolean =>
  /(?:^|_)(?:id|key|token|cursor|org|organisation|user|tenant|customer|url)$/i.test(name) ||
  /[a-z](?:Id|Url)$/.test(name)

const operations = operationsOf('platform').map((id) => ({ ...plainOperation(id), ...declaredOperation(id) }))
const byPath = operations.filter(({ path }) => path.includes('{'))
const reads = operations.filter(({ method, path }) => method === 'get' && !path.includes('{'))

const idsIn = (path: string, owned: Owned): Readonly<Record<string, string>> | undefined => {
  const [, ids] = Object.entries(OF_OWNER).find(([start]) => path === start || path.startsWith(`${start}/`)) ?? []
  return ids?.(owned)
}

let ada: Person
let ownKey = ''
let owned: Owned = { org: '', user: '', key: '', session: '', image: '', grant: '', monitor: '' }
/** Texts that only the owner may ever see. */
let told: Readonly<Record<string, string>> = {}
const strangers: Record<string, Credential> = {}

type Credential = { readonly cookie: string } | { readonly key: string } | { readonly from: string }

/** A request of the fixtures, made with that credential; a cookie comes from a page of the platform. */
const ask = (id: string, request: FixtureRequest, who: Credential | undefined) =>
  who && 'cookie' in who
    ? send(id, { ...request, headers: { ...request.headers, cookie: who.cookie, origin: ownOrigin() } })
    : send(id, request, who)

const PROMPT = `not yours ${randomUUID()}`

beforeAll(async () => {
  ada = await newPerson(`Ada ${randomUUID()}`)
  const me = (await asPerson<{ userId: string; orgId: string }>(ada, 'GET', '/api/account/me', { as: 'getMe' })).body
  const made = await asPerson<{ id: string; key: string }>(ada, 'POST', '/api/keys', {
    body: { name: `shop ${randomUUID()}` },
    as: 'createApiKey',
  })
  ownKey = made.body.key
  const listed = { as: 'listSessions' }
  const sessions = await asPerson<{ sessions: { id: string }[] }>(ada, 'GET', '/api/account/sessions', listed)
  const ticket = await asPerson<{ id: string }>(ada, 'POST', '/api/support/tickets', {
    body: { subject: 'Help', message: 'It does not work' },
    as: 'openTicket',
  })
  owned = {
    org: me.orgId,
    user: me.userId,
    key: made.body.id,
    session: String(sessions.body.sessions[0]?.id),
    image: (await drawAs(ada, { prompt: PROMPT })).body.id,
    grant: String(claimsOf((await tokenFor({ person: ada })).token).grant_id),
    monitor: `tenant-${randomUUID()}`,
  }
  const ingest = await startIngest()
  const kept = await createMonitor({ key: ownKey, tenant: owned.monitor }, ingest.url).finally(() => ingest.close())
  expect(kept.status).toBe(201)
  told = { ...owned, email: ada.email, prompt: PROMPT, ticket: ticket.body.id, raw: ownKey }
  strangers['somebody else who is signed in'] = { cookie: (await newPerson('Bob')).cookie }
  strangers['somebody with a token of the authentication service'] = { key: (await newUser()).session }
  strangers['a key of another organisation with no scope'] = { key: await newKey('platform', []) }
  strangers['a key of another organisation with every scope'] = {
    key: await newKey('platform', ['flags:read', 'flags:write']),
  }
  strangers['nobody known'] = { from: newAddress() }
})

afterAll(endMonitors)

const WHO = [
  'somebody else who is signed in',
  'somebody with a token of the authentication service',
  'a key of another organisation with no scope',
  'a key of another organisation with every scope',
  'nobody known',
] as const

describe('what names something', () => {
  test('is known: each path by what comes before its ids, each member and parameter by its name', () => {
    expect(byPath.length).toBeGreaterThanOrEqual(4)
    for (const { path } of byPath) {
      const ids = Object.keys(idsIn(path, owned) ?? {})
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      expect([path, named.filter((name) => !ids.includes(String(name)))]).toEqual([path, []])
    }
    const found = declared.flatMap(({ operationId, parameters = [], requestBody }) => {
      const schemas = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema)
      const inQuery = parameters.flatMap((each) => (each.in === 'query' ? [each.name] : []))
      return [...schemas.flatMap(bodyMembers), ...inQuery]
        .filter(namesSomething)
        .map((name) => `${operationId} ${name}`)
    })
    expect(found.filter((each) => !(each in BY_VALUE))).toEqual([])
  })
})

for (const who of WHO) {
  describe(`to ${who}`, () => {
    test.each(byPath)('$id: a foreign id answers as one that does not exist', async ({ id, path, typical }) => {
      const ids = idsIn(path, owned) ?? {}
      const absent = Object.fromEntries(Object.keys(ids).map((name) => [name, randomUUID()]))
      const answer = (params: object) => ask(id, { ...typical, params: { ...params } }, strangers[who])
      const [foreign, none] = [await answer(ids), await answer(absent)]
      expect(seen(foreign)).toEqual(seen(none))
      const isSigned = who.startsWith('somebody')
      expect(isSigned ? [403, 404] : [401, 403, 404]).toContain(foreign.status)
    })

    test.each(reads)('$id: nothing of the owner', async ({ id, typical }) => {
      const { status, headers, bytes } = await ask(id, typical, strangers[who])
      const text = Buffer.from(bytes).toString() + JSON.stringify([...headers])
      const leaked = Object.entries(told).filter(([, value]) => text.includes(value))
      expect([status, leaked]).toEqual([status, []])
    })
  })
}

describe('to the owner', () => {
  const sessionOnly = operations.filter(({ authority }) => authority === 'session')

  test.each(sessionOnly)('$id: 403 with a key, though it is of the organisation', async ({ id, path, typical }) => {
    const { status, body } = await send(id, { ...typical, params: { ...idsIn(path, owned) } }, { key: ownKey })
    expect([status, body.code]).toEqual([403, 'forbidden'])
  })

  test('all of it is told by the routes that tell others nothing, but for the key itself', async () => {
    const texts: string[] = []
    for (const { id, typical } of reads) {
      if (id === 'signIn') continue
      texts.push(Buffer.from((await ask(id, typical, ada)).bytes).toString())
    }
    const seenBy = (value: string) => texts.some((text) => text.includes(value))
    const unseen = Object.entries(told).filter(([, value]) => !seenBy(value))
    expect(unseen.map(([name]) => name)).toEqual(['raw'])
  })

  test('everything is there after all of that', async () => {
    const own = (path: string, as: string) => asPerson(ada, 'GET', path, { as })
    expect((await own(`/api/images/${owned.image}`, 'getImage')).body).toMatchObject({ status: 'completed' })
    expect((await own('/api/keys', 'listApiKeys')).body).toMatchObject([{ id: owned.key }])
    expect((await call('GET', '/api/account/me', { key: ownKey, as: 'getMe' })).body).toMatchObject({
      orgId: owned.org,
    })
  })
})

test('a cursor of somebody else shows only what is one’s own', async () => {
  const open = (person: Person, subject: string) =>
    asPerson(person, 'POST', '/api/support/tickets', { body: { subject, message: 'a' }, as: 'openTicket' })
  const page = (person: Person, query: string) =>
    asPerson<{ tickets: { subject: string }[]; next_cursor: string | null }>(
      person,
      'GET',
      `/api/support/tickets${query}`,
      { as: 'listTickets' },
    )
  await open(ada, 'another')
  const { next_cursor } = (await page(ada, '?limit=1')).body
  expect(next_cursor).not.toBeNull()
  const bob = await newPerson('Bob')
  await open(bob, 'mine')
  const { body } = await page(bob, `?cursor=${next_cursor}`)
  expect((body.tickets ?? []).filter(({ subject }) => subject !== 'mine')).toEqual([])
})

test('a page for paying is of one organisation, and so is what it gives', async () => {
  const [first, second] = await Promise.all([newPerson(), newPerson()])
  const [one, other] = [await checkout(first), await checkout(second)]
  expect(one.body.url).not.toBe(other.body.url)
  await payOn(one.body.url)
  const tierOf = async (person: Person) =>
    (await asPerson<{ tier: string }>(person, 'GET', '/api/billing', { as: 'getBilling' })).body.tier
  await expect.poll(() => tierOf(first), { timeout: 30_000 }).toBe('pro')
  expect([await tierOf(second), await tierOf(ada)]).toEqual(['free', 'free'])
})
