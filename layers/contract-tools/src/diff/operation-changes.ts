import { sameJson } from '@signet/contracts/canonical'
import type { ContractIR, OperationIR } from '@signet/contracts/ir'
import { type Change, changeOf, KEEP_OR_RAISE, type Side, textChange } from './change.ts'
import { memberChanges } from './member-changes.ts'
import { requestChanges } from './request-changes.ts'
import { responseChanges } from './response-changes.ts'
import type { SchemaWalk } from './schema-walk.ts'

/** The strictness of an authority. An authority that cannot be compared has no number. */
const ranks: Readonly<Record<string, number>> = { open: 0, public: 1, authenticated: 2, session: 3, internal: 9 }

const rankOf = (authority: string): number | undefined =>
  ranks[authority] ?? (authority.startsWith('scope:') ? 4 : undefined)

/**
 * Every authority is stricter than `open` and `public`. Scopes, sessions and policies cannot be compared with each
 * other.
 */
const orderOf = (before: string, after: string): 'raised' | 'lowered' | 'unknown' => {
  const old = rankOf(before)
  const now = rankOf(after)
  const isRanked = (rank: number | undefined): rank is number => rank !== undefined && (rank <= 2 || rank === 9)
  if (isRanked(old) && isRanked(now)) return now > old ? 'raised' : 'lowered'
  if (isRanked(old) && now !== undefined) return now > old ? 'raised' : 'lowered'
  if (isRanked(now) && old !== undefined) return now > old ? 'raised' : 'lowered'
  if (old !== undefined && old <= 1) return 'raised'
  if (now !== undefined && now <= 1) return 'lowered'
  return 'unknown'
}

/** Returns changes of authority. A change that admits new callers is marked for a security review. */
const authorityChanges = (before: string, after: string, at: string): Change[] => {
  if (before === after) return []
  const what = `the authority was ${before} and is ${after}`
  const order = orderOf(before, after)
  if (order === 'raised') {
    const why = 'callers who had access are refused; keep it, or raise the major version'
    return [changeOf('major', 'authority-raised', at, what, why)]
  }
  if (order === 'lowered') {
    const why = 'callers who had no access get it; have it reviewed'
    return [{ ...changeOf('minor', 'authority-lowered', at, what, why), security: true }]
  }
  const why = 'neither is stricter, so some callers lose access and some get it; review it and raise the major version'
  return [{ ...changeOf('major', 'authority-replaced', at, what, why), security: true }]
}

export type Walks = (side: Side) => SchemaWalk

const routeChanges = (before: OperationIR, after: OperationIR, at: string): Change[] => {
  const old = before.route
  const now = after.route
  const where = `${at}.route`
  if (sameJson(old, now)) return []
  if (old === undefined)
    return [changeOf('minor', 'route-added', where, 'the route was added', 'no caller could reach it before')]
  if (now === undefined) {
    return [
      changeOf(
        'major',
        'route-removed',
        where,
        `the route ${old.method} ${old.path} was removed`,
        `callers get a 404; ${KEEP_OR_RAISE}`,
      ),
    ]
  }
  const why = `callers use the old path; serve both, or raise the major version`
  return [
    ...(old.method === now.method
      ? []
      : [changeOf('major', 'method-changed', `${where}.method`, `${old.method} became ${now.method}`, why)]),
    ...(old.path === now.path && old.pathTemplate === now.pathTemplate
      ? []
      : [changeOf('major', 'path-changed', `${where}.path`, `${old.path} became ${now.path}`, why)]),
  ]
}

const promiseChanges = (before: OperationIR, after: OperationIR, at: string): Change[] => {
  const changes: Change[] = []
  if (before.idempotent !== after.idempotent) {
    const where = `${at}.idempotent`
    changes.push(
      after.idempotent
        ? changeOf('minor', 'idempotency-promised', where, 'it is idempotent now', 'callers may retry')
        : changeOf(
            'major',
            'idempotency-withdrawn',
            where,
            'it is not idempotent anymore',
            `callers who retry repeat its effect; ${KEEP_OR_RAISE}`,
          ),
    )
  }
  if (before.stream !== after.stream) {
    const what = `stream was ${before.stream} and is ${after.stream}`
    changes.push(
      changeOf('major', 'stream-changed', `${at}.stream`, what, `the response has another form; ${KEEP_OR_RAISE}`),
    )
  }
  if (!sameJson(before.rates ?? [], after.rates ?? [])) {
    const why = 'callers may be limited at a different number of requests'
    changes.push(changeOf('minor', 'rate-changed', `${at}.rates`, 'the rate limits changed', why))
  }
  if (!sameJson(before.refusals ?? null, after.refusals ?? null)) {
    const why = `callers read refusals in the earlier form; ${KEEP_OR_RAISE}`
    changes.push(changeOf('major', 'refusals-changed', `${at}.refusals`, 'the form of refusals changed', why))
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
  const where = `${at}.emits`
  return [
    ...before.emits
      .filter((event) => !after.emits.includes(event))
      .map((event) =>
        changeOf(
          'major',
          'emission-removed',
          where,
          `"${event}" is not emitted here anymore`,
          `subscribers wait for it; ${KEEP_OR_RAISE}`,
        ),
      ),
    ...after.emits
      .filter((event) => !before.emits.includes(event))
      .map((event) =>
        changeOf('minor', 'emission-added', where, `"${event}" is also emitted`, 'subscribers may use it'),
      ),
  ]
}

const compared = [
  'name operationId kind summary description tags authority route request responses errors idempotent stream',
  'transition emits rates refusals',
]
const knownMembers = new Set(compared.flatMap((line) => line.split(' ')))

const operationChange = (walks: Walks, before: OperationIR, after: OperationIR, at: string): Change[] => [
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

export const operationChanges = (walks: Walks, before: ContractIR, after: ContractIR): Change[] => {
  const names = [...new Set([...before.operations, ...after.operations].map(({ name }) => name))]
  return names.flatMap((name): Change[] => {
    const old = before.operations.find((operation) => operation.name === name)
    const now = after.operations.find((operation) => operation.name === name)
    const at = `operations.${name}`
    if (old === undefined)
      return [changeOf('minor', 'operation-added', at, `the operation "${name}" was added`, 'no caller used it before')]
    if (now === undefined) {
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
    return operationChange(walks, old, now, at)
  })
}
