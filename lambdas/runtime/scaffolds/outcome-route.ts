import { reply } from '@signet/contracts'
import { type Clock, invalidInput, notFound, type Route, refusal, route, unavailable } from '@signet/kernel'
import { sha256Hex } from '@signet/receipts/digest'
import { recordOutcome } from '../contract/scaffolds.ts'
import { querentScope } from '../namespaces/namespace.ts'
import type { ScaffoldCounts } from '../telemetry/scaffold-counts.ts'
import type { rememberFailure } from './remember-failure.ts'
import type { ScaffoldRun, ScaffoldRuns } from './scaffold-runs-table.ts'

export interface OutcomeDeps {
  readonly runs: Pick<ScaffoldRuns, 'get' | 'replaceOutcomes'>
  readonly counts: Pick<ScaffoldCounts, 'countOutcome'>
  /** Adds the cards that failure notes name to the memory of roles. Returns false after too many write conflicts. */
  readonly rememberFailure: ReturnType<typeof rememberFailure>
  readonly now: Clock
}

const OUTCOMES_MAX = 20

const ATTEMPTS_MAX = 5

const outcomeView = ({ run, outcomes }: ScaffoldRun) => {
  const latest = outcomes.at(-1)
  return reply(200, { runId: run, outcomes: outcomes.length, latest: { ...latest?.body, at: latest?.at } as never })
}

/** `POST /scaffold/outcome/:runId`. */
export const outcomeRoute = (deps: OutcomeDeps): Route =>
  route(recordOutcome, async ({ params: { runId }, body, headers, caller }) => {
    if (body.url !== undefined && !/^https?:/i.test(body.url))
      return invalidInput([{ field: 'url', message: 'must be a URL with http or https' }])
    const scope = querentScope(caller, headers['x-querent-ids'])
    const outcome = { digest: sha256Hex(JSON.stringify(body)), body }
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const run = await deps.runs.get(scope.org, runId)
      if (run === undefined || !scope.canSee(run.namespaceId)) return notFound('The scaffold does not exist')
      if (run.outcomes.some(({ digest }) => digest === outcome.digest)) return outcomeView(run)
      if (run.outcomes.length >= OUTCOMES_MAX)
        return refusal('too_many_outcomes', `A scaffold has at most ${OUTCOMES_MAX} outcomes`)
      const at = deps.now().toISOString()
      // Called before the outcome is stored, so that a repeated request completes an interrupted one. A repeated
      // failure counts once.
      const notes = body.status === 'failed' ? (body.notes ?? '') : ''
      if (!(await deps.rememberFailure(scope.org, run, notes, at))) continue
      const outcomes = [...run.outcomes, { ...outcome, at }]
      if (!(await deps.runs.replaceOutcomes(scope.org, run, outcomes))) continue
      const { status } = body
      if (status === 'deployed' || status === 'failed')
        await deps.counts.countOutcome(scope.org, status, `${run.pattern}@${run.pattern_version}`)
      return outcomeView({ ...run, outcomes })
    }
    return unavailable('Too many outcomes are being reported for this scaffold; try again', 1)
  })
