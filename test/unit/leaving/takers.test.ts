import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { newUuid } from '@signet/kernel'
import type { Take } from '@signet/erasure'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeAccount } from '../../../lambdas/accounts/exports/take-account.ts'
import { takeBilling } from '../../../lambdas/billing/leave/take-billing.ts'
import { takeImages } from '../../../lambdas/images/leave/take-images.ts'
import { takeNotebooks } from '../../../lambdas/notebooks/leave/take-notebooks.ts'
import { takeMonitors } from '../../../lambdas/sentiment/leave/take-monitors.ts'
import { takeMessages } from '../../../lambdas/support/leave/take-messages.ts'
import { newsSubscriber } from '../../../lambdas/support/subscribe/news-links.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

const NOW = new Date('2026-11-25T09:00:00Z')
const PEPPER = 'pepper'
const LATER = NOW.getTime() / 1000 + 86_400

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const tables = () => ({ db: world.db, table: TABLE, now: () => NOW })

type Item = Readonly<Record<string, unknown>>

interface Asker {
  readonly org: string
  readonly user: string
  readonly email: string
}

interface Service {
  /** What is kept of somebody: texts with `given` have to be in the copy, those with `hidden` must not. */
  readonly rows: (asker: Asker) => readonly Item[]
  readonly take: () => Take
  readonly files: readonly string[]
}

const job = (tenant: string, id: string): Item => ({
  pk: `TENANT#${tenant}`,
  sk: `JOB#${id}`,
  gsi1pk: 'hidden-index',
  gsi1sk: 'hidden-index',
  tenant_id: tenant,
  job_id: id,
  state: 'completed',
  painter: 'hidden-painter',
  original_prompt: 'given-prompt',
  quality_tier: 'standard',
  output_format: 'png',
  aspect_ratio: '1:1',
  network: 'hidden-network',
  order: { model_id: 'm', width: 1, height: 1, output_quality: 90, cut_out: true, source_key: 'hidden-key' },
  rendering: { model_id: 'm', painter: 'hidden-painter', cost_micros: 40_001 },
  charge: {
    account: 'hidden-account',
    epoch: 40_002,
    parts: { welcome: 3, purchased: 2 },
    spender: { grant: 'hidden' },
  },
  webhook: { url: 'https://given-hook.example', base_url: 'https://hidden.example', state: 'delivered', attempts: 1 },
  created_at: 'then',
  expires_at: LATER,
})

const billing = (mode: string, org: string): readonly Item[] => [
  { pk: `BILLING#${mode}#${org}`, sk: 'CUSTOMER', customer_id: 'hidden-cus', generation: 40_003, has_saved_card: true },
  { pk: `BILLING#${mode}#${org}`, sk: 'PLAN', sku: `given-${mode}-plan`, version: 40_004 },
  { pk: `BILLING#${mode}#${org}`, sk: 'PURCHASE#1', product: `given-${mode}-purchase` },
  { pk: `BILLING#${mode}#${org}`, sk: 'REVERSAL#1', id: `given-${mode}-refund` },
  { pk: `BILLING#${mode}#${org}`, sk: 'MONTH#1', invoice_id: `given-${mode}-month`, turn: 40_005 },
  { pk: `BILLING#${mode}#${org}`, sk: 'CHECKOUT#1', session_id: 'hidden-session' },
  {
    pk: `PUR#${mode}#${org}`,
    sk: 'ORDER#hidden',
    key: 'hidden-digest',
    product: `given-${mode}-order`,
    customer: 'hidden-cus',
    method: 'hidden-card',
    spender: { key: 'hidden-key' },
  },
]

const SERVICES: Readonly<Record<string, Service>> = {
  accounts: {
    rows: ({ org, user, email }) => [
      { pk: `PERSON#${user}`, sk: 'PROFILE', email, name: 'given-name' },
      { pk: `PERSON#${user}`, sk: `ORG#${org}`, org_id: org, role: 'given-role' },
      { pk: `PERSON#${user}`, sk: 'SESSION#1', id: 'given-session', digest: 'hidden-digest' },
      { pk: `ORGKEY#${org}`, sk: 'KEY#1', name: 'given-key', digest: 'hidden-digest', madeBy: ['hidden-digest'] },
      { pk: `OAGRANT#${user}`, sk: 'GRANT#hidden', client_id: 'given-agent', key: 'hidden-key', version: 40_006 },
      { pk: `ORG#${org}`, sk: 'INVITATION#hidden', email: 'hidden@others.example' },
    ],
    take: () => takeAccount(tables()),
    files: ['person', 'organisations', 'sessions', 'keys', 'agents'],
  },
  billing: {
    rows: ({ org }) => [
      { pk: `CR#${org}`, sk: 'BALANCE', welcome: 3, epoch: 40_007, warned: 'hidden-cycle' },
      { pk: `CR#${org}`, sk: 'ENTRY#then#welcome#1', type: 'welcome', ref: 'given-entry' },
      { pk: `CR#${org}`, sk: 'POSTED#pack#hidden', at: 'hidden-mark' },
      ...billing('live', org),
      ...billing('test', org),
      { pk: `INVITE#${org}`, sk: 'PRODUCT#pro', product: 'given-product', invited_by: 'hidden@operators.example' },
    ],
    take: () => takeBilling(tables()),
    files: [
      ...['balance', 'ledger', 'customer', 'plan', 'purchases', 'orders', 'reversed-months', 'refunds', 'invitations'],
    ],
  },
  images: {
    rows: ({ org, user }) => [
      {
        pk: `USER#${user}`,
        sk: `TENANT#${user}-shop`,
        tenant_id: `${user}-shop`,
        name: 'given-tenant',
        scopes: [],
        api_key_prefix: 'given-prefix',
        key_digest: 'hidden-digest',
        account_id: 'hidden-account',
      },
      { pk: `TENANT#${org}`, sk: 'WEBHOOK', generation: 40_008 },
      job(org, '019a0000-0000-7000-8000-000000000001'),
      job(`${user}-shop`, '019a0000-0000-7000-8000-000000000002'),
    ],
    take: () => takeImages({ ...tables(), bucket: { read: async (key: string) => Buffer.from(key) } as never }),
    files: ['tenants', 'jobs'],
  },
  intake: {
    rows: ({ user, email }) => [
      { pk: `TICKET#${user}`, sk: 'OPENED#1', subject: 'given-ticket' },
      { pk: 'CONTACT#2026-11-24', sk: `MESSAGE#${user}`, email: email.toUpperCase(), message: 'given-message' },
      { pk: 'CONTACT#2026-11-24', sk: `MESSAGE#${user}-other`, email: `x${email}`, message: 'hidden-message' },
      { pk: `SUBSCRIBER#${newsSubscriber(PEPPER, email)}`, sk: 'SUBSCRIBED', email, since: 'given-since' },
      { pk: `SUBSCRIBER#${newsSubscriber(PEPPER, email)}`, sk: 'REQUEST#1', email, base_url: 'given-request' },
    ],
    take: () => takeMessages({ ...tables(), pepper: async () => PEPPER }),
    files: ['tickets', 'news', 'messages'],
  },
  notebooks: {
    rows: ({ org }) => [
      { pk: `NOTEBOOK#${org}`, sk: 'N#a', notebook: 'a', title: 'given-title' },
      { pk: `NOTEBOOK#${org}`, sk: 'D#b', notebook: 'b', title: 'given-deleted', ttl: LATER },
      { pk: `ARTIFACT#${org}/a`, sk: 'A#1', title: 'given-artifact' },
      { pk: `ARTIFACT#${org}/b`, sk: 'A#2', title: 'given-artifact-of-deleted' },
    ],
    take: () => takeNotebooks(tables()),
    files: ['notebooks', 'deleted-notebooks', 'artifacts'],
  },
  sentiment: {
    rows: ({ org }) => [
      { pk: `MONITOR#${org}`, sk: 'TENANT#shop', org, tenant: 'shop', endpoint: 'given-end', secret_ref: 'hidden-ref' },
      { pk: `BATCH#${org}#shop`, sk: 'BATCH#1', batch: 'given-batch' },
      { pk: `BATCH#${org}#shop`, sk: 'DEAD#2', batch: 'given-dead' },
      { pk: `CYCLE#${org}#shop`, sk: 'AT#1#reviews', cycle: 'given-cycle' },
      { pk: `LISTEN#${org}#shop`, sk: 'PLATFORM#reviews', spent: 40_009, seen: 'hidden-digests' },
    ],
    take: () => takeMonitors(tables()),
    files: ['monitors', 'cycles', 'batches'],
  },
}

const asker = (): Asker => ({ org: newUuid(), user: newUuid(), email: `${newUuid()}@people.example` })

const put = async (rows: readonly Item[]): Promise<void> => {
  for (const row of rows) await world.db.send(new PutCommand({ TableName: TABLE, Item: { ...row } }))
}

const taken = async (take: Take, { org, user, email }: Asker): Promise<ReadonlyMap<string, string>> => {
  const files = new Map<string, string>()
  const whose = { export_id: newUuid(), org_id: org, user_id: user, email }
  for await (const { path, bytes } of take(whose)) files.set(path, Buffer.from(bytes).toString())
  return files
}

const marked = (text: string): readonly string[] => text.match(/given[a-z-]*/g) ?? []

describe('the copy that a service gives of what it keeps of somebody', () => {
  it.each(Object.entries(SERVICES))('%s: has all that is theirs, and nothing internal', async (_, service) => {
    const ada = asker()
    const bob = asker()
    const rows = service.rows(ada)
    await put([...rows, ...service.rows(bob)])
    const files = await taken(service.take(), ada)
    expect([...files.keys()].filter((path) => path.endsWith('.jsonl'))).toEqual(
      service.files.map((name) => `${name}.jsonl`),
    )
    const lines = [...files].flatMap(([path, text]) => (path.endsWith('.jsonl') ? [text] : [])).join('')
    expect(new Set(marked(lines))).toEqual(new Set(marked(JSON.stringify(rows))))
    expect(lines).not.toMatch(/hidden|4000\d|"ttl"|"[ps]k"/)
    for (const foreign of [bob.org, bob.user, bob.email]) expect(lines).not.toContain(foreign)
  })

  it('holds the credits of a job as a number, and the pictures that were ordered', async () => {
    const ada = asker()
    const id = newUuid()
    await put([job(ada.org, id)])
    const files = await taken(takeImages({ ...tables(), bucket: { read: async () => Buffer.from('p') } as never }), ada)
    expect(JSON.parse(String(files.get('jobs.jsonl')))).toMatchObject({ credits: 5 })
    expect([...files.keys()].filter((path) => path.startsWith('images/'))).toHaveLength(2)
  })
})
