import type { ErrorIR, OperationIR, ResponseIR } from '@signet/contracts/ir'
import { type Change, changeOf, displayValue, KEEP_OR_RAISE, keysOf, textChange } from './change.ts'
import { schemaChanges } from './schema-changes.ts'
import type { SchemaWalk } from './schema-walk.ts'

/** Returns 2 for 2xx, 4 for 4xx: clients treat an unknown status as its class. */
const classOf = (status: number): number => Math.floor(status / 100)

const errorChange = (
  before: readonly ErrorIR[],
  oldError: ErrorIR | undefined,
  newError: ErrorIR | undefined,
  at: string,
): Change[] => {
  if (oldError === undefined && newError !== undefined) {
    const what = `the error code ${newError.code} (${newError.status}) is new`
    return before.some(({ status }) => classOf(status) === classOf(newError.status))
      ? [changeOf('minor', 'error-code-added', at, what, `callers treat it as another ${classOf(newError.status)}xx`)]
      : [
          changeOf(
            'major',
            'error-code-added',
            at,
            what,
            `no ${classOf(newError.status)}xx was declared here before; use a declared class, or raise the major version`,
          ),
        ]
  }
  if (oldError !== undefined && newError === undefined) {
    return [
      changeOf(
        'minor',
        'error-code-removed',
        at,
        `the error code ${oldError.code} was removed`,
        'callers handle an error that no longer occurs',
      ),
    ]
  }
  if (oldError === undefined || newError === undefined) return []
  const what = `${oldError.code} was ${displayValue(oldError.status)} and is ${displayValue(newError.status)}`
  return [
    ...textChange(oldError.description, newError.description, `${at}.description`),
    ...(oldError.status === newError.status
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
  const oldTypes = mediaTypesOf(before)
  const newTypes = mediaTypesOf(after)
  const changePath = `${at}.mediaTypes`
  // An added or removed body is reported as such.
  if (oldTypes.length === 0 || newTypes.length === 0) return []
  return [
    ...oldTypes
      .filter((type) => !newTypes.includes(type))
      .map((type) =>
        changeOf('major', 'response-media-type-removed', changePath, `${type} is not sent anymore`, KEEP_OR_RAISE),
      ),
    ...newTypes
      .filter((type) => !oldTypes.includes(type))
      .map((type) =>
        changeOf('minor', 'response-media-type-added', changePath, `${type} is new`, 'callers choose by Accept'),
      ),
  ]
}

const hasBody = (response: ResponseIR): boolean => mediaTypesOf(response).length > 0 || response.stream

const bodyChanges = (walk: SchemaWalk, before: ResponseIR, after: ResponseIR, at: string): Change[] => {
  const changePath = `${at}.schema`
  if (!hasBody(before) && hasBody(after)) {
    return [changeOf('minor', 'response-body-added', changePath, 'a body was added', 'earlier callers ignore it')]
  }
  if (hasBody(before) && !hasBody(after)) {
    return [
      changeOf(
        'major',
        'response-body-removed',
        changePath,
        'the body was removed',
        `callers read it; ${KEEP_OR_RAISE}`,
      ),
    ]
  }
  if (before.schema !== undefined && after.schema === undefined) {
    const why = `the contract promises nothing about the body anymore; ${KEEP_OR_RAISE}`
    return [changeOf('major', 'response-schema-removed', changePath, 'the schema of the body was removed', why)]
  }
  if (before.schema === undefined && after.schema !== undefined) {
    return [
      changeOf(
        'minor',
        'response-schema-added',
        changePath,
        'the body has a schema now',
        'the contract promises more than before',
      ),
    ]
  }
  return schemaChanges(walk, before.schema ?? {}, after.schema ?? {}, changePath)
}

const headerChanges = (walk: SchemaWalk, before: ResponseIR, after: ResponseIR, at: string): Change[] =>
  keysOf(before.headers, after.headers).flatMap((name): Change[] => {
    const oldHeader = before.headers?.[name]
    const newHeader = after.headers?.[name]
    const changePath = `${at}.headers.${name}`
    if (oldHeader === undefined) {
      return [
        changeOf(
          'minor',
          'response-header-added',
          changePath,
          `the header ${name} is new`,
          'callers ignore unknown headers',
        ),
      ]
    }
    if (newHeader === undefined) {
      return [
        changeOf(
          'major',
          'response-header-removed',
          changePath,
          `the header ${name} was removed`,
          `callers read it; ${KEEP_OR_RAISE}`,
        ),
      ]
    }
    return [
      ...textChange(oldHeader.description, newHeader.description, `${changePath}.description`),
      ...schemaChanges(walk, oldHeader.schema, newHeader.schema, `${changePath}.schema`),
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
    const oldResponse = before.responses.find((response) => response.status === status)
    const newResponse = after.responses.find((response) => response.status === status)
    const changePath = `${at}.responses.${status}`
    if (oldResponse === undefined) return [addedStatus(earlierStatuses, status, changePath)]
    if (newResponse === undefined) {
      return [
        changeOf(
          'major',
          'status-removed',
          changePath,
          `the status ${status} was removed`,
          `callers expect it; ${KEEP_OR_RAISE}`,
        ),
      ]
    }
    const stream = `stream was ${oldResponse.stream} and is ${newResponse.stream}`
    return [
      ...textChange(oldResponse.description, newResponse.description, `${changePath}.description`),
      ...bodyChanges(walk, oldResponse, newResponse, changePath),
      ...mediaTypeChanges(oldResponse, newResponse, changePath),
      ...headerChanges(walk, oldResponse, newResponse, changePath),
      ...(oldResponse.stream === newResponse.stream
        ? []
        : [
            changeOf(
              'major',
              'response-stream-changed',
              `${changePath}.stream`,
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
