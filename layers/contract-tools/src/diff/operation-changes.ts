import { sameJson } from '@signet/contracts/canonical'
import type { ContractIR, OperationIR } from '@signet/contracts/ir'
import { authorityChanges } from './authority-changes.ts'
import { type Change, changed, type Side } from './change.ts'
import { memberChanges } from './member-changes.ts'
import { requestChanges } from './request-changes.ts'
import { responseChanges } from './response-changes.ts'
import type { SchemaWalk } from './schema-walk.ts'
import { textChange } from './text-change.ts'

export type Walks = (side: Side) => SchemaWalk

const release = 'keep it, or raise the major version'

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
