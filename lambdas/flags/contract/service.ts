import { type ContractIR, endpointsIR, type RouteRow, routeTable } from '@signet/contracts/ir'
import {
  createFlag,
  createKey,
  deleteFlag,
  deleteSegment,
  explainFlag,
  getFlag,
  getFlagMetrics,
  getHealth,
  getPage,
  getSnapshot,
  listAudit,
  listFlagAudit,
  listFlags,
  listKeys,
  listSegments,
  ofrepEvaluate,
  ofrepEvaluateAll,
  putSegment,
  revertFlag,
  revokeKey,
  startCanary,
  stopCanary,
  updateCanary,
  updateFlag,
  verifyAudit,
} from './index.ts'

const ofFlags = [listFlags, createFlag, getFlag, updateFlag, deleteFlag, revertFlag]
const ofCanaries = [startCanary, updateCanary, stopCanary]
const ofSegments = [listSegments, putSegment, deleteSegment]

const flagsIR = endpointsIR([...ofFlags, ...ofCanaries, ...ofSegments], {
  name: 'flags',
  version: '1.1.0',
  description:
    'Feature flags of an organisation, their segments and their staged rollouts (spec supporting-services 2.3 and 4.3).',
})

const auditIR = endpointsIR([listAudit, verifyAudit, listFlagAudit], {
  name: 'flag-audit',
  version: '1.1.0',
  description: 'Who changed which flag, in a chain of hashes.',
})

const evaluationIR = endpointsIR([getFlagMetrics, explainFlag, getSnapshot, ofrepEvaluate, ofrepEvaluateAll], {
  name: 'flag-evaluation',
  version: '1.0.0',
  description: 'What libraries and OpenFeature clients ask, and what they have counted.',
})

const keysIR = endpointsIR([createKey, listKeys, revokeKey], {
  name: 'service-keys',
  version: '1.0.0',
  description: 'Keys of applications, made and revoked by signed-in people.',
})

const pageIR = endpointsIR([getPage, getHealth], {
  name: 'flag-service',
  version: '1.0.0',
  description: 'The page for people, and health.',
})

/** The whole service as plain data, for CDK, OpenAPI and tests. Not for Lambdas: it brings the JSON Schema emitter. */
export const flagServiceIR = (): readonly ContractIR[] => [flagsIR, auditIR, evaluationIR, keysIR, pageIR]

export const flagRoutes = (): readonly RouteRow[] => routeTable(flagServiceIR())
