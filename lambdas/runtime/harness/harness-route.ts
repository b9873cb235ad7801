import { parseRequest, type Reply, reply } from '@signet/contracts'
import { hasScope, scopesOf } from '@signet/identity'
import { forbidden, invalidInput, Refusal, type RequestContext, type Route, route } from '@signet/kernel'
import { parseCondition } from '@signet/readings'
import { type HarnessBody, runHarness } from '../contract/harness.ts'
import type { Counts, HourCounts } from '../telemetry/hour-counts-table.ts'
import { type PerformStep, runPipeline } from './run-harness.ts'

export interface HarnessDeps {
  readonly routes: Readonly<Record<Parameters<PerformStep>[0], Route>>
  readonly counts: Pick<HourCounts, 'add'>
  readonly now: () => Date
}

const inputProblems = ({ steps }: HarnessBody) =>
  steps.flatMap(({ id, when }, at) => {
    // `inputs` is the name of the pipeline's own values.
    const isDuplicate = id === 'inputs' || steps.findIndex((step) => step.id === id) < at
    const parsed = when === undefined ? undefined : parseCondition(when)
    return [
      ...(isDuplicate ? [{ field: `steps.${at}.id`, message: `"${id}" is used twice` }] : []),
      ...(parsed && !parsed.ok ? [{ field: `steps.${at}.when`, message: parsed.error.message }] : []),
    ]
  })

/**
 * Runs a step's route with the same checks as a direct request.
 * @throws Refusal
 */
const performStep =
  ({ routes }: HarnessDeps, context: RequestContext, header: string | undefined): PerformStep =>
  async (use, body) => {
    const { endpoint, run } = routes[use]
    const [, scope] = /^scope:(.+)$/.exec(endpoint.authority) ?? []
    if (scope !== undefined && !hasScope(context.caller, scope))
      throw forbidden(`The credential lacks the scope ${scope}`)
    const raw = { body, ...(header === undefined ? {} : { headers: { 'x-querent-ids': header } }) }
    const parsed = parseRequest(endpoint, raw)
    if (!parsed.ok) throw invalidInput(parsed.errors)
    const response = (await run({ ...parsed.value, ...context } as never)) as Reply | Refusal
    if (response instanceof Refusal) throw response
    return response.body
  }

const countsOf = ({ steps }: HarnessBody, { ok, steps: results }: Awaited<ReturnType<typeof runPipeline>>): Counts => {
  const counts: Record<string, number> = { runs: 1, ...(ok ? {} : { failed: 1 }) }
  for (const [at, { use }] of steps.entries()) {
    if (results[at]?.skipped) continue
    counts[`step:${use}`] = (counts[`step:${use}`] ?? 0) + 1
    if (!results[at]?.ok) counts[`step_failed:${use}`] = (counts[`step_failed:${use}`] ?? 0) + 1
  }
  return counts
}

/** `POST /harness/run`. */
export const harnessRoute = (deps: HarnessDeps) =>
  route(runHarness, async ({ body, headers, params: _params, query: _query, ...context }) => {
    const problems = inputProblems(body)
    if (problems.length > 0) return invalidInput(problems)
    const outcome = await runPipeline(body, performStep(deps, context, headers['x-querent-ids']), deps.now)
    await deps.counts.add(scopesOf(context.caller).entitlementScope, 'harness', countsOf(body, outcome))
    return reply(200, outcome)
  })
