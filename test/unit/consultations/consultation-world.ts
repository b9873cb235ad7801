import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { sha256Hex } from '@signet/digest'
import { outbox, outboxTable } from '@signet/events'
import { type Caller, newUuid, quotas } from '@signet/kernel'
import { meters, quotaNotices } from '@signet/ledger'
import { consultationRoutes } from '../../../lambdas/consultations/api/consultation-routes.ts'
import { runtimeRoles } from '../../../lambdas/consultations/api/runtime-roles.ts'
import { createLog } from '../../../layers/kernel/src/log.ts'
import type { CrashPoint } from '../../support/crash-point.ts'
import { testSiblings } from '../../support/siblings.ts'
import { TABLE } from '../../support/table-world.ts'

/** A request that the runtime has got. */
export interface AskedOfRuntime {
  readonly method: string
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
}

/** An answer in place of the runtime's own; undefined: its own. */
export type Instead = (asked: AskedOfRuntime, init: RequestInit) => Promise<Response> | Response | undefined

const FACTS = { exposure: 'public', data_classes: 'financial', trigger: 'webhook' }

/** What a run says, as far as anybody reads it here. */
const runOf = ({ role, responseMode, bundle_bindings }: AskedOfRuntime['body'], key: string) => {
  const hash = sha256Hex(key)
  const from = (bundle_bindings as { receipt?: string } | undefined)?.receipt
  return {
    ...{ schema_version: '1.0', success: true, role, response: '# Said', responseMode, hash },
    receipt: { hash, verifyUrl: `https://signet.example/verify/${hash}`, seed: 7 },
    metadata: { method: 'rules', ...(from !== undefined && { bound_from: from }) },
    ...(role === 'cto' && { envelope: { bindings: FACTS } }),
  }
}

/** A runtime in memory: one key is one run, and the newest run of role cto is remembered. */
export const runtimeInMemory = (instead: Instead = () => undefined) => {
  const runs = new Map<string, ReturnType<typeof runOf>>()
  const asked: AskedOfRuntime[] = []
  const answers: Readonly<Record<string, (request: AskedOfRuntime) => object>> = {
    'POST /agents/run': ({ body, headers }) => {
      const key = String(headers['idempotency-key'])
      const run = runs.get(key) ?? runOf(body, key)
      runs.set(key, run)
      return run
    },
    'GET /agents/memory/cto': () => {
      const newest = [...runs.values()].findLast(({ role }) => role === 'cto')
      return newest === undefined ? { exists: false } : { exists: true, recentMemories: [{ hash: newest.hash }] }
    },
    'GET /advisory': ({ path }) => ({
      advisory: [...runs.values()].find(({ hash }) => path.endsWith(hash)),
    }),
    'POST /agents/bootstrap': ({ body }) => ({ role: body.role, signalType: 'none' }),
  }
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const { pathname: path } = new URL(url)
    const request: AskedOfRuntime = {
      ...{ method: String(init.method), path, headers: init.headers as Record<string, string> },
      body: init.body ? JSON.parse(String(init.body)) : {},
    }
    asked.push(request)
    const other = await instead(request, init)
    if (other) return other
    const [, answer] = Object.entries(answers).find(([start]) => `${request.method} ${path}`.startsWith(start)) ?? []
    return answer
      ? Response.json(answer(request))
      : Response.json({ error: 'None', code: 'not_found' }, { status: 404 })
  }
  const rolesRun = () => [...runs.values()].map(({ role }) => role)
  return { fetch, runs, asked, rolesRun }
}

export type RuntimeInMemory = ReturnType<typeof runtimeInMemory>

const cycle = { start: new Date('2026-11-05T00:00:00Z'), end: new Date('2026-12-05T00:00:00Z') }
const log = createLog({ write: () => undefined })

/** The answer of a route, or the refusal. */
export interface Told {
  readonly status: number
  readonly code: string | undefined
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly extras: Readonly<Record<string, unknown>>
}

export interface WorldOptions {
  readonly db: DynamoDBDocumentClient
  readonly runtime: RuntimeInMemory
  readonly now: () => Date
  readonly tier?: 'free' | 'pro'
  /** Every call of the table and of the runtime passes it. */
  readonly cut?: CrashPoint
}

interface Request {
  readonly body?: object
  readonly key?: string
  readonly params?: object
  readonly signal?: AbortSignal
}

const callerOf = (tenant: string): Caller => ({
  ...{ kind: 'session', tenantId: tenant, orgId: `${tenant}-org`, userId: tenant, scopes: [], rateKey: tenant },
})

/** The routes of consultations over a table and a runtime. */
export const consultationsOver = ({ db, runtime, now, tier = 'free', cut }: WorldOptions) => {
  const tables = { db, table: TABLE, now, backoff: { sleep: async () => undefined, random: Math.random } }
  const fetch = (url: string, init: RequestInit) =>
    cut ? (cut.around(() => runtime.fetch(url, init)) as Promise<Response>) : runtime.fetch(url, init)
  const platform = meters({
    ...{ quotas: quotas(tables, '/pricing'), ceiling: 1 },
    standingOf: async () => ({ tier, cycle }),
  })
  const sent: unknown[] = []
  const send = async <Event>(events: readonly Event[]) => {
    sent.push(...events)
    return events
  }
  const [consult, bootstrap, memory] = consultationRoutes({
    ...tables,
    ...{ log, newId: newUuid, meters: platform },
    notices: quotaNotices({ ...tables, outbox: outbox({ table: outboxTable(tables), bus: { send }, log }) as never }),
    rolesFor: runtimeRoles(testSiblings(['runtime'], { fetch }).runtime, () => 0),
  })

  const told =
    (run: unknown) =>
    async (tenant: string, { body = {}, key, params = {}, signal = new AbortController().signal }: Request) => {
      const headers = key === undefined ? {} : { 'idempotency-key': key }
      const request = { ...{ body, headers, params, signal }, traceId: '0'.repeat(32), caller: callerOf(tenant) }
      const answer = await (run as (request: object) => Promise<Partial<Told>>)(request)
      return { status: 0, body: {}, ...answer, ...membersOf(answer) } as Told
    }
  const scopes = (tenant: string) => ({ entitlementScope: `${tenant}-org`, resourceScope: tenant })
  return {
    consult: told(consult?.run),
    bootstrap: told(bootstrap?.run),
    memory: told(memory?.run),
    used: async (tenant: string) => (await platform.read(scopes(tenant))).readings.scaffolds.used,
    sent,
  }
}

/** Members of a refusal are not all its own. */
const membersOf = ({ code, headers = {}, extras = {} }: Partial<Told>) => ({ code, headers, extras })

export const ASKED = { role: 'cto', intention: 'Receive Stripe webhooks', responseMode: 'symbolic' }
