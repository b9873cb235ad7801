import { canonicalJson, sha256Hex } from '@signet/receipts/digest'
import type { AgentRunResult } from './agent-run.ts'

/**
 * What a receipt of a consultation is about (ruling 5): the advice, in canonical JSON, whatever mode was asked. Prose, time
 * and what is remembered are no part of it.
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
