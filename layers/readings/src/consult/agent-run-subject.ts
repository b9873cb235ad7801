import { canonicalJson, sha256Hex } from '@signet/receipts/digest'
import type { AgentRunResult } from './agent-run.ts'

/**
 * Returns the subject of a consultation receipt: the advice as canonical JSON. It does not depend on the response mode
 * and excludes prose, time and memory.
 */
export const agentRunSubject = ({
  schema_version,
  role,
  analysis,
  guidance,
  symbolicResponse,
  envelope,
}: Pick<
  AgentRunResult,
  'schema_version' | 'role' | 'analysis' | 'guidance' | 'symbolicResponse' | 'envelope'
>): string =>
  canonicalJson({ schema_version, role, analysis, guidance, symbolicResponse, ...(envelope && { envelope }) })

export const agentRunSha256 = (result: Parameters<typeof agentRunSubject>[0]): string =>
  sha256Hex(agentRunSubject(result))
