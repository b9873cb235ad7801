import type { LanguageModel } from '@signet/language-model'
import { sha256Hex } from '@signet/receipts/digest'
import { interpretIntention, scaffold } from '@signet/scaffolds'
import { createFlowRoute } from '../../../lambdas/flows/api/create-flow.ts'
import { flowRoutes } from '../../../lambdas/flows/api/flow-routes.ts'
import { oracleRoutes } from '../../../lambdas/flows/api/oracle-routes.ts'
import { runtimeFlows } from '../../../lambdas/flows/api/runtime-flows.ts'
import { enhance } from '../../../lambdas/flows/oracle/enhance.ts'
import { oracleTable } from '../../../lambdas/flows/oracle/oracle-table.ts'
import { polisher } from '../../../lambdas/flows/oracle/polish.ts'
import { receiptIssuer } from '../../../layers/receipts/src/issuing/issue.ts'
import {
  callRoute,
  type PaidWorldOptions,
  paidWorld,
  type RuntimeOverride,
  type RuntimeRequest,
  runtimeAnswering,
} from '../../support/paid-world.ts'
import { issuerDeps } from '../receipts/issuing/issuing-world.ts'

export const REQUEST = {
  intention: 'Receive Stripe webhooks and mark invoices as paid',
  project_type: 'api',
  oracle: false,
}

const filesOf = (intention: string) => {
  const { pattern, traits, entities } = interpretIntention({ intention })
  return scaffold({ intention, pattern, traits, entities, seed: 7 })
}

/** The project of `REQUEST`, rendered once. */
export const RENDERED_PROJECT = filesOf(REQUEST.intention)

/** The runtime's response for a scaffold, with the members that tests use. */
const storedScaffold = (hash: string, { intention, projectType }: RuntimeRequest['body']) => ({
  hash,
  intention,
  projectType,
  at: '2026-11-22T09:00:00.000Z',
  seed: 7,
  codegen: {
    pattern: RENDERED_PROJECT.pattern,
    workerName: RENDERED_PROJECT.workerName,
    files: RENDERED_PROJECT.codegen,
  },
  skeleton: RENDERED_PROJECT.skeleton,
  envelope: RENDERED_PROJECT.envelope,
  emittedFacts: RENDERED_PROJECT.emittedFacts,
  classification: { pattern: RENDERED_PROJECT.pattern, confidence: 'high', method: 'vocab' },
  traits: RENDERED_PROJECT.traits,
  output: RENDERED_PROJECT.output,
  nextSteps: RENDERED_PROJECT.nextSteps,
})

/** An in-memory runtime: one scaffold per key. */
export const runtimeInMemory = (override?: RuntimeOverride) => {
  const flows = new Map<string, ReturnType<typeof storedScaffold>>()
  const answers = {
    'POST /scaffold/codegen': ({ body, headers }: RuntimeRequest) => {
      const hash = sha256Hex(String(headers['idempotency-key']))
      const stored = flows.get(hash) ?? storedScaffold(hash, body)
      flows.set(hash, stored)
      return stored
    },
    'GET /scaffold/': ({ path }: RuntimeRequest) => flows.get(String(path.split('/').at(-1))),
    'GET /grimoire/': () =>
      flows.size === 0
        ? undefined
        : { readings: [...flows.values()].toReversed().map((flow) => ({ kind: 'flow', ...flow })), next_cursor: null },
  }
  return { ...runtimeAnswering(answers, override), flows }
}

export type RuntimeInMemory = ReturnType<typeof runtimeInMemory>

export interface FlowWorldOptions extends PaidWorldOptions {
  readonly runtime: RuntimeInMemory
  readonly model?: LanguageModel
}

/** The routes of flows over a table and a runtime. */
export const flowsOver = (options: FlowWorldOptions) => {
  const { deps, runtime, used } = paidWorld(options)
  const oracles = oracleTable(deps)
  const issue = receiptIssuer(issuerDeps({ db: options.db } as never, { now: options.now }))
  const routeDeps = {
    ...deps,
    oracles,
    issuer: 'https://signet.example',
    flowsFor: runtimeFlows(runtime, () => 0),
    enhance: enhance({ ...deps, oracles, issue, polish: polisher(options.model) }),
  }
  const [list, detail, update, ask, report] = [...flowRoutes(routeDeps), ...oracleRoutes(routeDeps)].map(callRoute)
  if (!list || !detail || !update || !ask || !report) throw new Error('Flows have three routes, and their oracle two')
  return { create: callRoute(createFlowRoute(routeDeps)), list, detail, update, ask, report, used }
}
