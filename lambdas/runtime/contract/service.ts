import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { bootstrapAgent, getAgentMemory, runAgent } from './agents.ts'
import { classifyIntention } from './classification.ts'
import { getDeck, listDecks, putDeck } from './decks.ts'
import { recordFinding } from './findings.ts'
import { runGrader } from './grader.ts'
import { runHarness } from './harness.ts'
import { getRuntimeHealth } from './health.ts'
import { judgeRuntimeIntake } from './intake.ts'
import { getLoop, listLoopTools, startLoop, streamLoop, tickLoop } from './loops.ts'
import { getAwsManifest, getCloudflareManifest, getCrownrot } from './manifests.ts'
import { listSpreads, runReading } from './readings.ts'
import {
  getAdvisory,
  getRuntimeReceipt,
  listGrimoire,
  recallReadings,
  verifyRuntimeReceipt,
} from './receipts-and-memory.ts'
import { rows } from './rows.ts'
import { generateScaffold, generateScaffolds, getScaffold, recordOutcome, updateScaffold } from './scaffolds.ts'
import { getClassifyTelemetry, getHarnessTelemetry, getScaffoldTelemetry, getSimTelemetry } from './telemetry.ts'
import { invokeRuntimeTool, listRuntimeTools } from './tools.ts'

export const runtimeService = defineService({
  name: 'runtime',
  api: 'runtime',
  title: 'Signet runtime',
  description: 'Reproducible readings and scaffolds: spreads, decks, classification, projects and grading.',
  tags: {
    readings: 'Spreads and scripts',
    classification: 'Classification of intentions',
    scaffolds: 'Projects generated from intentions',
    decks: 'Decks of the organization',
    receipts: 'Receipts of stored results',
    memory: 'Stored results, by querent',
    grader: 'Grades of texts',
    agents: 'Consultations of roles',
    loops: 'Interviews',
    tools: 'Tools for agents',
    harness: 'Pipelines',
    telemetry: 'Counts of the last 24 hours',
    manifests: 'Platform manifests and the deprecation register',
    service: 'Health',
  },
  scopes: {
    'runtime:read': { holder: 'organization', description: 'Run readings, classify, grade, and read stored results' },
    'runtime:run': {
      holder: 'organization',
      description: 'Create scaffolds and consult roles directly at the runtime, on a paid plan',
    },
    'decks:write': { holder: 'organization', description: 'Register decks' },
  },
  keyPrefix: PLATFORM_KEY_PREFIX,
  erasure: { by: 'erasure' },
  contracts: [
    {
      name: 'runtime-readings',
      version: '1.0.0',
      description: 'Readings and classification.',
      endpoints: [runReading, listSpreads, classifyIntention],
    },
    {
      name: 'runtime-decks',
      version: '1.0.0',
      description: 'Decks of an organization.',
      endpoints: [putDeck, getDeck, listDecks],
    },
    {
      name: 'runtime-receipts',
      version: '1.0.0',
      description: 'Receipts of stored results, and lists of them.',
      endpoints: [getRuntimeReceipt, getAdvisory, listGrimoire, recallReadings],
    },
    {
      name: 'runtime-agents',
      version: '1.0.0',
      description: 'Consultations of roles, their memory, intakes and security findings.',
      endpoints: [runAgent, bootstrapAgent, getAgentMemory, judgeRuntimeIntake, recordFinding],
    },
    {
      name: 'runtime-loop',
      version: '1.0.0',
      description: 'Interviews, which ask the best next question and sign the resulting reading.',
      endpoints: [startLoop, listLoopTools, getLoop, tickLoop],
    },
    {
      name: 'runtime-loop-stream',
      version: '1.0.0',
      description: 'Live events of interviews.',
      endpoints: [streamLoop],
    },
    {
      name: 'runtime-grader',
      version: '1.0.0',
      description: 'Grades of texts, and tools for agents.',
      endpoints: [runGrader, listRuntimeTools, invokeRuntimeTool],
    },
    {
      name: 'runtime-scaffolds',
      version: '1.0.0',
      description: 'Projects generated from intentions.',
      endpoints: [generateScaffold, generateScaffolds, getScaffold, recordOutcome, updateScaffold],
    },
    {
      name: 'runtime-manifests',
      version: '1.0.0',
      description: 'Platform manifests of scaffolds, and the deprecation register.',
      endpoints: [getCloudflareManifest, getAwsManifest, getCrownrot],
    },
    {
      name: 'runtime-pipelines',
      version: '1.0.0',
      description: 'Several steps of the runtime in one request.',
      endpoints: [runHarness],
    },
    {
      name: 'runtime-verification',
      version: '1.0.0',
      description: 'Verification and replay of receipts.',
      endpoints: [verifyRuntimeReceipt],
    },
    {
      name: 'runtime-telemetry',
      version: '1.0.0',
      description: 'Counts of the last 24 hours.',
      endpoints: [getScaffoldTelemetry, getClassifyTelemetry, getHarnessTelemetry, getSimTelemetry],
    },
    { name: 'runtime-service', version: '1.0.0', description: 'Health.', endpoints: [getRuntimeHealth] },
  ],
  rows,
})

declare module '@signet/http-client/siblings' {
  interface SiblingServices {
    readonly runtime: typeof runtimeService
  }
}
