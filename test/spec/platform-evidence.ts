import { must, type Requirement } from './requirement.ts'

/** Requirements of the platform API's specification on evidence, in its order. */
export const platformEvidenceRequirements: readonly Requirement[] = [
  must(
    'PLA-2.6-2',
    'An evidence asset has id, type, title, content (opaque JSON object), domains[], tags[], qualityScore (0 to 100 or null), verificationStatus, authorName, authorBio, sourceUrl, usageCount, createdAt, updatedAt, with the values of 2.6',
  ),
  must('PLA-2.6-1', 'ContentInput is an object carrying a body; a bare string is wrapped as a body'),
  must('PLA-4.5-1', 'POST /api/v1/evidence/validate takes content and policyVersion (default policy id)'),
  must(
    'PLA-4.5-2',
    'It answers 200 {validationId, cached, score, hasGaps, gapCount, policyVersion, policyName, gaps[], suggestions[]}',
  ),
  must('PLA-4.5-3', 'Validation is deterministic: no LLM'),
  must(
    'PLA-4.5-4',
    'Identical (tenant, content, policy) within one hour returns the cached validationId, consumes no quota and writes no audit row',
  ),
  must('PLA-4.5-5', 'The input hash is SHA-256 of the normalized payload'),
  must(
    'PLA-4.5-6',
    'validate answers 400 (content is required; invalid_json; unknown policy version), 401, 413 with limit 131072',
  ),
  must('PLA-4.5-7', 'validate answers 429 evidence_validation_quota_exceeded with upgrade'),
  must('PLA-9-2', 'policyVersion selects the evidence policy; unknown values yield 400'),
  must('PLA-2.6-3', 'Pillars: Experience, Expertise, Authoritativeness, Trustworthiness'),
  must('PLA-3-6', 'bailReason is max_iterations, cost_ceiling, llm_bail or schema_drift; omitted when finalGaps is 0'),
  must(
    'PLA-4.5-8',
    'POST /api/v1/evidence/gap-fill, Pro or Team only: validate, match library assets, merge, LLM revise, re-validate',
  ),
  must(
    'PLA-4.5-9',
    'It takes content, policyVersion, maxIterations (clamped 1 to 5, default 3), targetPillars, assetPreferences {domains[], types[]}',
  ),
  must(
    'PLA-4.5-10',
    'It answers 200 {gapFillId, iterations, initialGaps, finalGaps, converged, revised, iterationLog[], creditsUsed, gapFillHash, bailReason?}',
  ),
  must('PLA-4.5-11', 'When the first validation finds 0 gaps it replies at once with no LLM spend'),
  must('PLA-4.5-12', 'The cost ceiling is 0.25 USD a request'),
  must('PLA-4.5-13', 'Up to 6 assets an iteration, ordered by usage_count ascending, then created_at descending'),
  must(
    'PLA-4.5-14',
    'Each successful run persists a row with iteration log and hash, and telemetry whose failure is swallowed',
  ),
  must(
    'PLA-4.5-15',
    'gap-fill answers 400 (also empty_library), 401, 402 evidence_gap_fill_requires_pro, 413, 429 (30 an hour, or quota), 502',
  ),
  must('PLA-8-10', '/api/v1/evidence/gap-fill: 30 per hour per tenant, plus the evidence_gap_fills quota'),
  must('PLA-2.6-4', 'Receipt versions v2 (2), v2.1 (3, planHash), v2.2 (4, gapFillHash); hashes are 64 hex'),
  must(
    'PLA-4.5-16',
    'POST /api/v1/evidence/attest, Pro or Team only: initial validate, critique and revise, optional gap-fill, final validate, receipt',
  ),
  must(
    'PLA-4.5-17',
    'It answers 201 with receiptHash, verifyUrl, receiptVersion, contentHash, pipelineSummary and the rest',
  ),
  must('PLA-4.5-18', 'Attest takes 1 evidence_validations, and 1 evidence_gap_fills when runGapFill is true'),
  must('PLA-4.5-19', 'Attest answers 400, 401, 402, 413, 429, 409 receipt_conflict and 502 with their codes'),
  must('PLA-8-11', '/api/v1/evidence/attest: 20 per hour per tenant'),
  must(
    'PLA-4.5-20',
    'GET /api/v1/evidence/library takes type, domain, limit (1 to 100, default 20), cursor; newest first; 400, 401; tenant-scoped',
  ),
  must('PLA-4.5-21', 'POST /api/v1/evidence/library answers 201 {asset}'),
  must(
    'PLA-4.5-22',
    'Library capacity: Free 0, Pro and Team 50, enforced atomically; 402 library_limit {tier, limit, current, upgrade}',
  ),
  must('PLA-4.5-23', 'POST library answers 400 invalid_input with errors[] of {field, message}, 401, 413, 502'),
  must('PLA-4.5-24', 'GET library/:id answers 200, 400 invalid id, 401, 404 (identical for another tenant)'),
  must(
    'PLA-4.5-25',
    'PUT library/:id takes any fields; domains re-synced atomically; updated_at always refreshes; 400, 401, 404, 413, 502',
  ),
  must('PLA-4.5-26', 'DELETE library/:id answers 200 {id, deleted: true}; 400, 401, 404, 502'),
]
