import { must, type Requirement } from './requirement.ts'

/** Requirements of the platform API's specification on flows, in its order. */
export const platformFlowRequirements: readonly Requirement[] = [
  must(
    'PLA-2.8-1',
    'A flow has id (receipt hash), intention, project_type (default api), status (completed), created_at, seed, governance {threat_model, adr, test_plan}, scaffold {files[] of {path, content, role}}, next_steps[], output, oracle_enhanced, oracle_summary',
  ),
  must('PLA-2.8-2', 'File role values: scaffold, config, governance, test, doc'),
  must(
    'PLA-3-5',
    'A flow that is not enhanced is enhanced by POST /api/flows/:id/oracle on Pro or Team; the result is persisted 90 days, a repeat returns the cached result',
  ),
  must(
    'PLA-4.7-1',
    'POST /api/flows takes intention, project_type (default api) and oracle; 201 {id, classification {pattern, confidence}, traits, tier2_recommended, output, facts}',
  ),
  must('PLA-4.7-2', 'POST /api/flows answers 400, 401, 429 with upgrade, 502'),
  must('PLA-4.7-3', 'POST /api/flows consumes one scaffolds credit'),
  must('PLA-4.7-4', 'Polish runs only when oracle is true and the tier is pro or team'),
  must('PLA-4.7-5', 'An oracle result is kept 90 days under the flow id'),
  must('PLA-4.7-6', 'GET /api/flows answers 200 {flows[] of {id, intention, project_type, status, created_at}}'),
  must('PLA-4.7-7', 'Only scaffold-type readings are listed'),
  must('PLA-4.7-8', 'An upstream error yields an empty list'),
  must('PLA-4.7-9', 'GET /api/flows/:id answers 200 with the flow detail; 401, 404, 502'),
  must(
    'PLA-4.7-10',
    'GET /api/flows/:id/oracle answers 200 {enhanced: false} or {enhanced: true, files, summary}; 401',
  ),
  must('PLA-4.7-11', 'GET /api/flows/:id/oracle does not enforce the plan'),
  must('PLA-4.7-12', 'POST /api/flows/:id/oracle answers 200 {enhanced: true, files, summary} on Pro or Team'),
  must(
    'PLA-4.7-13',
    'POST /api/flows/:id/oracle answers 401, 403 {error, upgrade_url}, 404 for an absent flow, 422 without prompt context, 502',
  ),
  must('PLA-8-8', '/api/flows/*: the scaffolds quota'),
]
