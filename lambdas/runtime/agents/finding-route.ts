import { reply } from '@signet/contracts'
import {
  type Caller,
  type Clock,
  definedMembers,
  invalidInput,
  type NewId,
  notFound,
  type Refusal,
  type RowOf,
  type RowTable,
  refusal,
  route,
} from '@signet/kernel'
import { CISO_RULES } from '@signet/posture'
import type { receiptRow } from '@signet/receipts/rows'
import type { findingRow } from '../contract/finding-rows.ts'
import { type FindingBody, type FindingView, recordFinding } from '../contract/findings.ts'
import type { PaidRuns } from '../guard/paid-runs.ts'
import { type QuerentScope, querentScope } from '../namespaces/namespace.ts'
import type { Inscriber } from '../readings/inscribe.ts'

export interface FindingDeps {
  readonly findings: RowTable<typeof findingRow>
  readonly receipts: Pick<RowTable<typeof receiptRow>, 'get'>
  readonly inscriber: Pick<Inscriber, 'find'>
  readonly paid: PaidRuns
  readonly now: Clock
  readonly newId: NewId
}

type Row = RowOf<typeof findingRow>

/** Changes per finding; the history must fit in one row. */
const CHANGES_MAX = 200

const TRIES = 5

const RULES: ReadonlySet<string> = new Set(CISO_RULES.map(({ id }) => id))

const brokenRule = ({ title, rule, status, owner, due }: FindingBody): Refusal<'invalid_input'> | undefined => {
  if (rule !== undefined && !RULES.has(rule))
    return invalidInput([{ field: 'rule', message: 'is not an intake rule; use title for a finding without a rule' }])
  const needed = { owner, due }
  const missing = Object.entries(needed).flatMap(([field, value]) => (value === undefined ? [field] : []))
  if (title === undefined && rule === undefined)
    return invalidInput([{ field: 'title', message: 'is required without rule' }])
  if (status !== 'accepted' || missing.length === 0) return undefined
  return invalidInput(missing.map((field) => ({ field, message: 'is required for an accepted finding' })))
}

const actorOf = ({ userId, keyId, kind }: Caller): string =>
  userId === undefined ? (keyId === undefined ? kind : `key:${keyId}`) : `user:${userId}`

const viewOf = ({ place: _, version: _version, createdAt, ...finding }: Row): FindingView =>
  ({ ...finding, created_at: createdAt }) as FindingView

const findingNotFound = () => notFound('The finding does not exist')

/**
 * Returns true for a receipt of the organization and, if the header names querents, of one of them (runtime.md 12,
 * ruling 2).
 */
const isOwnReceipt = async ({ receipts, inscriber }: FindingDeps, scope: QuerentScope, hash: string) => {
  const row = await receipts.get({ hash })
  if (row?.org !== scope.org) return false
  if (scope.named === undefined) return true
  const inscribedWork = await inscriber.find(scope.org, hash)
  return inscribedWork !== undefined && scope.sees(inscribedWork.place)
}

const splitBody = ({ id: _, note, ...about }: FindingBody, by: string, at: string) => ({
  about: definedMembers(about),
  change: definedMembers({ at, by, status: about.status, note }),
})

const createFinding = async (
  { findings, now, newId }: FindingDeps,
  scope: QuerentScope,
  body: FindingBody,
  by: string,
) => {
  const at = now().toISOString()
  const { about, change } = splitBody(body, by, at)
  const id = newId()
  const row: Row = { ...about, id, place: scope.own().place, history: [change], version: 1, createdAt: at }
  await findings.putNew({ org: scope.org, id }, row)
  return reply(201, viewOf(row))
}

const changeFinding = async (
  { findings, now }: FindingDeps,
  { org, sees }: QuerentScope,
  id: string,
  body: FindingBody,
  by: string,
) => {
  for (let tries = 0; tries < TRIES; tries++) {
    const before = await findings.get({ org, id })
    if (before === undefined || !sees(before.place)) return findingNotFound()
    const { place, history, version, createdAt } = before
    if (history.length >= CHANGES_MAX)
      return invalidInput([{ field: 'id', message: `has ${CHANGES_MAX} changes; record a new finding` }])
    const { about, change } = splitBody(body, by, now().toISOString())
    const next: Row = { ...about, id, place, createdAt, history: [...history, change], version: version + 1 }
    if (await findings.replace({ org, id }, next, { version })) return reply(200, viewOf(next))
  }
  return refusal('finding_conflict', 'The finding is being changed by concurrent requests; try again')
}

/** `POST /agents/ciso-finding` (runtime.md 6). */
export const findingRoute = (deps: FindingDeps) =>
  route(recordFinding, ({ body, headers, caller }) =>
    deps.paid(caller, async () => {
      const broken = brokenRule(body)
      if (broken) return broken
      const scope = querentScope(caller, headers['x-querent-ids'])
      if (body.receipt !== undefined && !(await isOwnReceipt(deps, scope, body.receipt)))
        return notFound('The receipt does not exist')
      const by = actorOf(caller)
      return body.id === undefined
        ? createFinding(deps, scope, body, by)
        : changeFinding(deps, scope, body.id, body, by)
    }),
  )
