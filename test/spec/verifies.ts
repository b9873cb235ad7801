import { test } from 'vitest'
import { archiveRequirements } from './archive.ts'
import { contractRequirements } from './contracts.ts'
import { flagRequirements } from './flags.ts'
import { imageServiceRequirements } from './image-service.ts'
import { platformAccountRequirements } from './platform-accounts.ts'
import { platformAgentRequirements } from './platform-agents.ts'
import { platformRequirements } from './platform-api.ts'
import { platformEvidenceRequirements } from './platform-evidence.ts'
import { platformFlowRequirements } from './platform-flows.ts'
import { platformPostureRequirements } from './platform-posture.ts'
import { platformTrustRequirements } from './platform-trust.ts'
import { sentimentRequirements } from './sentiment.ts'

/** Every requirement of every specification file. */
export const requirements = [
  ...imageServiceRequirements,
  ...contractRequirements,
  ...flagRequirements,
  ...platformRequirements,
  ...platformAccountRequirements,
  ...platformAgentRequirements,
  ...platformEvidenceRequirements,
  ...platformFlowRequirements,
  ...platformTrustRequirements,
  ...platformPostureRequirements,
  ...sentimentRequirements,
  ...archiveRequirements,
]

const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]))

/**
 * Registers a test that proves requirements of the specification. An unknown or pending id fails the run;
 * test/spec/coverage.test.ts fails for an id that no test cites.
 */
export const verifies = (
  ids: string | readonly string[],
  title: string,
  run: () => unknown,
  timeoutMs?: number,
): void => {
  const cited = typeof ids === 'string' ? [ids] : ids
  for (const id of cited) {
    const requirement = byId.get(id)
    if (!requirement) throw new Error(`${id} is not a requirement: see test/spec`)
    if (requirement.pending) throw new Error(`${id} is pending (${requirement.pending}): make it a must first`)
  }
  test(`${title} [${cited.join(' ')}]`, run as () => Promise<void>, timeoutMs)
}
