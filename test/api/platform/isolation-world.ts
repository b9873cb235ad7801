import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SERVICES } from '../../../lib/services.ts'
import { type Answer, newAddress } from '../../support/api.ts'
import { comparableAnswer } from '../../support/comparable-answer.ts'
import { newKey } from '../../support/credentials.ts'
import { declaredOperation, operationsOf } from '../../support/declared-operations.ts'
import { type FixtureRequest, plainOperation, send } from '../../support/operation-requests.ts'
import { idNamesIn, type Owner, ownedThings } from '../../support/owned.ts'
import { asPerson, newPerson, type Person, platformOrigin } from '../../support/people.ts'
import { newUser } from '../../support/sessions.ts'

/*
 * Users, keys and addresses without any relation to an owner call every route of the platform, including new ones.
 * A route with an id of a new kind fails until test/api/<domain>/owned.ts declares its owner.
 */

const OWNED_ITEMS = await ownedThings()

/** Scopes that a platform key can have. */
const KEY_SCOPES = SERVICES.filter(({ service }) => service.api === 'platform').flatMap(({ service }) =>
  Object.keys(service.scopes),
)

export const operations = operationsOf('platform').map((id) => ({ ...plainOperation(id), ...declaredOperation(id) }))
const publicOperations = new Set(OWNED_ITEMS.flatMap((things) => Object.keys(things.publicOperations ?? {})))
export const acceptsAbsentIds = new Set(OWNED_ITEMS.flatMap((things) => Object.keys(things.acceptsAbsentIds ?? {})))
const chosenByCaller = new Set(OWNED_ITEMS.flatMap((things) => Object.keys(things.chosenByCaller ?? {})))
const distinguishesForeignIds = new Set(
  OWNED_ITEMS.flatMap((things) => Object.keys(things.distinguishesForeignIds ?? {})),
)
/** Names of ids, by their route, that no response repeats. */
export const neverReturned = OWNED_ITEMS.flatMap((things) => Object.keys(things.notInAnswers ?? {}))
export const choices: Readonly<Record<string, string>> = Object.assign(
  {},
  ...OWNED_ITEMS.map((things) => things.choices),
)
const namesAnId = (path: string) => idNamesIn(path, choices).length > 0
export const byPath = operations.filter(({ id, path }) => namesAnId(path) && !publicOperations.has(id))
const indistinguishableOperations = byPath.filter(({ id }) => !distinguishesForeignIds.has(id))
const distinguishable = byPath.filter(({ id }) => distinguishesForeignIds.has(id))
export const reads = operations
  .filter(({ id, method, path }) => method === 'get' && !namesAnId(path) && !publicOperations.has(id))
  .map(({ typical, ...operation }) => ({ ...operation, typical: { ...typical, params: { ...choices } } }))

type Values = Readonly<Record<string, string>>

const valueForPath = <T>(all: Readonly<Record<string, T>>, path: string): T | undefined =>
  Object.entries(all).find(([start]) => path === start || path.startsWith(`${start}/`))?.[1]

/** An owner with items in every domain. */
export interface Isolated {
  readonly owner: Owner
  readonly ada: Person
  /** Texts that only the owner may see. */
  readonly secrets: Values
  /** Returns the owner's ids in a path. Later ids in the path are the owner's too. */
  idsIn(path: string): Values
  /** Returns ids of the same format that do not exist. */
  absentIn(path: string): Values
}

const newOwner = async (): Promise<Owner> => {
  const person = await newPerson(`Ada ${randomUUID()}`)
  const me = await asPerson<{ userId: string; orgId: string }>(person, 'GET', '/api/account/me', { as: 'getMe' })
  const createdKey = await asPerson<{ id: string; key: string }>(person, 'POST', '/api/keys', {
    body: { name: `shop ${randomUUID()}` },
    as: 'createApiKey',
  })
  const listed = { as: 'listSessions' }
  const sessions = await asPerson<{ sessions: { id: string }[] }>(person, 'GET', '/api/account/sessions', listed)
  return {
    person,
    org: me.body.orgId,
    user: me.body.userId,
    session: String(sessions.body.sessions[0]?.id),
    key: createdKey.body.key,
    keyId: createdKey.body.id,
  }
}

/** Creates an owner with items in every domain. */
const createIsolated = async (): Promise<Isolated> => {
  const owner = await newOwner()
  const ids: Record<string, Values> = {}
  const secrets: Record<string, string> = {
    org: owner.org,
    user: owner.user,
    email: owner.person.email,
    raw: owner.key,
  }
  for (const { paths = {}, texts } of OWNED_ITEMS) {
    for (const [start, make] of Object.entries(paths)) {
      const createdIds = await make(owner)
      ids[start] = createdIds
      // No route of the platform accepts ids of other APIs.
      if (!byPath.some(({ path }) => path === start || path.startsWith(`${start}/`))) continue
      for (const [name, value] of Object.entries(createdIds)) secrets[`${start} ${name}`] = value
    }
    Object.assign(secrets, await texts?.(owner))
  }
  const idsIn = (path: string): Values => valueForPath(ids, path) ?? {}
  const absent: Readonly<Record<string, Values>> = Object.assign({}, ...OWNED_ITEMS.map((things) => things.absent))
  return {
    owner,
    ada: owner.person,
    secrets,
    idsIn,
    absentIn: (path) =>
      valueForPath(absent, path) ?? Object.fromEntries(Object.keys(idsIn(path)).map((name) => [name, randomUUID()])),
  }
}

/** Creates the owner of a test file before its tests. Items that affect other tests are ended after them. */
export const useOwner = (): (() => Isolated) => {
  let isolated: Isolated | undefined
  beforeAll(async () => {
    isolated = await createIsolated()
  })
  afterAll(async () => {
    for (const { end } of OWNED_ITEMS) await end?.()
  })
  return () => {
    if (!isolated) throw new Error('The owner exists in tests only')
    return isolated
  }
}

type Credential = { readonly cookie: string } | { readonly key: string } | { readonly from: string }

/** Sends a request of the fixtures with that credential; a cookie is sent as from a page of the platform. */
export const ask = (id: string, request: FixtureRequest, who: Credential) =>
  'cookie' in who
    ? send(id, { ...request, headers: { ...request.headers, cookie: who.cookie, origin: platformOrigin() } })
    : send(id, request, who)

/** Third parties without any relation to the owner, by their credential. */
const THIRD_PARTIES = {
  'another signed-in user': async () => ({ cookie: (await newPerson('Bob')).cookie }),
  'a user with a token of the authentication service': async () => ({ key: (await newUser()).session }),
  'a key of another organization with no scope': async () => ({ key: await newKey('platform', []) }),
  'a key of another organization with every scope': async () => ({ key: await newKey('platform', KEY_SCOPES) }),
  'an anonymous client': async () => ({ from: newAddress() }),
} satisfies Readonly<Record<string, () => Promise<Credential>>>

/** Removes the ids of the request from the response, because an empty list may repeat them. */
const withoutIds = <Body>(answer: Answer<Body>, values: Values): Answer<Body> => {
  const text = Buffer.from(answer.bytes).toString()
  const bytes = Object.values(values).reduce((rest, value) => rest.replaceAll(value, 'id'), text)
  return { ...answer, bytes: Buffer.from(bytes) }
}

/** Checks that another owner's id gets the same response as an id that does not exist. */
const expectAbsentResponse = async (
  { idsIn, absentIn }: Isolated,
  { id, path, typical }: (typeof indistinguishableOperations)[number],
  { stranger, isAuthenticated }: { readonly stranger: Credential; readonly isAuthenticated: boolean },
): Promise<void> => {
  const foreignIds = idsIn(path)
  const absentIds = absentIn(path)
  const sendWith = (params: Values) => ask(id, { ...typical, params: { ...choices, ...params } }, stranger)
  const foreign = await sendWith(foreignIds)
  const absent = await sendWith(absentIds)
  const comparable = (response: typeof foreign, values: Values) =>
    comparableAnswer(acceptsAbsentIds.has(id) ? withoutIds(response, values) : response)
  expect(comparable(foreign, foreignIds)).toEqual(comparable(absent, absentIds))
  const refusals = isAuthenticated ? [403, 404] : [401, 403, 404]
  // The plan may not include the item that the id would name.
  const otherStatuses = [...(acceptsAbsentIds.has(id) ? [200] : []), ...(chosenByCaller.has(id) ? [402] : [])]
  expect([...otherStatuses, ...refusals]).toContain(foreign.status)
}

/** Calls every route with an id, and every list, as a third party. */
export const checkStranger = (isolated: () => Isolated, who: keyof typeof THIRD_PARTIES): void => {
  describe(`requests of ${who}`, () => {
    let stranger: Credential
    beforeAll(async () => {
      stranger = await THIRD_PARTIES[who]()
    })

    test.each(distinguishable)(
      "$id: another owner's id is refused without data of the owner",
      async ({ id, path, typical }) => {
        const { owner, ada, idsIn } = isolated()
        const { status, bytes } = await ask(id, { ...typical, params: { ...choices, ...idsIn(path) } }, stranger)
        const text = Buffer.from(bytes).toString()
        const leaked = [owner.org, owner.user, ada.email, ada.name].filter((value) => text.includes(value))
        expect([status >= 400 && status < 500, leaked]).toEqual([true, []])
      },
    )

    test.each(indistinguishableOperations)(
      "$id: another owner's id gets the same response as an unknown id",
      (operation) =>
        expectAbsentResponse(isolated(), operation, {
          stranger,
          isAuthenticated: who === 'another signed-in user' || who.startsWith('a user with a token'),
        }),
    )

    test.each(reads)('$id: contains no data of the owner', async ({ id, typical }) => {
      const { status, headers, bytes } = await ask(id, typical, stranger)
      const text = Buffer.from(bytes).toString() + JSON.stringify([...headers])
      const leaked = Object.entries(isolated().secrets).filter(([, value]) => text.includes(value))
      expect([status, leaked]).toEqual([status, []])
    })
  })
}

/** Checks that third parties have changed none of the owner's items. */
export const checkIntact = (isolated: () => Isolated): void => {
  test('all items of the owner still exist', async () => {
    const { owner, ada, idsIn } = isolated()
    const getAsOwner = (path: string, as: string) => asPerson(ada, 'GET', path, { as })
    expect((await getAsOwner(`/api/images/${idsIn('/api/images/{id}').id}`, 'getImage')).body).toMatchObject({
      status: 'completed',
    })
    expect((await getAsOwner('/api/keys', 'listApiKeys')).body).toMatchObject([{ id: owner.keyId }])
    const me = await send('getMe', {}, { key: owner.key })
    expect(me.body).toMatchObject({ orgId: owner.org })
  })
}
