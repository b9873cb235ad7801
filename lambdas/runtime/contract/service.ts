import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { agentRows } from './agent-rows.ts'
import { bootstrapAgent, getAgentMemory, runAgent } from './agents.ts'
import { classifyIntention } from './classification.ts'
import { deckRows } from './deck-rows.ts'
import { getDeck, putDeck } from './decks.ts'
import { findingRows } from './finding-rows.ts'
import { recordFinding } from './findings.ts'
import { runGrader } from './grader.ts'
import { runHarness } from './harness.ts'
import { getRuntimeHealth } from './health.ts'
import { getAdvisory, getRuntimeReceipt, listGrimoire, recallReadings, verifyRuntimeReceipt } from './kept.ts'
import { loopRows } from './loop-rows.ts'
import { getLoop, listLoopTools, startLoop, streamLoop, tickLoop } from './loops.ts'
import { getCrownrot } from './manifests.ts'
import { memoryRow } from './memory-row.ts'
import { readingRows } from './reading-rows.ts'
import { listSpreads, runReading } from './readings.ts'
import { simRow } from './sim-row.ts'
import { getClassifyTelemetry, getHarnessTelemetry, getScaffoldTelemetry, getSimTelemetry } from './telemetry.ts'
import { telemetryRows } from './telemetry-rows.ts'
import { invokeRuntimeTool, listRuntimeTools } from './tools.ts'

export const runtimeService = defineService({
  name: 'runtime',
  api: 'runtime',
  title: 'Signet runtime',
  description: 'Readings that anybody can replay: spreads, decks, classification, grading.',
  tags: {
    readings: 'Spreads and scripts',
    classification: 'What an intention is',
    decks: 'Decks of the organisation',
    receipts: 'Receipts of what was inscribed',
    memory: 'What was inscribed, by querent',
    grader: 'Grades of texts',
    agents: 'Consultations of roles',
    loops: 'Interviews',
    tools: 'Tools of agents',
    harness: 'Pipelines',
    telemetry: 'Counts of a day',
    manifests: 'Registers',
    service: 'Health',
  },
  scopes: {
    'runtime:read': { holder: 'organisation', description: 'Run readings, classify, grade, and read what was kept' },
    'runtime:run': {
      holder: 'organisation',
      description: 'Make scaffolds and ask roles at the runtime itself, on a paid plan',
    },
    'decks:write': { holder: 'organisation', description: 'Register decks' },
  },
  keyPrefix: PLATFORM_KEY_PREFIX,
  departures: { erases: 'readings, their memory, decks and counts' },
  exports: { takes: 'readings with their inputs, memory and decks' },
  contracts: [
    {
      name: 'runtime-readings',
      version: '1.0.0',
      description: 'Readings and classification (spec supporting-services 2.1 and 4.1).',
      endpoints: [runReading, listSpreads, classifyIntention],
    },
    {
      name: 'runtime-decks',
      version: '1.0.0',
      description: 'Decks of an organisation.',
      endpoints: [putDeck, getDeck],
    },
    {
      name: 'runtime-receipts',
      version: '1.0.0',
      description: 'Receipts of what was inscribed, checked and done again, and its lists.',
      endpoints: [getRuntimeReceipt, verifyRuntimeReceipt, getAdvisory, listGrimoire, recallReadings],
    },
    {
      name: 'runtime-agents',
      version: '1.0.0',
      description: 'Consultations of roles, what roles remember, and findings about security.',
      endpoints: [runAgent, bootstrapAgent, getAgentMemory, recordFinding],
    },
    {
      name: 'runtime-loop',
      version: '1.0.0',
      description: 'Interviews: they ask the next best question, and sign what they come to.',
      endpoints: [startLoop, listLoopTools, getLoop, tickLoop],
    },
    {
      name: 'runtime-loop-stream',
      version: '1.0.0',
      description: 'Events of interviews while they happen.',
      endpoints: [streamLoop],
    },
    {
      name: 'runtime-grader',
      version: '1.0.0',
      description: 'Grades of texts, pipelines, and tools of agents.',
      endpoints: [runGrader, runHarness, listRuntimeTools, invokeRuntimeTool],
    },
    {
      name: 'runtime-telemetry',
      version: '1.0.0',
      description: 'Counts of a day, and what has aged.',
      endpoints: [getScaffoldTelemetry, getClassifyTelemetry, getHarnessTelemetry, getSimTelemetry, getCrownrot],
    },
    { name: 'runtime-service', version: '1.0.0', description: 'Health.', endpoints: [getRuntimeHealth] },
  ],
  rows: [...deckRows, ...readingRows, memoryRow, ...agentRows, ...loopRows, ...findingRows, ...telemetryRows, simRow],
})

declare module '@signet/siblings' {
  interface SiblingServices {
    readonly runtime: typeof runtimeService
  }
}
