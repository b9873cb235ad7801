import { reply } from '@signet/contracts'
import { Refusal, type Route, route } from '@signet/kernel'
import type * as z from 'zod'
import type { CodegenReply } from '../contract/scaffold-schemas.ts'
import { generateScaffold, generateScaffolds } from '../contract/scaffolds.ts'
import { querentScope } from '../namespaces/namespace.ts'
import type { GeneratedScaffold, RunCodegen } from './run-codegen.ts'

export interface CodegenRouteDeps {
  readonly codegen: RunCodegen
  readonly issuer: string
}

/** The contract permits fields that the engine's interfaces do not declare. */
const responseBody = ({ issuer }: CodegenRouteDeps, { runId, file, metrics, hash }: GeneratedScaffold) => {
  const { pattern_version: _version, seed, ...generated } = file.result
  return {
    success: true,
    runId,
    ...generated,
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

const concernsWholeBatch = ({ code }: Refusal): boolean => code === 'plan_required' || code === 'quota_exceeded'

/** `POST /scaffold/codegen`. */
export const codegenRoute = (deps: CodegenRouteDeps) =>
  route(generateScaffold, async ({ body, headers, caller }) => {
    const namespace = querentScope(caller, headers['x-querent-ids']).defaultNamespace()
    const conversationId = body.conversationId ?? headers['idempotency-key']
    const generated = await deps.codegen({ caller, namespace, body: { ...body, conversationId } })
    if (generated instanceof Refusal) return generated
    return reply(200, responseBody(deps, generated), generated.isReplay ? { 'idempotent-replayed': 'true' } : {})
  })

const failedItem = ({ message, code }: Refusal) => ({ success: false as const, error: message, code })

/** `POST /scaffold/batch`: runs items in order, so that items of one conversation share one scaffold. */
export const batchRoute = (deps: CodegenRouteDeps): Route =>
  route(generateScaffolds, async ({ body: { items }, headers, caller }) => {
    const namespace = querentScope(caller, headers['x-querent-ids']).defaultNamespace()
    const results: (z.output<typeof CodegenReply> | ReturnType<typeof failedItem>)[] = []
    for (const body of items) {
      const generated = await deps.codegen({ caller, namespace, body })
      // A refusal of the first item by plan or quota applies to the whole batch. Later ones are results of their items.
      if (generated instanceof Refusal && concernsWholeBatch(generated) && results.length === 0)
        return generated as Refusal<'plan_required'>
      results.push(generated instanceof Refusal ? failedItem(generated) : responseBody(deps, generated))
    }
    return reply(200, results)
  })
