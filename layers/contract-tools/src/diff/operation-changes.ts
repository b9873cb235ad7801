import { sameJson } from '@signet/contracts/canonical'
import type { ContractIR, OperationIR } from '@signet/contracts/ir'
import { type Change, changed, release, type Side, textChange } from './change.ts'
import { memberChanges } from './member-changes.ts'
import { requestChanges } from './request-changes.ts'
import { responseChanges } from './response-changes.ts'
import type { SchemaWalk } from './schema-walk.ts'

/** The strictness of an authority. An authority that cannot be compared has no number. */
const ranks: Readonly<Record<string, number>> = { open: 0, public: 1, authenticated: 2, session: 3, internal: 9 }

const rankOf = (authority: string): number | undefined =>
  ranks[authority] ?? (authority.startsWith('scope:') ? 4 : undefined)

/** Anything asks more than `open` and `public` do; scopes, sessions and policies are not measured by one another. */
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

/** Changes of authority. A change that admits new callers is marked for a security review. */
const authorityChanges = (before: string, after: string, at: string): Change[] => {
  if (before === after) return []
  const what = `who may call was ${before} and is ${after}`
  const order = orderOf(before, after)
  if (order === 'raised') {
    const why = 'callers who were let in are refused; keep it, or raise the major version'
    return [changed('major', 'authority-raised', at, what, why)]
  }
  if (order === 'lowered') {
    const why = 'callers who were kept out are let in; have it reviewed'
    return [{ ...changed('minor', 'authority-lowered', at, what, why), security: true }]
  }
  const why =
    'neither asks more than the other, so some are refused and some let in; review it and raise the major version'
  return [{ ...changed('major', 'authority-replaced', at, what, why), security: true }]
}

export type Walks = (side: Side) => SchemaWalk

const routeChanges = (before: OperationIR, after: OperationIR, at: string): Change[] => {
  const old = before.route
  const now = after.route
  const where = `${at}.route`
  if (sameJson(old, now)) return []
  if (old === undefined)
    return [changed('minor', 'route-added', where, 'there is a route now', 'nobody could call it before')]
  if (now === undefined) {
    return [
      changed('major', 'route-removed', where, `${old.method} ${old.path} is gone`, `callers get a 404; ${release}`),
    ]
  }
  const why = `callers ask at the old place; serve both, or raise the major version`
  return [
    ...(old.method === now.method
      ? []
      : [changed('major', 'method-changed', `${where}.method`, `${old.method} became ${now.method}`, why)]),
    ...(old.path === now.path && old.pathTemplate === now.pathTemplate
      ? []
      : [changed('major', 'path-changed', `${where}.path`, `${old.path} became ${now.path}`, why)]),
  ]
}

const promiseChanges = (before: OperationIR, after: OperationIR, at: string): Change[] => {
  const changes: Change[] = []
  if (before.idempotent !== after.idempotent) {
    const where = `${at}.idempotent`
    changes.push(
      after.idempotent
        ? changed('minor', 'idempotency-promised', where, 'it may be repeated', 'callers may retry')
        : changed(
            'major',
            'idempotency-withdrawn',
            where,
            'it may not be repeated',
            `callers who retry do it twice; ${release}`,
          ),
    )
  }
  if (before.stream !== after.stream) {
    const what = `stream was ${before.stream} and is ${after.stream}`
    changes.push(changed('major', 'stream-changed', `${at}.stream`, what, `the answer comes another way; ${release}`))
  }
  if (!sameJson(before.rates ?? [], after.rates ?? [])) {
    const why = 'callers may be told to wait at other numbers of requests'
    changes.push(changed('minor', 'rate-changed', `${at}.rates`, 'the limits of requests changed', why))
  }
  if (!sameJson(before.refusals ?? null, after.refusals ?? null)) {
    const why = `callers read refusals in the form that they had; ${release}`
    changes.push(changed('major', 'refusals-changed', `${at}.refusals`, 'refusals have another form', why))
  }
  if (before.operationId !== after.operationId) {
    const what = `operationId was ${before.operationId} and is ${after.operationId}`
    const why = `clients generated from the OpenAPI document call it by this name; ${release}`
    changes.push(changed('major', 'operation-id-changed', `${at}.operationId`, what, why))
  }
  if (before.kind !== after.kind) {
    const what = `the kind was ${before.kind ?? 'not said'} and is ${after.kind ?? 'not said'}`
    changes.push(changed('minor', 'kind-changed', `${at}.kind`, what, 'tools treat it another way'))
  }
  return changes
}

const emissionChanges = (before: OperationIR, after: OperationIR, at: string): Change[] => {
  const where = `${at}.emits`
  return [
    ...before.emits
      .filter((event) => !after.emits.includes(event))
      .map((event) =>
        changed(
          'major',
          'emission-removed',
          where,
          `"${event}" is not emitted here any more`,
          `subscribers wait for it; ${release}`,
        ),
      ),
    ...after.emits
      .filter((event) => !before.emits.includes(event))
      .map((event) =>
        changed('minor', 'emission-added', where, `"${event}" is emitted as well`, 'subscribers may use it'),
      ),
  ]
}

const compared = [
  'name operationId kind summary description tags authority route request responses errors idempotent stream',
  'transition emits rates refusals',
]
const knownMembers = new Set(compared.flatMap((line) => line.split(' ')))

const keptOperation = (walks: Walks, before: OperationIR, after: OperationIR, at: string): Change[] => [
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
    : [changed('patch', 'tags-changed', `${at}.tags`, 'the tags changed', 'documents are sorted by them')]),
  ...memberChanges(before, after, at, knownMembers),
]

export const operationChanges = (walks: Walks, before: ContractIR, after: ContractIR): Change[] => {
  const names = [...new Set([...before.operations, ...after.operations].map(({ name }) => name))]
  return names.flatMap((name): Change[] => {
    const old = before.operations.find((operation) => operation.name === name)
    const now = after.operations.find((operation) => operation.name === name)
    const at = `operations.${name}`
    if (old === undefined)
      return [changed('minor', 'operation-added', at, `"${name}" is new`, 'nobody called it before')]
    if (now === undefined) {
      return [changed('major', 'operation-removed', at, `"${name}" is gone`, `callers ask for it; ${release}`)]
    }
    return keptOperation(walks, old, now, at)
  })
}
