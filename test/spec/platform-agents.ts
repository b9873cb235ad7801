import { must, type Requirement } from './requirement.ts'

/** Requirements of the platform API's specification on consultations of roles, in its order. */
export const platformAgentRequirements: readonly Requirement[] = [
  must(
    'PLA-2.4-1',
    'An agent run result has schema_version, success, role, response, symbolicResponse, analysis, guidance (optional), receipt, responseMode, metadata, envelope (optional)',
  ),
  must('PLA-2.4-2', 'Roles: cto, ciso, cfo, cmo, cpo, architect'),
  must(
    'PLA-2.4-3',
    'A memory record has role, exists, tick (optional), zones {discard, deck, metaInsight, identity}, entropy {shannonDiversity, elementCounts, depletionRatio, transCapacity, totalCards}, recentMemories and updatedAt (optional)',
  ),
  must(
    'PLA-2.4-4',
    'A bootstrap result has signalType, signalClass, gapType, gapClass, researchStrategy, researchType, evidenceBar, tierAssignment, methodologyConfidence',
  ),
  must(
    'PLA-4.4-1',
    'POST /api/agents/run takes role, intention, context, painSignals, responseMode and seed with both credentials; 200 with the result',
  ),
  must('PLA-4.4-2', 'responseMode is symbolic, natural or structured-only'),
  must('PLA-4.4-3', 'POST /api/agents/run answers 400 without role or intention, 401 without a credential'),
  must('PLA-4.4-4', 'POST /api/agents/run answers 429 {error, upgrade} when the scaffolds quota is exceeded'),
  must('PLA-4.4-5', 'POST /api/agents/run answers 502 on an upstream runtime error'),
  must('PLA-4.4-6', 'POST /api/agents/run consumes one scaffolds quota credit'),
  must('PLA-4.4-7', 'Receipts persist so they can be verified at {verify_url}/<hash>'),
  must('PLA-4.4-8', 'CTO runs keep claims private'),
  must(
    'PLA-4.4-9',
    'POST /api/agents/bootstrap takes role, domain and internalSignals; 200 with the result, one scaffolds credit',
  ),
  must('PLA-4.4-10', 'POST /api/agents/bootstrap answers 400 without role, 401, 429 and 502'),
  must('PLA-4.4-11', 'GET /api/agents/:role/memory answers 200 with the memory record and consumes no quota'),
  must('PLA-4.4-12', 'GET /api/agents/:role/memory answers 400 without a role, 401 and 502'),
  must('PLA-8-7', '/api/agents/*: the scaffolds quota'),
  must('PLA-8-9', 'Agent tool routes: 5 to 10 per minute'),
]
