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
import type { PaidRunGuard } from '../guard/paid-runs.ts'
import { type QuerentScope, querentScope } from '../namespaces/namespace.ts'
import type { Inscriber } from '../readings/inscribe.ts'

export interface FindingDeps {
  readonly findings: RowTable<typeof findingRow>
  readonly receipts: Pick<RowTable<typeof receiptRow>, 'get'>
  readonly inscriber: Pick<Inscriber, 'find'>
  readonly runPaid: PaidRunGuard
  readonly now: Clock
  readonly newId: NewId
}

type FindingRow = RowOf<typeof findingRow>

/** Changes per finding; the history must fit in one row. */
const CHANGES_MAX = 200

const ATTEMPTS_MAX = 5

const RULE_IDS: ReadonlySet<string> = new Set(CISO_RULES.map(({ id }) => id))

const inputRefusal = ({ title, rule, status, owner, due }: FindingBody): Refusal<'invalid_input'> | undefined => {
  if (rule !== undefined && !RULE_IDS.has(rule))
    return invalidInput([{ field: 'rule', message: 'is not an intake rule; use title for a finding without a rule' }])
  const requiredFields = { owner, due }
  const missing = Object.entries(requiredFields).flatMap(([field, value]) => (value === undefined ? [field] : []))
  if (title === undefined && rule === undefined)
    return invalidInput([{ field: 'title', message: 'is required without rule' }])
  if (status !== 'accepted' || missing.length === 0) return undefined
  return invalidInput(missing.map((field) => ({ field, message: 'is required for an accepted finding' })))
}

const actorOf = ({ userId, keyId, kind }: Caller): string =>
  userId === undefined ? (keyId === undefined ? kind : `key:${keyId}`) : `user:${userId}`

const findingView = ({ namespaceId: _, version: _version, createdAt, ...finding }: FindingRow): FindingView =>
  ({ ...finding, created_at: createdAt }) as FindingView

const findingNotFound = () => notFound('The finding does not exist')

/**
 * Returns true for a receipt of the organization; if the header names querents, only for a receipt of these querents.
 */
const isReceiptInScope = async ({ receipts, inscriber }: FindingDeps, scope: QuerentScope, hash: string) => {
  const row = await receipts.get({ hash })
  if (row?.org !== scope.org) return false
  if (scope.querentIds === undefined) return true
  const inscribed = await inscriber.find(scope.org, hash)
  return inscribed !== undefined && scope.canSee(inscribed.namespaceId)
}

const splitBody = ({ id: _, note, ...about }: FindingBody, actor: string, at: string) => ({
  fields: definedMembers(about),
  change: definedMembers({ at, by: actor, status: about.status, note }),
})

const createFinding = async (
  { findings, now, newId }: FindingDeps,
  scope: QuerentScope,
  body: FindingBody,
  actor: string,
) => {
  const at = now().toISOString()
  const { fields, change } = splitBody(body, actor, at)
  const id = newId()
  const row: FindingRow = {
    ...fields,
    id,
    namespaceId: scope.defaultNamespace().namespaceId,
    history: [change],
    version: 1,
    createdAt: at,
  }
  await findings.putNew({ org: scope.org, id }, row)
  return reply(201, findingView(row))
}

const changeFinding = async (
  { findings, now }: FindingDeps,
  { org, canSee }: QuerentScope,
  id: string,
  body: FindingBody,
  actor: string,
) => {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const before = await findings.get({ org, id })
    if (before === undefined || !canSee(before.namespaceId)) return findingNotFound()
    const { namespaceId, history, version, createdAt } = before
    if (history.length >= CHANGES_MAX)
      return invalidInput([{ field: 'id', message: `has ${CHANGES_MAX} changes; record a new finding` }])
    const { fields, change } = splitBody(body, actor, now().toISOString())
    const next: FindingRow = {
      ...fields,
      id,
      namespaceId,
      createdAt,
      history: [...history, change],
      version: version + 1,
    }
    if (await findings.replace({ org, id }, next, { version })) return reply(200, findingView(next))
  }
  return refusal('finding_conflict', 'The finding is being changed by concurrent requests; try again')
}

/** `POST /agents/ciso-finding`. */
export const findingRoute = (deps: FindingDeps) =>
  route(recordFinding, ({ body, headers, caller }) =>
    deps.runPaid(caller, async () => {
      const invalid = inputRefusal(body)
      if (invalid) return invalid
      const scope = querentScope(caller, headers['x-querent-ids'])
      if (body.receipt !== undefined && !(await isReceiptInScope(deps, scope, body.receipt)))
        return notFound('The receipt does not exist')
      const actor = actorOf(caller)
      return body.id === undefined
        ? createFinding(deps, scope, body, actor)
        : changeFinding(deps, scope, body.id, body, actor)
    }),
  )
