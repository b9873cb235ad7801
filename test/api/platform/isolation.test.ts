import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SERVICES } from '../../../lib/services.ts'
import { type Answer, call, newAddress } from '../../support/api.ts'
import { newKey } from '../../support/credentials.ts'
import { declaredOperation, operationsOf } from '../../support/declared-operations.ts'
import { type FixtureRequest, plainOperation, send } from '../../support/operation-requests.ts'
import { idNamesIn, type Owner, ownedThings } from '../../support/owned.ts'
import { checkout, payOn } from '../../support/payments.ts'
import { asPerson, newPerson, ownOrigin, type Person } from '../../support/people.ts'
import { seen } from '../../support/seen.ts'
import { newUser } from '../../support/sessions.ts'

/*
 * People, keys and addresses without any relation to an owner call every route of the platform. A new route is tried
 * like the others. A route with an id of a new kind fails until test/api/<domain>/owned.ts says whose id it is.
 */

const THINGS = await ownedThings()

/** The scopes that a key of the platform can have. */
const KEY_SCOPES = SERVICES.filter(({ service }) => service.api === 'platform').flatMap(({ service }) =>
  Object.keys(service.scopes),
)

const operations = operationsOf('platform').map((id) => ({ ...plainOperation(id), ...declaredOperation(id) }))
const forEverybody = new Set(THINGS.flatMap(({ forEverybody = {} }) => Object.keys(forEverybody)))
const tellsOfNothing = new Set(THINGS.flatMap((things) => Object.keys(things.tellsOfNothing ?? {})))
const chosenByCaller = new Set(THINGS.flatMap((things) => Object.keys(things.chosenByCaller ?? {})))
const tellsApart = new Set(THINGS.flatMap((things) => Object.keys(things.tellsApart ?? {})))
const choices: Readonly<Record<string, string>> = Object.assign({}, ...THINGS.map((things) => things.choices))
const namesAnId = (path: string) => idNamesIn(path, choices).length > 0
const byPath = operations.filter(({ id, path }) => namesAnId(path) && !forEverybody.has(id))
const likeNothing = byPath.filter(({ id }) => !tellsApart.has(id))
const refused = byPath.filter(({ id }) => tellsApart.has(id))
const reads = operations
  .filter(({ id, method, path }) => method === 'get' && !namesAnId(path) && !forEverybody.has(id))
  .map(({ typical, ...operation }) => ({ ...operation, typical: { ...typical, params: { ...choices } } }))

/** The owner's ids by the start of a path. Later ids in the path are the owner's too. */
const ids: Record<string, Readonly<Record<string, string>>> = {}

const ofPath = <T>(all: Readonly<Record<string, T>>, path: string): T | undefined =>
  Object.entries(all).find(([start]) => path === start || path.startsWith(`${start}/`))?.[1]

const idsIn = (path: string): Readonly<Record<string, string>> => ofPath(ids, path) ?? {}

/** Ids of the same form of which there is nothing. */
const absentIn = (path: string): Readonly<Record<string, string>> =>
  ofPath(Object.assign({}, ...THINGS.map(({ absent }) => absent)), path) ??
  Object.fromEntries(Object.keys(idsIn(path)).map((name) => [name, randomUUID()]))

let ada: Person
let owner: Owner
/** Texts that only the owner may ever see. */
let told: Readonly<Record<string, string>> = {}
const strangers: Record<string, Credential> = {}

type Values = Readonly<Record<string, string>>

/** The answer without the ids that were asked for, which a list that is empty may repeat. */
const withoutIds = <Body>(answer: Answer<Body>, values: Values): Answer<Body> => {
  const text = Buffer.from(answer.bytes).toString()
  const bytes = Object.values(values).reduce((rest, value) => rest.replaceAll(value, 'id'), text)
  return { ...answer, bytes: Buffer.from(bytes) }
}

type Credential = { readonly cookie: string } | { readonly key: string } | { readonly from: string }

/** A request of the fixtures, made with that credential; a cookie comes from a page of the platform. */
const ask = (id: string, request: FixtureRequest, who: Credential | undefined) =>
  who && 'cookie' in who
    ? send(id, { ...request, headers: { ...request.headers, cookie: who.cookie, origin: ownOrigin() } })
    : send(id, request, who)

const newOwner = async (): Promise<Owner> => {
  ada = await newPerson(`Ada ${randomUUID()}`)
  const me = (await asPerson<{ userId: string; orgId: string }>(ada, 'GET', '/api/account/me', { as: 'getMe' })).body
  const made = await asPerson<{ id: string; key: string }>(ada, 'POST', '/api/keys', {
    body: { name: `shop ${randomUUID()}` },
    as: 'createApiKey',
  })
  const listed = { as: 'listSessions' }
  const sessions = await asPerson<{ sessions: { id: string }[] }>(ada, 'GET', '/api/account/sessions', listed)
  return {
    person: ada,
    org: me.orgId,
    user: me.userId,
    session: String(sessions.body.sessions[0]?.id),
    key: made.body.key,
    keyId: made.body.id,
  }
}

beforeAll(async () => {
  owner = await newOwner()
  const texts: Record<string, string> = { org: owner.org, user: owner.user, email: ada.email, raw: owner.key }
  for (const { paths: ways = {}, texts: more } of THINGS) {
    for (const [start, make] of Object.entries(ways)) {
      ids[start] = await make(owner)
      // What only another API has, none of these routes tells.
      if (!byPath.some(({ path }) => path === start || path.startsWith(`${start}/`))) continue
      for (const [name, value] of Object.entries(ids[start])) texts[`${start} ${name}`] = value
    }
    Object.assign(texts, await more?.(owner))
  }
  told = texts
  strangers['somebody else who is signed in'] = { cookie: (await newPerson('Bob')).cookie }
  strangers['somebody with a token of the authentication service'] = { key: (await newUser()).session }
  strangers['a key of another organisation with no scope'] = { key: await newKey('platform', []) }
  strangers['a key of another organisation with every scope'] = { key: await newKey('platform', KEY_SCOPES) }
  strangers['nobody known'] = { from: newAddress() }
})

afterAll(async () => {
  for (const { end } of THINGS) await end?.()
})

const WHO = [
  'somebody else who is signed in',
  'somebody with a token of the authentication service',
  'a key of another organisation with no scope',
  'a key of another organisation with every scope',
  'nobody known',
] as const

describe('each id in a path', () => {
  test('is known by what comes before its ids', () => {
    expect(byPath.length).toBeGreaterThanOrEqual(4)
    for (const { path } of byPath) {
      expect([path, idNamesIn(path, choices).filter((name) => !(name in idsIn(path)))]).toEqual([path, []])
    }
  })
})

for (const who of WHO) {
  describe(`to ${who}`, () => {
    test.each(refused)(
      '$id: a foreign id is refused, and tells nothing of the owner',
      async ({ id, path, typical }) => {
        const request = { ...typical, params: { ...choices, ...idsIn(path) } }
        const { status, bytes } = await ask(id, request, strangers[who])
        const text = Buffer.from(bytes).toString()
        const leaked = [owner.org, owner.user, ada.email, ada.name].filter((value) => text.includes(value))
        expect([status >= 400 && status < 500, leaked]).toEqual([true, []])
      },
    )

    test.each(likeNothing)('$id: a foreign id answers as one that does not exist', async ({ id, path, typical }) => {
      const foreignIds = idsIn(path)
      const answer = (params: object) => ask(id, { ...typical, params: { ...choices, ...params } }, strangers[who])
      const [foreign, none] = [await answer(foreignIds), await answer(absentIn(path))]
      const seenOf = (it: typeof foreign, values: Values) => seen(tellsOfNothing.has(id) ? withoutIds(it, values) : it)
      expect(seenOf(foreign, foreignIds)).toEqual(seenOf(none, absentIn(path)))
      const isSigned = who.startsWith('somebody')
      const refusals = isSigned ? [403, 404] : [401, 403, 404]
      // The plan may not have what one would name.
      const others = [...(tellsOfNothing.has(id) ? [200] : []), ...(chosenByCaller.has(id) ? [402] : [])]
      expect([...others, ...refusals]).toContain(foreign.status)
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
    const { status, body } = await send(id, { ...typical, params: { ...choices, ...idsIn(path) } }, { key: owner.key })
    expect([status, body.code]).toEqual([403, 'forbidden'])
  })

  test('all of it is told by the routes that tell others nothing, but for the key itself', async () => {
    const texts: string[] = []
    for (const { id, typical } of reads) {
      if (id === 'signIn') continue
      texts.push(Buffer.from((await ask(id, typical, ada)).bytes).toString())
    }
    // Some ids are told below another one alone: subscribers below their page.
    for (const { id, path, typical } of byPath.filter((each) => each.method === 'get' || tellsOfNothing.has(each.id)))
      texts.push(
        Buffer.from((await ask(id, { ...typical, params: { ...choices, ...idsIn(path) } }, ada)).bytes).toString(),
      )
    const seenBy = (value: string) => texts.some((text) => text.includes(value))
    const unseen = Object.entries(told).filter(([, value]) => !seenBy(value))
    const untold = THINGS.flatMap((things) => Object.keys(things.untold ?? {}))
    expect(unseen.map(([name]) => name).sort()).toEqual(['raw', ...untold].sort())
  })

  test('everything is there after all of that', async () => {
    const own = (path: string, as: string) => asPerson(ada, 'GET', path, { as })
    expect((await own(`/api/images/${idsIn('/api/images/{id}').id}`, 'getImage')).body).toMatchObject({
      status: 'completed',
    })
    expect((await own('/api/keys', 'listApiKeys')).body).toMatchObject([{ id: owner.keyId }])
    expect((await call('GET', '/api/account/me', { key: owner.key, as: 'getMe' })).body).toMatchObject({
      orgId: owner.org,
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
