import { type ContractIR, endpointsIR, type RouteRow, routeTable } from '@signet/contracts/ir'
import * as endpoints from './index.ts'

const { getHealth, getPage, listAudit, listFlagAudit, verifyAudit, startCanary, stopCanary, updateCanary, ...others } =
  endpoints
const { explainFlag, getFlagMetrics, getSnapshot, ofrepEvaluate, ofrepEvaluateAll, ...ofFlags } = others

const flagsIR = endpointsIR([...Object.values(ofFlags), startCanary, updateCanary, stopCanary], {
  name: 'flags',
  version: '1.0.0',
  description: 'Feature flags of an organisation, and their staged rollouts (spec supporting-services 2.3 and 4.3).',
})

const auditIR = endpointsIR([listAudit, verifyAudit, listFlagAudit], {
  name: 'flag-audit',
  version: '1.0.0',
  description: 'Who changed which flag, in a chain of hashes.',
})

const evaluationIR = endpointsIR([getFlagMetrics, explainFlag, getSnapshot, ofrepEvaluate, ofrepEvaluateAll], {
  name: 'flag-evaluation',
  version: '1.0.0',
  description: 'What libraries and OpenFeature clients ask, and what they have counted.',
})

const pageIR = endpointsIR([getPage, getHealth], {
  name: 'flag-service',
  version: '1.0.0',
  description: 'The page for people, and health.',
})

/** The whole service as plain data, for CDK, OpenAPI and tests. Not for Lambdas: it brings the JSON Schema emitter. */
export const flagServiceIR = (): readonly ContractIR[] => [flagsIR, auditIR, evaluationIR, pageIR]

export const flagRoutes = (): readonly RouteRow[] => routeTable(flagServiceIR())
