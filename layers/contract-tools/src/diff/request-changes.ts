import type { BodyIR, JsonSchema, OperationIR } from '@signet/contracts/ir'
import { type Change, changeOf, KEEP_OR_RAISE } from './change.ts'
import { schemaChanges } from './schema-changes.ts'
import type { SchemaWalk } from './schema-walk.ts'

/** The schemas of undeclared parts: no path parameter, no query, any header. */
const undeclaredParts: Readonly<Record<'params' | 'query' | 'headers', JsonSchema>> = {
  params: { type: 'object', properties: {}, additionalProperties: false },
  query: { type: 'object', properties: {}, additionalProperties: false },
  headers: { type: 'object', properties: {} },
}

const sizeChange = (before: number | undefined, after: number | undefined, at: string): Change[] => {
  if (before === after) return []
  const what = `the body limit was ${before ?? 'undeclared'} and is ${after ?? 'undeclared'} (bytes)`
  const isLower = after !== undefined && (before === undefined || after < before)
  return isLower
    ? [changeOf('major', 'body-limit-lowered', at, what, `bodies that were accepted are refused; ${KEEP_OR_RAISE}`)]
    : [changeOf('minor', 'body-limit-raised', at, what, 'every earlier body is still accepted')]
}

const declaredBodyChanges = (walk: SchemaWalk, before: BodyIR, after: BodyIR, at: string): Change[] => {
  if (before.type !== after.type) {
    const what = `the body was ${before.type} and is ${after.type}`
    return [
      changeOf(
        'major',
        'body-type-changed',
        `${at}.type`,
        what,
        `callers send a type that is refused; ${KEEP_OR_RAISE}`,
      ),
    ]
  }
  const mediaTypes = `${at}.mediaTypes`
  const required = after.required
    ? changeOf(
        'major',
        'body-became-required',
        `${at}.required`,
        'the body is required',
        `callers omit it; ${KEEP_OR_RAISE}`,
      )
    : changeOf(
        'minor',
        'body-became-optional',
        `${at}.required`,
        'the body is optional',
        'callers may continue to send it',
      )
  return [
    ...(before.required === after.required ? [] : [required]),
    ...sizeChange(before.maxBytes, after.maxBytes, `${at}.maxBytes`),
    ...before.mediaTypes
      .filter((type) => !after.mediaTypes.includes(type))
      .map((type) => changeOf('major', 'request-media-type-removed', mediaTypes, `${type} is refused`, KEEP_OR_RAISE)),
    ...after.mediaTypes
      .filter((type) => !before.mediaTypes.includes(type))
      .map((type) =>
        changeOf('minor', 'request-media-type-added', mediaTypes, `${type} is accepted now`, 'callers may use it'),
      ),
    ...schemaChanges(walk, before.schema ?? {}, after.schema ?? {}, `${at}.schema`),
  ]
}

const bodyChanges = (walk: SchemaWalk, before: BodyIR | undefined, after: BodyIR | undefined, at: string): Change[] => {
  if (before !== undefined && after !== undefined) return declaredBodyChanges(walk, before, after, at)
  if (after?.required === true) {
    return [
      changeOf(
        'major',
        'body-added',
        at,
        'a body is required',
        `callers send no body; make it optional, or raise the major version`,
      ),
    ]
  }
  if (after !== undefined)
    return [changeOf('minor', 'body-added', at, 'a body may be sent', 'callers may continue without one')]
  return before === undefined
    ? []
    : [changeOf('major', 'body-removed', at, 'the body was removed', `callers send one; ${KEEP_OR_RAISE}`)]
}

export const requestChanges = (
  walk: SchemaWalk,
  { request: before }: OperationIR,
  { request: after }: OperationIR,
  at: string,
): Change[] => [
  ...(['params', 'query', 'headers'] as const).flatMap((part) =>
    before[part] === undefined && after[part] === undefined
      ? []
      : schemaChanges(
          walk,
          before[part] ?? undeclaredParts[part],
          after[part] ?? undeclaredParts[part],
          `${at}.request.${part}`,
        ),
  ),
  ...bodyChanges(walk, before.body, after.body, `${at}.request.body`),
]
