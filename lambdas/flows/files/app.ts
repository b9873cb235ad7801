import { siblingsOf } from '@signet/http-client/siblings'
import { authenticatedApp } from '@signet/identity'
import { runtimeFlows } from '../api/runtime-flows.ts'
import type { access } from '../contract/access.ts'
import { oracleTable } from '../oracle/oracle-table.ts'
import { downloadFlowRoute } from './download-flow.ts'

export const app = authenticatedApp<typeof access.files>((runtime) => ({
  routes: [
    downloadFlowRoute({
      oracles: oracleTable(runtime),
      flowsFor: runtimeFlows(siblingsOf<typeof access.files>(runtime).runtime),
    }),
  ],
}))
