import { authenticatedApp } from '@signet/identity'
import { rowTable } from '@signet/kernel'
import { keySet } from '@signet/receipts/issuing'
import { type AgentClients, agentDeps } from '../agents/agent-deps.ts'
import { agentRoute } from '../agents/agent-routes.ts'
import { classifyRoute } from '../classification/classify-route.ts'
import type { access } from '../contract/access.ts'
import { grimoireRow } from '../contract/reading-rows.ts'
import { graderRoute } from '../grader/grader-route.ts'
import { runGrader } from '../grader/run-grader.ts'
import { recallRoute } from '../grimoire/recall-route.ts'
import { harnessRoute } from '../harness/harness-route.ts'
import { runRoute } from '../readings/reading-routes.ts'
import { receiptVerifier } from '../receipts/verified-receipt.ts'
import { verifyRoute } from '../receipts/verify-route.ts'
import { codegenRoute } from '../scaffolds/codegen-routes.ts'
import { scaffoldDeps } from '../scaffolds/deps.ts'
import { inscribingDeps } from '../wiring/inscribing-deps.ts'
import { readingDeps, receiptDeps } from '../wiring/reading-deps.ts'

export const app = authenticatedApp<typeof access.pipelines, AgentClients>((runtime) => {
  const inscribing = inscribingDeps(runtime)
  const grimoire = rowTable(grimoireRow, runtime)
  const deps = { ...inscribing, ...readingDeps(runtime), ...receiptDeps(inscribing), grimoire }
  const verifyReceipt = receiptVerifier({ ...deps, keys: keySet(deps) })
  const routes = {
    run: runRoute(deps),
    classify: classifyRoute(deps),
    codegen: codegenRoute(scaffoldDeps(runtime, inscribing)),
    agent: agentRoute(agentDeps(runtime, inscribing.inscriber)),
    grade: graderRoute(runGrader(deps)),
    recall: recallRoute(deps),
  }
  return { routes: [harnessRoute({ ...deps, routes }), verifyRoute({ ...deps, verifyReceipt })] }
})
