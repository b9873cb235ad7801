import { createHash } from 'node:crypto'
import { canonicalText, reply } from '@signet/contracts'
import type { EvaluationContext } from '@signet/flags'
import { totalUse } from '@signet/flags/dynamodb'
import { latencyPercentiles } from '@signet/flags/metrics'
import { addMs, notFound, Refusal, type Route, refusal, route } from '@signet/kernel'
import {
  explainFlag,
  getFlagMetrics,
  getSnapshot,
  type OfrepEvaluation,
  ofrepEvaluate,
  ofrepEvaluateAll,
} from '../contract/evaluation.ts'
import { existingFlag } from '../sets/flag-changes.ts'
import type { StoredFlag } from '../sets/stored-flag.ts'
import { setOf } from './caller-set.ts'
import { type CurrentEvaluator, currentEvaluators } from './current-evaluators.ts'
import type { FlagDeps } from './deps.ts'

const HOUR_MS = 3_600_000

/** Maps `targetingKey`, OpenFeature's name for the user, to the context of an evaluation. */
const contextOf = ({ targetingKey, ...attributes }: Readonly<Record<string, unknown>>): EvaluationContext =>
  targetingKey === undefined ? attributes : { user: String(targetingKey), ...attributes }

/** Parses the context of an OpenFeature client. An invalid context is refused in the OFREP format. */
const ofrepContext = (contextInput: unknown = {}): EvaluationContext | Refusal<'invalid_context'> => {
  if (typeof contextInput !== 'object' || contextInput === null || Array.isArray(contextInput)) {
    const errorDetails = 'context must be an object'
    return refusal('invalid_context', errorDetails, { extras: { errorCode: 'INVALID_CONTEXT', errorDetails } })
  }
  return contextOf(contextInput as Readonly<Record<string, unknown>>)
}

/** Converts an evaluation to OFREP. A disabled variant flag has no value, so that clients use their own default. */
const ofrepEvaluationOf = (
  { evaluator }: CurrentEvaluator,
  { key, type, version }: StoredFlag,
  context: EvaluationContext,
): OfrepEvaluation => {
  const { value, payload, reason, variant, errorCode } = evaluator.evaluate(key, context)
  if (errorCode !== undefined) return { key, errorCode }
  if (reason === 'DISABLED' && type === 'variant') return { key, reason, metadata: { version } }
  // A payload of null counts as a value.
  const servedValue = payload === undefined ? value : payload
  return { key, value: servedValue, reason, ...(variant === undefined ? {} : { variant }), metadata: { version } }
}

const ofrepFailure = <const Code extends string>(
  code: Code,
  { key, errorCode }: { key: string; errorCode: string },
  error: string,
): Refusal<Code> => refusal(code, error, { extras: { key, errorCode, errorDetails: error } })

const ofrepRoutes = (evaluators: ReturnType<typeof currentEvaluators>): Route[] => [
  route(ofrepEvaluate, async ({ params: { key }, query, body, ...context }) => {
    const current = await evaluators.get(setOf(context, query.environment))
    const flag = current.snapshot.flags.find((candidate) => candidate.key === key)
    if (!flag || flag.archived) {
      return ofrepFailure('not_found', { key, errorCode: 'FLAG_NOT_FOUND' }, 'The flag does not exist')
    }
    const evaluationContext = ofrepContext(body.context)
    if (evaluationContext instanceof Refusal) return evaluationContext
    const evaluation = ofrepEvaluationOf(current, flag, evaluationContext)
    await evaluators.flush()
    if ('errorCode' in evaluation) {
      return ofrepFailure('invalid_context', evaluation, `The flag cannot be evaluated: ${evaluation.errorCode}`)
    }
    return reply(200, evaluation)
  }),
  route(ofrepEvaluateAll, async ({ query, headers, body, ...context }) => {
    const current = await evaluators.get(setOf(context, query.environment))
    const evaluationContext = ofrepContext(body.context)
    if (evaluationContext instanceof Refusal) return evaluationContext
    const flags = current.snapshot.flags
      .filter(({ archived }) => !archived)
      .map((flag) => ofrepEvaluationOf(current, flag, evaluationContext))
    await evaluators.flush()
    // Computed from the evaluations, because some of them change with time alone.
    const etag = `"${createHash('sha256').update(canonicalText(flags)).digest('base64url')}"`
    if (headers['if-none-match'] === etag) return reply(304, undefined, { etag })
    return reply(200, { flags, metadata: { version: current.snapshot.version } }, { etag })
  }),
]

export const evaluationRoutes = (deps: FlagDeps): Route[] => {
  const { sets, useOf, now } = deps
  const evaluators = currentEvaluators(deps)
  return [
    ...ofrepRoutes(evaluators),
    route(getFlagMetrics, async ({ params: { key }, query, ...context }) => {
      const set = setOf(context, query.environment)
      const flag = existingFlag(await sets.read(set), key)
      if (flag instanceof Refusal) return flag
      await evaluators.flushSet(set)
      const hours = await useOf(set, key, addMs(now(), -query.hours * HOUR_MS))
      const { evaluations, variants, errors, latencies } = totalUse(key, hours)
      const hourViews = hours.map(({ hour, evaluations: count, variants: countsByVariant }) => ({
        hour,
        evaluations: count,
        variants: { ...countsByVariant },
      }))
      return reply(200, {
        key,
        evaluations,
        variants: { ...variants },
        errors: { ...errors },
        ...latencyPercentiles(latencies),
        hours: hourViews,
      })
    }),
    route(explainFlag, async ({ params: { key }, query, body, ...context }) => {
      const { snapshot, evaluator } = await evaluators.get(setOf(context, query.environment))
      const flag = existingFlag(snapshot, key)
      if (flag instanceof Refusal) return flag
      const explanation = evaluator.explain(key, contextOf(body.context))
      await evaluators.flush()
      if (!explanation) return notFound('The flag is archived and evaluates as if it did not exist')
      return reply(200, { ...explanation, steps: explanation.steps.map((step) => ({ ...step })) })
    }),
    route(getSnapshot, async ({ query, headers, ...context }) => {
      const set = setOf(context, query.environment)
      const head = await sets.head(set)
      const etag = `"${head.version}"`
      if (headers['if-none-match'] === etag) return reply(304, undefined, { etag })
      const snapshot = await sets.read(set)
      return reply(
        200,
        { ...snapshot, flags: snapshot.flags.map((flag) => ({ ...flag })) },
        { etag: `"${snapshot.version}"` },
      )
    }),
  ]
}
