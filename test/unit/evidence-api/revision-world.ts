import { randomBytes } from 'node:crypto'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { type Reviser, type RevisionRequest, ruleReviser } from '@signet/evidence'
import { newUuid, quotas } from '@signet/kernel'
import { outbox, outboxTable } from '@signet/kernel/events'
import { meters, quotaNotices } from '@signet/ledger'
import { receiptIssuer } from '@signet/receipts/issuing'
import { attestRoutes } from '../../../lambdas/evidence/attest/attest-route.ts'
import { attestTable } from '../../../lambdas/evidence/attest/attest-table.ts'
import { fillQueryRoutes } from '../../../lambdas/evidence/gap-fill/fill-query-routes.ts'
import type { FillMessage } from '../../../lambdas/evidence/gap-fill/fill-queue.ts'
import { fillRoute } from '../../../lambdas/evidence/gap-fill/fill-route.ts'
import { fillingTable } from '../../../lambdas/evidence/gap-fill/filling-table.ts'
import { gapFillTable } from '../../../lambdas/evidence/gap-fill/gap-fill-table.ts'
import { workFill } from '../../../lambdas/evidence/gap-fill/work-fill.ts'
import { assetTable } from '../../../lambdas/evidence/library/asset-table.ts'
import { type PolicyCatalog, policyCatalog } from '../../../lambdas/evidence/policies/policy-catalog.ts'
import { policyTable } from '../../../lambdas/evidence/policies/policy-table.ts'
import { validationTable } from '../../../lambdas/evidence/validations/validation-table.ts'
import { callRoute, silentLog } from '../../support/paid-world.ts'
import { TABLE, type TableWorld } from '../../support/table-world.ts'
import { issuerDeps } from '../receipts/issuing/issuing-world.ts'
import { libraryOver } from './library-world.ts'

export const TEXT = {
  title: 'Sourdough at home',
  domains: ['food'],
  body: 'By Ada Kay\n\nSourdough rises because of wild yeast. Loaves of sourdough lose 12 percent of their weight in the oven.',
}

const FINDING = {
  type: 'research_finding',
  title: 'Weight loss of loaves in the oven',
  domains: ['food'],
  tags: [],
  content: { finding: 'Sourdough loaves lost 12 percent in a survey of 400 bakeries.', method: 'Weighed (n=400).' },
  qualityScore: null,
  verificationStatus: 'verified',
  authorName: null,
  authorBio: null,
  sourceUrl: 'https://www.usda.gov/loaves',
}

/** The body of a gap fill in the engine's format. */
export const fillBody = (others: object = {}) => ({
  content: TEXT,
  policyVersion: 'eeat-core',
  maxIterations: 3,
  ...others,
})

/** The body of an attestation. */
export const attestBody = (members: object = {}) => ({
  content: TEXT,
  policyVersion: 'eeat-core',
  publicPayload: { title: 'Sourdough', words: 20 },
  runGapFill: true,
  ...members,
})

const cycle = { start: new Date('2026-11-05T00:00:00Z'), end: new Date('2026-12-05T00:00:00Z') }

interface Options {
  readonly db: DynamoDBDocumentClient
  readonly now: () => Date
  readonly tier?: 'free' | 'pro' | 'team'
  readonly reviser?: Reviser
  /** Replaces the outbox of telemetry. */
  readonly bus?: { readonly send: (events: readonly never[]) => Promise<readonly never[]> }
  /** Replaces the policy catalog. */
  readonly catalog?: PolicyCatalog
  readonly queue?: { readonly send: (message: FillMessage) => Promise<void> }
}

/** A reviser that counts its calls, and returns the text unchanged. */
export const countingReviser = (
  answer: (requests: RevisionRequest) => ReturnType<Reviser['revise']> = async ({ content }) => ({
    body: content.body,
    cost: 1_000,
  }),
) => {
  const requests: RevisionRequest[] = []
  const reviser: Reviser = {
    name: 'counting',
    estimate: () => 2_000,
    revise: (given) => {
      requests.push(given)
      return answer(given)
    },
  }
  return { reviser, requests }
}

/** The routes of revisions over a table, with a worker for asynchronous ones. */
export const revisionsOver = ({ db, now, tier = 'pro', reviser = ruleReviser, bus, queue, catalog }: Options) => {
  const tables = { db, table: TABLE, now, backoff: { sleep: async () => undefined, random: Math.random } }
  const publishedEvents: { readonly type: string }[] = []
  const queuedMessages: FillMessage[] = []
  const send = async (events: readonly never[]) => {
    publishedEvents.push(...events)
    return events
  }
  const events = bus ?? { send }
  const box = outbox({ table: outboxTable(tables), bus: { send } as never, log: silentLog }) as never
  const tierStatusOf = async () => ({ tier, cycle })
  const notices = quotaNotices({ ...tables, outbox: box })
  const assets = assetTable(tables)
  const deps = {
    ...tables,
    log: silentLog,
    newId: newUuid,
    tierStatusOf,
    notices,
    assets,
    reviser,
    bus: events as never,
    meters: meters({ quotas: quotas(tables, '/pricing'), tierStatusOf, ceiling: 1 }),
    catalog: catalog ?? policyCatalog(policyTable(tables)),
    fills: gapFillTable({ ...tables, assets, notices }),
    fillings: fillingTable(tables),
    validations: validationTable({ ...tables, notices }),
    attestations: attestTable(tables),
    queue: queue ?? { send: async (message: FillMessage) => void queuedMessages.push(message) },
    issue: receiptIssuer(issuerDeps({ db }, { now, randomBytes })),
    issuer: 'https://signet.example',
  }
  const [get, list] = fillQueryRoutes(deps).map(callRoute) as [
    ReturnType<typeof callRoute>,
    ReturnType<typeof callRoute>,
  ]
  const [attest, critique] = attestRoutes(deps).map(callRoute) as [
    ReturnType<typeof callRoute>,
    ReturnType<typeof callRoute>,
  ]
  return {
    fill: callRoute(fillRoute(deps)),
    get,
    list,
    attest,
    critique,
    work: (message: FillMessage) => workFill(deps)(message, () => 60_000),
    queuedMessages,
    publishedEvents,
    /** Adds a finding to the library and returns its id. */
    async stock(tenant: string, others: object = {}): Promise<string> {
      const { body } = await libraryOver({ db, now }).create(tenant, { body: { ...FINDING, ...others } })
      return (body.asset as { id: string }).id
    },
  }
}

/** The tenant's used quota and stored results. */
export const storedFor = async (world: TableWorld, tenant: string) => {
  const rows = await world.partition(`EVIDENCE#${tenant}-org`)
  const counters = (await world.rows('USE#')).filter(({ pk }) => String(pk) === `USE#${tenant}`)
  /** Excludes holds of requests with an unknown outcome. */
  const used = (meter: string): number => {
    const counter = counters.find(({ sk, used: count }) => count !== undefined && String(sk).includes(meter)) ?? {}
    return Number(counter.used ?? 0) - Object.keys(counter).filter((name) => name.startsWith('reserved_')).length
  }
  const rowsWithPrefix = (prefix: string) => rows.filter(({ sk }) => String(sk).startsWith(prefix))
  return {
    fills: rowsWithPrefix('GAPFILL#').length,
    validations: rowsWithPrefix('VALIDATION#').length,
    attested: rowsWithPrefix('ATTESTED#').length,
    usage: rowsWithPrefix('ASSET#').map(({ usageCount }) => usageCount),
    usedFills: used('evidence_gap_fills'),
    usedValidations: used('evidence_validations'),
  }
}
