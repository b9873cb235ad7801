import type { TargetInput } from '../ports.ts'
import { isArray, isRecord } from './json.ts'

export interface RuleVariables {
  readonly ruleArn: string
  readonly ruleName: string
  readonly ingestedAt: string
}

const STEP = /\.([A-Za-z_][\w-]*)|\['([^']+)'\]|\[(\d+)\]/gy

/** Returns the steps of `$.detail.items[0]['a-b']`; undefined if EventBridge does not support the path. */
const stepsOf = (path: string): readonly string[] | undefined => {
  if (!path.startsWith('$')) return undefined
  const steps = [...path.slice(1).matchAll(STEP)]
  const length = steps.reduce((sum, [match]) => sum + match.length, 0)
  return length === path.length - 1 ? steps.map(([, name, quoted, index]) => name ?? quoted ?? index ?? '') : undefined
}

const memberOf = (value: unknown, name: string): unknown => {
  if (isArray(value)) return value[Number(name)]
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** @throws Error for an invalid path. */
export const assertPath = (path: string): string => {
  if (stepsOf(path)) return path
  throw new Error(`${path} is not a path of an event: write it as $.detail.name`)
}

export const valueAt = (event: unknown, path: string): unknown => (stepsOf(path) ?? []).reduce(memberOf, event)

const valuesOf = (event: object, paths: Readonly<Record<string, string>>, variables: RuleVariables) =>
  new Map<string, unknown>([
    ...Object.entries(paths).map(([name, path]) => [name, valueAt(event, path)] as const),
    ['aws.events.event', { ...event, detail: undefined }],
    ['aws.events.event.json', event],
    ['aws.events.rule-arn', variables.ruleArn],
    ['aws.events.rule-name', variables.ruleName],
    ['aws.events.event.ingestion-time', variables.ingestedAt],
  ])

/** Inserts a value as text inside quotes and as JSON outside. A value that the event lacks becomes an empty string. */
const renderValue = (value: unknown, isQuoted: boolean): string => {
  if (value === undefined) return isQuoted ? '' : '""'
  if (!isQuoted) return JSON.stringify(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return JSON.stringify(text).slice(1, -1)
}

const fillTemplate = (template: string, values: ReadonlyMap<string, unknown>): string => {
  let isQuoted = false
  return template.replaceAll(/\\.|"|<([\w.-]+)>/gs, (part: string, name?: string) => {
    if (part === '"') isQuoted = !isQuoted
    return name !== undefined && values.has(name) ? renderValue(values.get(name), isQuoted) : part
  })
}

export const inputFor = (
  event: object,
  { constant, path, transformer }: TargetInput,
  variables: RuleVariables,
): string => {
  if (constant !== undefined) return constant
  if (path !== undefined) return JSON.stringify(valueAt(event, path) ?? null)
  if (transformer === undefined) return JSON.stringify(event)
  return fillTemplate(transformer.template, valuesOf(event, transformer.paths, variables))
}
