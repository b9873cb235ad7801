import type { ErrorIR, OperationIR, ResponseIR } from '@signet/contracts/ir'
import { type Change, changeOf, displayValue, KEEP_OR_RAISE, keysOf, textChange } from './change.ts'
import { schemaChanges } from './schema-changes.ts'
import type { SchemaWalk } from './schema-walk.ts'

/** Returns 2 for 2xx, 4 for 4xx: clients treat an unknown status as its class. */
const classOf = (status: number): number => Math.floor(status / 100)

const errorChange = (
  before: readonly ErrorIR[],
  old: ErrorIR | undefined,
  now: ErrorIR | undefined,
  at: string,
): Change[] => {
  if (old === undefined && now !== undefined) {
    const what = `the error code ${now.code} (${now.status}) is new`
    return before.some(({ status }) => classOf(status) === classOf(now.status))
      ? [changeOf('minor', 'error-code-added', at, what, `callers treat it as another ${classOf(now.status)}xx`)]
      : [
          changeOf(
            'major',
            'error-code-added',
            at,
            what,
            `no ${classOf(now.status)}xx was declared here before; use a declared class, or raise the major version`,
          ),
        ]
  }
  if (old !== undefined && now === undefined) {
    return [
      changeOf(
        'minor',
        'error-code-removed',
        at,
        `the error code ${old.code} was removed`,
        'callers handle an error that no longer occurs',
      ),
    ]
  }
  if (old === undefined || now === undefined) return []
  const what = `${old.code} was ${displayValue(old.status)} and is ${displayValue(now.status)}`
  return [
    ...textChange(old.description, now.description, `${at}.description`),
    ...(old.status === now.status
      ? []
      : [changeOf('major', 'error-status-changed', `${at}.status`, what, `callers use the status; ${KEEP_OR_RAISE}`)]),
  ]
}

const errorChanges = (before: readonly ErrorIR[], after: readonly ErrorIR[], at: string): Change[] => {
  const codes = [...new Set([...before, ...after].map(({ code }) => code))]
  return codes.flatMap((code) => {
    const find = (list: readonly ErrorIR[]) => list.find((error) => error.code === code)
    return errorChange(before, find(before), find(after), `${at}.errors.${code}`)
  })
}

const mediaTypesOf = ({ mediaTypes, schema }: ResponseIR): readonly string[] =>
  mediaTypes ?? (schema === undefined ? [] : ['application/json'])

const mediaTypeChanges = (before: ResponseIR, after: ResponseIR, at: string): Change[] => {
  const old = mediaTypesOf(before)
  const now = mediaTypesOf(after)
  const where = `${at}.mediaTypes`
  // An added or removed body is reported as such.
  if (old.length === 0 || now.length === 0) return []
  return [
    ...old
      .filter((type) => !now.includes(type))
      .map((type) =>
        changeOf('major', 'response-media-type-removed', where, `${type} is not sent anymore`, KEEP_OR_RAISE),
      ),
    ...now
      .filter((type) => !old.includes(type))
      .map((type) =>
        changeOf('minor', 'response-media-type-added', where, `${type} is new`, 'callers choose by Accept'),
      ),
  ]
}

const hasBody = (response: ResponseIR): boolean => mediaTypesOf(response).length > 0 || response.stream

const bodyChanges = (walk: SchemaWalk, before: ResponseIR, after: ResponseIR, at: string): Change[] => {
  const where = `${at}.schema`
  if (!hasBody(before) && hasBody(after)) {
    return [changeOf('minor', 'response-body-added', where, 'a body was added', 'earlier callers ignore it')]
  }
  if (hasBody(before) && !hasBody(after)) {
    return [
      changeOf('major', 'response-body-removed', where, 'the body was removed', `callers read it; ${KEEP_OR_RAISE}`),
    ]
  }
  if (before.schema !== undefined && after.schema === undefined) {
    const why = `the contract promises nothing about the body anymore; ${KEEP_OR_RAISE}`
    return [changeOf('major', 'response-schema-removed', where, 'the schema of the body was removed', why)]
  }
  if (before.schema === undefined && after.schema !== undefined) {
    return [
      changeOf(
        'minor',
        'response-schema-added',
        where,
        'the body has a schema now',
        'the contract promises more than before',
      ),
    ]
  }
  return schemaChanges(walk, before.schema ?? {}, after.schema ?? {}, where)
}

const headerChanges = (walk: SchemaWalk, before: ResponseIR, after: ResponseIR, at: string): Change[] =>
  keysOf(before.headers, after.headers).flatMap((name): Change[] => {
    const old = before.headers?.[name]
    const now = after.headers?.[name]
    const where = `${at}.headers.${name}`
    if (old === undefined) {
      return [
        changeOf(
          'minor',
          'response-header-added',
          where,
          `the header ${name} is new`,
          'callers ignore unknown headers',
        ),
      ]
    }
    if (now === undefined) {
      return [
        changeOf(
          'major',
          'response-header-removed',
          where,
          `the header ${name} was removed`,
          `callers read it; ${KEEP_OR_RAISE}`,
        ),
      ]
    }
    return [
      ...textChange(old.description, now.description, `${where}.description`),
      ...schemaChanges(walk, old.schema, now.schema, `${where}.schema`),
    ]
  })

const addedStatus = (statuses: readonly number[], status: number, at: string): Change => {
  const family = `${classOf(status)}xx`
  return statuses.some((other) => classOf(other) === classOf(status))
    ? changeOf('minor', 'status-added', at, `the status ${status} is new`, `callers treat it as another ${family}`)
    : changeOf(
        'major',
        'status-added',
        at,
        `the status ${status} is new`,
        `no ${family} was declared here before; use a declared class, or raise the major version`,
      )
}

const successChanges = (walk: SchemaWalk, before: OperationIR, after: OperationIR, at: string): Change[] => {
  const statuses = [...new Set([...before.responses, ...after.responses].map(({ status }) => status))]
  const earlierStatuses = before.responses.map(({ status }) => status)
  return statuses.flatMap((status): Change[] => {
    const old = before.responses.find((response) => response.status === status)
    const now = after.responses.find((response) => response.status === status)
    const where = `${at}.responses.${status}`
    if (old === undefined) return [addedStatus(earlierStatuses, status, where)]
    if (now === undefined) {
      return [
        changeOf(
          'major',
          'status-removed',
          where,
          `the status ${status} was removed`,
          `callers expect it; ${KEEP_OR_RAISE}`,
        ),
      ]
    }
    const stream = `stream was ${old.stream} and is ${now.stream}`
    return [
      ...textChange(old.description, now.description, `${where}.description`),
      ...bodyChanges(walk, old, now, where),
      ...mediaTypeChanges(old, now, where),
      ...headerChanges(walk, old, now, where),
      ...(old.stream === now.stream
        ? []
        : [
            changeOf(
              'major',
              'response-stream-changed',
              `${where}.stream`,
              stream,
              `callers read it differently; ${KEEP_OR_RAISE}`,
            ),
          ]),
    ]
  })
}

export const responseChanges = (walk: SchemaWalk, before: OperationIR, after: OperationIR, at: string): Change[] => [
  ...successChanges(walk, before, after, at),
  ...errorChanges(before.errors, after.errors, at),
]
