import { reply } from '@signet/contracts'
import { Refusal, type Route, route } from '@signet/kernel'
import { zipOf } from '@signet/receipts'
import { type FlowDeps, flowKeyOf, flowNotFound } from '../api/flow-routes.ts'
import { filesOf } from '../api/flow-view.ts'
import { downloadFlow } from '../contract/flows.ts'
import { withEdited } from '../oracle/oracle-table.ts'

const utf8 = new TextEncoder()

/** `GET /api/flows/:id/download`: the current files of the flow, sorted by path. */
export const downloadFlowRoute = ({ flowsFor, oracles }: Pick<FlowDeps, 'flowsFor' | 'oracles'>): Route =>
  route(downloadFlow, async ({ params: { id }, ...context }) => {
    const stored = await flowsFor(context).read(id)
    if (stored === undefined) return flowNotFound()
    if (stored instanceof Refusal) return stored
    const files = withEdited(filesOf(stored), await oracles.find(flowKeyOf(context, id)))
    const zip = zipOf(Object.fromEntries(files.map(({ path, content }) => [path, utf8.encode(content)])))
    return reply(200, zip, {
      'cache-control': 'no-store',
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${stored.codegen.workerName}.zip"`,
    })
  })
