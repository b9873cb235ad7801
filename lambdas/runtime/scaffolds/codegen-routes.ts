import { reply } from '@signet/contracts'
import { type Clock, invalidInput, notFound, Refusal, type Route, refusal, route, unavailable } from '@signet/kernel'
import { sha256Hex } from '@signet/receipts/digest'
import type * as z from 'zod'
import type { CodegenReply, InscribedScaffold } from '../contract/scaffold-schemas.ts'
import { generateScaffold, generateScaffolds, getScaffold, recordOutcome } from '../contract/scaffolds.ts'
import { querentScope } from '../namespaces/namespace.ts'
import type { Inscriber } from '../readings/inscribe.ts'
import type { ScaffoldCounts } from '../telemetry/scaffold-counts.ts'
import type { ScaffoldRecord } from './make-scaffold.ts'
import type { rememberFailure } from './remember-failure.ts'
import type { DoneScaffold, RunCodegen } from './run-codegen.ts'
import type { ScaffoldRun, ScaffoldRuns } from './scaffold-runs-table.ts'

export interface CodegenRouteDeps {
  readonly codegen: RunCodegen
  readonly issuer: string
}

/** The engine's types are read-only, those of the contract are not. */
const answerOf = ({ issuer }: CodegenRouteDeps, { runId, file, metrics, hash }: DoneScaffold) => {
  const { pattern_version: _version, seed, ...made } = file.result
  return {
    success: true,
    runId,
    ...made,
    inferenceMetrics: {
      method: 'rules',
      model_calls: 0,
      input_tokens: 0,
      output_tokens: 0,
      cost_micro_usd: 0,
      ...metrics,
    },
    ...(hash !== undefined && { hash, receipt: { hash, verifyUrl: `${issuer}/verify/${hash}`, seed } }),
  } as unknown as z.output<typeof CodegenReply>
}

const isOfAll = ({ code }: Refusal): boolean => code === 'plan_required' || code === 'quota_exceeded'

/** `POST /scaffold/codegen` (runtime.md 5). */
export const codegenRoute = (deps: CodegenRouteDeps) =>
  route(generateScaffold, async ({ body, headers, caller }) => {
    const namespace = querentScope(caller, headers['x-querent-ids']).own()
    const conversationId = body.conversationId ?? headers['idempotency-key']
    const done = await deps.codegen({ caller, namespace, body: { ...body, conversationId } })
    if (done instanceof Refusal) return done
    return reply(200, answerOf(deps, done), done.isReplay ? { 'idempotent-replayed': 'true' } : {})
  })

const failed = ({ message, code }: Refusal) => ({ success: false as const, error: message, code })

/** `POST /scaffold/batch`: one after the other, so that items of one conversation are one scaffold. */
export const batchRoute = (deps: CodegenRouteDeps): Route =>
  route(generateScaffolds, async ({ body: { items }, headers, caller }) => {
    const namespace = querentScope(caller, headers['x-querent-ids']).own()
    const answers: (z.output<typeof CodegenReply> | ReturnType<typeof failed>)[] = []
    for (const body of items) {
      const done = await deps.codegen({ caller, namespace, body })
      // Nobody has paid for any of them: that is no matter of one item.
      if (done instanceof Refusal && isOfAll(done) && answers.length === 0) return done as Refusal<'plan_required'>
      answers.push(done instanceof Refusal ? failed(done) : answerOf(deps, done))
    }
    return reply(200, answers)
  })

const inscribedView = (hash: string, at: string, { input, projectType, result }: ScaffoldRecord) => {
  const { pattern_version: _version, ...made } = result
  const asked = { intention: input.intention, ...(projectType !== undefined && { projectType }) }
  // The engine's types are read-only, those of the contract are not.
  return { hash, at, ...asked, ...made } as unknown as z.output<typeof InscribedScaffold>
}

/** `GET /scaffold/:hash`. One of another namespace is as good as none. */
export const inscribedRoute = ({ inscriber }: { readonly inscriber: Pick<Inscriber, 'find' | 'read'> }): Route =>
  route(getScaffold, async ({ params: { hash }, headers, caller }) => {
    const scope = querentScope(caller, headers['x-querent-ids'])
    const place = await inscriber.find(scope.org, hash)
    if (place?.kind !== 'flow' || !scope.sees(place.place)) return notFound('There is no such scaffold')
    return reply(200, inscribedView(hash, place.at, (await inscriber.read(place)) as ScaffoldRecord))
  })

interface OutcomeDeps {
  readonly runs: Pick<ScaffoldRuns, 'get' | 'replaceOutcomes'>
  readonly counts: Pick<ScaffoldCounts, 'outcome'>
  /** Lets roles remember what the notes of a failure name; false where others came between each time. */
  readonly rememberFailure: ReturnType<typeof rememberFailure>
  readonly now: Clock
}

const OUTCOMES_MAX = 20

const TRIES = 5

const outcomeReply = ({ run, outcomes }: ScaffoldRun) => {
  const latest = outcomes.at(-1)
  return reply(200, { runId: run, outcomes: outcomes.length, latest: { ...latest?.body, at: latest?.at } as never })
}

/** `POST /scaffold/outcome/:runId` (runtime.md 5). */
export const outcomeRoute = (deps: OutcomeDeps): Route =>
  route(recordOutcome, async ({ params: { runId }, body, headers, caller }) => {
    if (body.url !== undefined && !/^https?:/i.test(body.url))
      return invalidInput([{ field: 'url', message: 'must be an address of http or https' }])
    const scope = querentScope(caller, headers['x-querent-ids'])
    const outcome = { digest: sha256Hex(JSON.stringify(body)), body }
    for (let tries = 0; tries < TRIES; tries++) {
      const run = await deps.runs.get(scope.org, runId)
      if (run === undefined || !scope.sees(run.place)) return notFound('There is no such scaffold')
      if (run.outcomes.some(({ digest }) => digest === outcome.digest)) return outcomeReply(run)
      if (run.outcomes.length >= OUTCOMES_MAX)
        return refusal('too_many_outcomes', `A scaffold has at most ${OUTCOMES_MAX} outcomes`)
      const at = deps.now().toISOString()
      // Before the outcome is kept: whoever repeats a request that died here is remembered, and no more than once.
      const notes = body.status === 'failed' ? (body.notes ?? '') : ''
      if (!(await deps.rememberFailure(scope.org, run, notes, at))) continue
      const outcomes = [...run.outcomes, { ...outcome, at }]
      if (!(await deps.runs.replaceOutcomes(scope.org, run, outcomes))) continue
      const { status } = body
      if (status === 'deployed' || status === 'failed')
        await deps.counts.outcome(scope.org, status, `${run.pattern}@${run.pattern_version}`)
      return outcomeReply({ ...run, outcomes })
    }
    return unavailable('Too many outcomes of this scaffold are told at this moment; try again', 1)
  })
