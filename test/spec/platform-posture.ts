import { must, type Requirement } from './requirement.ts'

/** Requirements of the platform API's specification on CISO intakes, in its order. */
export const platformPostureRequirements: readonly Requirement[] = [
  must(
    'PLA-2.5-1',
    'A CISO intake has schemaVersion 1, companyProfile, techStack, dataHandled, controlBaseline and lists',
  ),
  must('PLA-2.5-2', 'Each control has an owner, and notes if wanted; values are those of the table'),
  must(
    'PLA-4.4-13',
    'POST /api/agents/ciso-intake answers 200 {accepted: true, refusal {refused: false, findings, summary}, receipt, seed, latencyMs}',
  ),
  must(
    'PLA-4.4-14',
    'A finding has id, path, description, remediation, and recoveredBy {gap, owner} where it is recovered',
  ),
  must('PLA-4.4-15', 'receipt has hash, verifyUrl (a path below {verify_url}) and claimsSchemaVersion'),
  must(
    'PLA-4.4-16',
    'POST /api/agents/ciso-intake answers 400 for invalid JSON or a schema validation failure, and 401',
  ),
  must(
    'PLA-4.4-17',
    'POST /api/agents/ciso-intake answers 422 {refused: true, summary, findings[] of {id, path, description, remediation}} on an unrecovered instant disqualifier',
  ),
  must('PLA-4.4-18', 'POST /api/agents/ciso-intake answers 429 with upgrade, and 502'),
  must('PLA-4.4-19', 'POST /api/agents/ciso-intake consumes one scaffolds credit'),
  must('PLA-4.4-20', 'The refusal is decided server-side and is authoritative'),
  must('PLA-4.4-21', 'The CISO intake publishes claims'),
  must('PLA-9-4', 'CISO intakes carry schemaVersion (value 1), and their receipts claimsSchemaVersion'),
]
