import {
  ErrorCode,
  type JsonValue,
  OpenFeatureEventEmitter,
  type Provider,
  ProviderEvents,
  type ResolutionDetails,
} from '@openfeature/server-sdk'
import type { EvaluationContext } from '../definition.ts'
import type { Evaluation } from '../engine/outcome.ts'
import type { Flags } from '../flags.ts'

export interface ProviderOptions {
  /** Adds the version of the flag to its metadata; true by default. */
  readonly describesVersion?: boolean
  /** Stores the counts when the provider is closed; see `metricFlusher`. */
  readonly flush?: () => Promise<void>
}

const contextOf = ({ targetingKey, ...attributes }: Readonly<Record<string, unknown>>): EvaluationContext =>
  typeof targetingKey === 'string' ? { ...attributes, user: targetingKey } : attributes

/** Returns the value for the caller: the variant's payload, which may be null, or else the flag's value. */
const resolvedValue = ({ payload, value }: Evaluation): unknown => (payload === undefined ? value : payload)

const isObject = (value: unknown): value is JsonValue => typeof value === 'object' && value !== null

const keysByVersion = (flags: Flags): Map<string, number> =>
  new Map(flags.snapshot.flags.map(({ key, version }) => [key, version]))

const resolutionOf = <T>(
  key: string,
  fallback: T,
  evaluation: Evaluation,
  flagMetadata: ResolutionDetails<T>['flagMetadata'] & object,
  isRequestedType: (value: unknown) => value is T,
): ResolutionDetails<T> => {
  const { reason, errorCode, variant } = evaluation
  if (errorCode !== undefined) return { value: fallback, reason, errorCode: errorCode as ErrorCode, flagMetadata }
  const value = resolvedValue(evaluation)
  // A disabled flag returns the default of the caller; a boolean flag is off.
  const isCodeDefault = reason === 'DISABLED' && (typeof evaluation.value === 'string' || !isRequestedType(value))
  if (isCodeDefault) return { value: fallback, reason, flagMetadata }
  // OpenFeature has no type for null. The response contains the variant and the caller's default.
  if (value === null) return { value: fallback, variant, reason, flagMetadata }
  if (isRequestedType(value)) return { value, variant, reason, flagMetadata }
  const errorMessage = `The flag ${key} returns ${typeof value}`
  return { value: fallback, reason: 'ERROR', errorCode: ErrorCode.TYPE_MISMATCH, errorMessage, flagMetadata }
}

const emitChanges = (flags: Flags, events: OpenFeatureEventEmitter): (() => void) => {
  let before = keysByVersion(flags)
  let segments = JSON.stringify(flags.snapshot.segments)
  return flags.subscribe(() => {
    const after = keysByVersion(flags)
    const segmentsAfter = JSON.stringify(flags.snapshot.segments)
    // Any flag may use a segment, directly or through its prerequisites.
    const flagsChanged = [...new Set([...before.keys(), ...after.keys()])].filter(
      (key) => segments !== segmentsAfter || before.get(key) !== after.get(key),
    )
    before = after
    segments = segmentsAfter
    events.emit(ProviderEvents.ConfigurationChanged, { flagsChanged })
  })
}

const emitStalenessOf = (flags: Flags, events: OpenFeatureEventEmitter): (() => void) => {
  let wasStale = false
  return () => {
    const isStale = flags.state === 'stale'
    if (isStale === wasStale) return
    wasStale = isStale
    if (isStale)
      events.emit(ProviderEvents.Stale, { message: 'The source of the flags has not responded for too long' })
    else events.emit(ProviderEvents.Ready)
  }
}

type Context = Readonly<Record<string, unknown>>

type Resolve = <T>(
  key: string,
  fallback: T,
  context: Context,
  isRequestedType: (value: unknown) => value is T,
) => Promise<ResolutionDetails<T>>

const resolvers = (
  resolve: Resolve,
): Pick<
  Provider,
  'resolveBooleanEvaluation' | 'resolveStringEvaluation' | 'resolveNumberEvaluation' | 'resolveObjectEvaluation'
> => ({
  resolveBooleanEvaluation: (key, fallback, context) =>
    resolve(key, fallback, context, (value): value is boolean => typeof value === 'boolean'),
  resolveStringEvaluation: (key, fallback, context) =>
    resolve(key, fallback, context, (value): value is string => typeof value === 'string'),
  resolveNumberEvaluation: (key, fallback, context) =>
    resolve(key, fallback, context, (value): value is number => typeof value === 'number'),
  resolveObjectEvaluation: <T extends JsonValue>(key: string, fallback: T, context: Context) =>
    resolve(key, fallback, context, (value): value is T => isObject(value)),
})

/**
 * Provides the flags to OpenFeature's server SDK (OpenFeature specification 2). The user is the targeting key.
 * For a value that a flag cannot return, the caller's default is returned with a reason. Without a targeting key no
 * user is assigned to a share.
 */
export const flagsProvider = (flags: Flags, options: ProviderOptions = {}): Provider => {
  const { describesVersion = true, flush } = options
  const events = new OpenFeatureEventEmitter()
  const emitStaleness = emitStalenessOf(flags, events)
  let stop = (): void => {}

  const metadataOf = ({ metadata, version }: Evaluation) => ({
    ...metadata,
    ...(describesVersion && version > 0 ? { version } : {}),
  })
  const resolve: Resolve = async (key, fallback, context, isRequestedType) => {
    // Not awaited: a later evaluation uses the result. A server has no invocation at which it could refresh.
    void flags.refresh()
    emitStaleness()
    const evaluation = flags.evaluate(key, contextOf(context))
    return resolutionOf(key, fallback, evaluation, metadataOf(evaluation), isRequestedType)
  }

  return {
    metadata: { name: 'signet-flags' },
    runsOn: 'server',
    events,
    // A stable provider reports its state before it returns (OpenFeature specification 2.8.2, 2.8.3).
    initialize: async () => {
      await flags.refresh()
      if (flags.state === 'empty') {
        events.emit(ProviderEvents.Error, { message: 'No flags are available yet' })
        throw new Error('No flags are available yet: their source has not responded')
      }
      stop = emitChanges(flags, events)
      events.emit(ProviderEvents.Ready)
    },
    onClose: async () => {
      stop()
      await flush?.()
    },
    ...resolvers(resolve),
  }
}
