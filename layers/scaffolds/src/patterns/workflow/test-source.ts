import { code, joined } from '../../code.ts'

/** Who asks, and who approves: two callers of one tenant. */
const APPROVERS = {
  jwt: code`
const opened = () => world()
const manager = (path: string, body: string): Request =>
  authorized('POST', path, body, { token: tokenOf({ sub: 'manager-1', scope: 'approve' }) })
/** Who asked, with the right to approve. */
const asker = (path: string, body: string): Request => authorized('POST', path, body, { token: tokenOf({ scope: 'read write approve' }) })
`,
  key: code`
const [MANAGER, ASKER] = ['key-of-a-manager-for-tests', 'second-key-of-who-asks-for-tests']
const entry = (key: string, id: string) => ({ sha256: createHash('sha256').update(key).digest('hex'), id, tenant: 'tenant-a', scopes: ['approve'] })
const keys = JSON.stringify([...(JSON.parse(API_KEYS) as unknown[]), entry(MANAGER, 'manager-1'), entry(ASKER, 'key-of-tenant-a')])
const opened = () => world({ secrets: { API_KEYS: keys } })
const manager = (path: string, body: string): Request => authorized('POST', path, body, { key: MANAGER })
/** Who asked, with the right to approve. */
const asker = (path: string, body: string): Request => authorized('POST', path, body, { key: ASKER })
`,
} as const

export const testHead = (verification: 'jwt' | 'key') => code`
${joined([
  code`import assert from 'node:assert/strict'`,
  verification === 'key' ? code`import { createHash } from 'node:crypto'` : undefined,
  code`import { test } from 'node:test'`,
])}
import { advance, APPROVAL_MS, APPROVE_ABOVE_CENTS, begin, decide, expired, MAX_ATTEMPTS } from '../src/$kebab/$kebab-flow.ts'
import { http, queue, queueWith, schedule } from '../src/handler.ts'
import { contested } from './support/contested.ts'
import { ${verification === 'jwt' ? code`authorized, tokenOf` : code`API_KEYS, authorized`} } from './support/credentials.ts'
import { goodRequest, PATH } from './support/requests.ts'
import { START, world } from './support/world.ts'

type World = ReturnType<typeof world>
type Handle = typeof queue

/** An amount that needs approval. */
const MUCH = JSON.stringify({ amount_cents: APPROVE_ABOVE_CENTS + 500 })
${APPROVERS[verification]}
/** Effects that note what they were asked for. */
const effectsOf = (fault?: Error) => {
  const calls: string[] = []
  const effect = (name: string) => async (key: string, flow: { amountCents: number; requestedBy: string }) => {
    calls.push([name, key, flow.amountCents, flow.requestedBy].join(' '))
    if (fault !== undefined) throw fault
  }
  return { calls, handle: queueWith({ pay: effect('pay'), notify: effect('notify') }) }
}
/** Works on all messages there are from a place on, those that come meanwhile among them. */
const settleAll = async ({ deps, sent }: World, handle: Handle, from = 0): Promise<void> => {
  for (let at = from; at < sent.length; at++) await handle({ id: 'm' + at, attempt: 1, body: sent[at] }, deps)
}
const started = async ({ deps }: World, body = MUCH, key?: string): Promise<string> => {
  const response = await http(await goodRequest(body, key), deps)
  assert.equal(response.status, 202)
  return ((await response.json()) as { id: string }).id
}
interface Shown {
  readonly state: string
  readonly step: string
  readonly requestedBy: string
  readonly history: readonly { readonly outcome: string; readonly by: string }[]
}
const stateOf = async ({ deps }: World, id: string): Promise<Shown> =>
  (await (await http(authorized('GET', PATH + '/' + id), deps)).json()) as Shown
const APPROVE = '{"decision":"approve"}'
const decisionOf = (id: string): string => PATH + '/' + id + '/decision'
/** The same world with a queue that is down. */
const down = ({ deps }: World): World['deps'] => ({ ...deps, queue: { send: () => Promise.reject(new Error('no queue')) } })
`

export const requests = code`
import { authorized } from './credentials.ts'

export const PATH = '/v1/$kebab-flows'

export const goodBody = JSON.stringify({ amount_cents: 500 })

/** A request that the service answers gladly. */
export const goodRequest = async (body: string = goodBody, key = 'k-1'): Promise<Request> =>
  authorized('POST', PATH, body, { headers: { 'idempotency-key': key } })
`
