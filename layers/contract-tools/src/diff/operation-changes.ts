import { sameJson } from '@signet/contracts/canonical'
import type { ContractIR, OperationIR } from '@signet/contracts/ir'
import { type Change, changeOf, KEEP_OR_RAISE, type Side, textChange } from './change.ts'
import { memberChanges } from './member-changes.ts'
import { requestChanges } from './request-changes.ts'
import { responseChanges } from './response-changes.ts'
import type { SchemaWalk } from './schema-walk.ts'

/** Ranks authorities by strictness. A policy cannot be compared and has no rank. */
const ranks: Readonly<Record<string, number>> = { open: 0, public: 1, authenticated: 2, session: 3, internal: 9 }

const rankOf = (authority: string): number | undefined =>
  ranks[authority] ?? (authority.startsWith('scope:') ? 4 : undefined)

/**
 * Every authority is stricter than `open` and `public`. Scopes, sessions and policies cannot be compared with each
 * other.
 */
const authorityShift = (before: string, after: string): 'raised' | 'lowered' | 'unknown' => {
  const oldRank = rankOf(before)
  const newRank = rankOf(after)
  // The ranks 3 and 4 (session and scope) compare with these, but not with each other.
  const isComparable = (rank: number | undefined): rank is number => rank !== undefined && (rank <= 2 || rank === 9)
  if (isComparable(oldRank) && isComparable(newRank)) return newRank > oldRank ? 'raised' : 'lowered'
  if (isComparable(oldRank) && newRank !== undefined) return newRank > oldRank ? 'raised' : 'lowered'
  if (isComparable(newRank) && oldRank !== undefined) return newRank > oldRank ? 'raised' : 'lowered'
  if (oldRank !== undefined && oldRank <= 1) return 'raised'
  if (newRank !== undefined && newRank <= 1) return 'lowered'
  return 'unknown'
}

/** Returns changes of authority. A change that admits new callers is marked for a security review. */
const authorityChanges = (before: string, after: string, at: string): Change[] => {
  if (before === after) return []
  const what = `the authority was ${before} and is ${after}`
  const shift = authorityShift(before, after)
  if (shift === 'raised') {
    const why = 'callers who had access are refused; keep it, or raise the major version'
    return [changeOf('major', 'authority-raised', at, what, why)]
  }
  if (shift === 'lowered') {
    const why = 'callers who had no access get it; have it reviewed'
    return [{ ...changeOf('minor', 'authority-lowered', at, what, why), security: true }]
  }
  const why = 'neither is stricter, so some callers lose access and some get it; review it and raise the major version'
  return [{ ...changeOf('major', 'authority-replaced', at, what, why), security: true }]
}

/** Returns the comparison for one side. */
export type WalkForSide = (side: Side) => SchemaWalk

const routeChanges = (before: OperationIR, after: OperationIR, at: string): Change[] => {
  const oldRoute = before.route
  const newRoute = after.route
  const changePath = `${at}.route`
  if (sameJson(oldRoute, newRoute)) return []
  if (oldRoute === undefined)
    return [changeOf('minor', 'route-added', changePath, 'the route was added', 'no caller could reach it before')]
  if (newRoute === undefined) {
    return [
      changeOf(
        'major',
        'route-removed',
        changePath,
        `the route ${oldRoute.method} ${oldRoute.path} was removed`,
        `callers get a 404; ${KEEP_OR_RAISE}`,
      ),
    ]
  }
  const why = `callers use the old path; serve both, or raise the major version`
  return [
    ...(oldRoute.method === newRoute.method
      ? []
      : [
          changeOf(
            'major',
            'method-changed',
            `${changePath}.method`,
            `${oldRoute.method} became ${newRoute.method}`,
            why,
          ),
        ]),
    ...(oldRoute.path === newRoute.path && oldRoute.pathTemplate === newRoute.pathTemplate
      ? []
      : [changeOf('major', 'path-changed', `${changePath}.path`, `${oldRoute.path} became ${newRoute.path}`, why)]),
  ]
}

const promiseChanges = (before: OperationIR, after: OperationIR, at: string): Change[] => {
  const changes: Change[] = []
  if (before.idempotent !== after.idempotent) {
    const changePath = `${at}.idempotent`
    changes.push(
      after.idempotent
        ? changeOf('minor', 'idempotency-promised', changePath, 'it is idempotent now', 'callers may retry')
        : changeOf(
            'major',
            'idempotency-withdrawn',
            changePath,
            'it is not idempotent anymore',
            `callers who retry repeat its effect; ${KEEP_OR_RAISE}`,
          ),
    )
  }
  if (before.stream !== after.stream) {
    const what = `stream was ${before.stream} and is ${after.stream}`
    changes.push(
      changeOf('major', 'stream-changed', `${at}.stream`, what, `the response has another format; ${KEEP_OR_RAISE}`),
    )
  }
  if (!sameJson(before.rates ?? [], after.rates ?? [])) {
    const why = 'callers may be limited at a different number of requests'
    changes.push(changeOf('minor', 'rate-changed', `${at}.rates`, 'the rate limits changed', why))
  }
  if (!sameJson(before.refusals ?? null, after.refusals ?? null)) {
    const why = `callers read refused requests in the earlier format; ${KEEP_OR_RAISE}`
    changes.push(changeOf('major', 'refusals-changed', `${at}.refusals`, 'the format of refusals changed', why))
  }
  if (before.operationId !== after.operationId) {
    const what = `the operationId was ${before.operationId} and is ${after.operationId}`
    const why = `clients generated from the OpenAPI document use it as a name; ${KEEP_OR_RAISE}`
    changes.push(changeOf('major', 'operation-id-changed', `${at}.operationId`, what, why))
  }
  if (before.kind !== after.kind) {
    const what = `the kind was ${before.kind ?? 'undeclared'} and is ${after.kind ?? 'undeclared'}`
    changes.push(changeOf('minor', 'kind-changed', `${at}.kind`, what, 'tools handle it differently'))
  }
  return changes
}

const emissionChanges = (before: OperationIR, after: OperationIR, at: string): Change[] => {
  const changePath = `${at}.emits`
  return [
    ...before.emits
      .filter((event) => !after.emits.includes(event))
      .map((event) =>
        changeOf(
          'major',
          'emission-removed',
          changePath,
          `"${event}" is not emitted here anymore`,
          `subscribers wait for it; ${KEEP_OR_RAISE}`,
        ),
      ),
    ...after.emits
      .filter((event) => !before.emits.includes(event))
      .map((event) =>
        changeOf('minor', 'emission-added', changePath, `"${event}" is also emitted`, 'subscribers may use it'),
      ),
  ]
}

const comparedMembers = [
  'name operationId kind summary description tags authority route request responses errors idempotent stream',
  'transition emits rates refusals',
]
const knownMembers = new Set(comparedMembers.flatMap((line) => line.split(' ')))

const operationChange = (walks: WalkForSide, before: OperationIR, after: OperationIR, at: string): Change[] => [
  ...routeChanges(before, after, at),
  ...authorityChanges(before.authority, after.authority, `${at}.authority`),
  ...requestChanges(walks('request'), before, after, at),
  ...responseChanges(walks('response'), before, after, at),
  ...promiseChanges(before, after, at),
  ...emissionChanges(before, after, at),
  ...textChange(before.summary, after.summary, `${at}.summary`),
  ...textChange(before.description, after.description, `${at}.description`),
  ...(sameJson(before.tags, after.tags)
    ? []
    : [changeOf('patch', 'tags-changed', `${at}.tags`, 'the tags changed', 'documents are grouped by them')]),
  ...memberChanges(before, after, at, knownMembers),
]

export const operationChanges = (walks: WalkForSide, before: ContractIR, after: ContractIR): Change[] => {
  const names = [...new Set([...before.operations, ...after.operations].map(({ name }) => name))]
  return names.flatMap((name): Change[] => {
    const oldOperation = before.operations.find((operation) => operation.name === name)
    const newOperation = after.operations.find((operation) => operation.name === name)
    const at = `operations.${name}`
    if (oldOperation === undefined)
      return [changeOf('minor', 'operation-added', at, `the operation "${name}" was added`, 'no caller used it before')]
    if (newOperation === undefined) {
      return [
        changeOf(
          'major',
          'operation-removed',
          at,
          `the operation "${name}" was removed`,
          `callers use it; ${KEEP_OR_RAISE}`,
        ),
      ]
    }
    return operationChange(walks, oldOperation, newOperation, at)
  })
}
