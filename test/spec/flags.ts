import { must, type Requirement } from './requirement.ts'

/** Requirements of the feature flag library (specification supporting-services, component C), in its order. */
export const flagRequirements: readonly Requirement[] = [
  must('FLG-1-1', 'Flag evaluation takes under 5 ms'),
  must('FLG-1-2', 'There are boolean, percentage and variant flags'),
  must('FLG-1-3', 'Tenants have overrides'),
  must('FLG-2.3-1', 'A flag has key, type, enabled, percentage, variants of {key, weight}, rules and default'),
  must('FLG-2.3-2', 'A rule is {attribute, operator, value, result}; operators shown: equals, in, after'),
  must('FLG-2.3-3', 'Rules target tenant, user, IP, custom attributes and time windows'),
  must('FLG-2.3-4', 'Variant and percentage assignment is consistent per user hash'),
  must('FLG-2.3-5', 'Metrics per flag: evaluations, variants by key, p50LatencyMs, p99LatencyMs'),
  must('FLG-3-1', 'startCanaryDeployment starts at 5 percent and advances by itself through 10, 25, 50 and 100'),
  must('FLG-3-2', 'updateCanaryDeployment with a percentage sets that percentage'),
  must('FLG-3-3', 'stopCanaryDeployment rolls back'),
  must('FLG-4.3-1', 'Library operations: createFlag, isEnabled, getVariant, getMetrics'),
  must('FLG-4.3-2', 'setTenantOverride(tenant, key, value) and forTenant(tenant)'),
  must('FLG-4.3-3', 'Request middleware exposes the evaluator to handlers'),
  must('FLG-2.3-6', 'Audit log entries carry timestamps and actor identity'),
  must('FLG-4.3-4', 'GET, POST /flags and PATCH, DELETE /flags/:key list, create, update and delete flags'),
  must('FLG-4.3-5', 'GET /flags/:key/metrics answers evaluation counts and variant distribution'),
  must('FLG-4.3-6', 'POST /flags/:key/canary/start and /stop start a canary and roll it back'),
  must('FLG-5-1', 'The admin API is behind authentication'),
  must('FLG-6-1', 'Flag changes are written to an audit log'),
]
