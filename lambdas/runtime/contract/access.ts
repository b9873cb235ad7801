import { erasureAccess } from '@signet/erasure/access'
import { defineAccess } from '@signet/kernel/access'
import { issuing } from '@signet/receipts/access'
import { PAID_RUN_ROWS } from './paid-run.ts'

/** Rows of one stored result: GRIMOIRE lists it by querent and time, INSCRIBED finds it by receipt. */
const STORED_RESULT_ROWS = { GRIMOIRE: ['put'], INSCRIBED: ['put'] } as const

const SCAFFOLD_ROWS = { ...PAID_RUN_ROWS, SCAFFOLD: ['get', 'put'], RUNHOUR: ['update'] } as const

const SCAFFOLD_OBJECTS = { 'readings/': ['get', 'put'], 'scaffolds/': ['get', 'put'] } as const
/** Rows that the last step of an interview reads and writes, because it stores the final reading. */
const FINAL_STEP_ROWS = {
  DECK: ['get'],
  GRIMOIRE: ['put'],
  INSCRIBED: ['put'],
  QUERENT: ['get', 'put'],
  LOOP: ['get', 'put'],
  LOOPEVENT: ['put'],
} as const

export const access = defineAccess({
  api: issuing({
    description: 'Readings, classification, decks, and grading',
    memoryMb: 1769,
    timeoutSeconds: 29,
    serves: [
      'runtime-readings',
      'runtime-decks',
      'runtime-receipts',
      'runtime-grader',
      'runtime-telemetry',
      'runtime-service',
    ],
    settings: ['STAGE'],
    rows: {
      DECK: ['get', 'put'],
      GRIMOIRE: ['query', 'put'],
      INSCRIBED: ['get', 'put'],
      QUERENT: ['get', 'put'],
      RECEIPT: ['get'],
      RECEIPTOPENING: ['get'],
      RUNHOUR: ['query', 'put', 'update'],
      RUNSIM: ['get'],
    },
    bucket: { name: 'readings', objects: { 'readings/': ['get', 'put'] } },
    callers: { keyPrefix: 'plat_' },
    platformCalls: 'runtime',
  }),
  scaffolds: issuing({
    description: 'Scaffolds and platform manifests',
    // 1,769 MB give one full vCPU, which rendering and checking a project needs.
    memoryMb: 1769,
    timeoutSeconds: 29,
    serves: ['runtime-scaffolds', 'runtime-manifests'],
    settings: ['STAGE'],
    rows: {
      ...STORED_RESULT_ROWS,
      ...SCAFFOLD_ROWS,
      INSCRIBED: ['get', 'put'],
      DECK: ['get'],
      ROLEMEMORY: ['get', 'put'],
    },
    bucket: { name: 'readings', objects: SCAFFOLD_OBJECTS },
    callers: { keyPrefix: 'plat_' },
    platformCalls: 'runtime',
  }),
  pipelines: issuing({
    description: 'Pipelines across runtime routes, and receipt verification by replay',
    memoryMb: 1769,
    timeoutSeconds: 29,
    serves: ['runtime-pipelines', 'runtime-verification'],
    settings: ['STAGE'],
    rows: {
      ...SCAFFOLD_ROWS,
      RUNHOUR: ['put', 'update'],
      DECK: ['get'],
      GRIMOIRE: ['query', 'put'],
      INSCRIBED: ['get', 'put'],
      QUERENT: ['get', 'put'],
      ROLEMEMORY: ['get', 'put'],
      RECEIPT: ['get'],
      RECEIPTOPENING: ['get'],
    },
    bucket: { name: 'readings', objects: SCAFFOLD_OBJECTS },
    languageModel: true,
    spends: ['bedrock-tokens'],
    callers: { keyPrefix: 'plat_' },
    platformCalls: 'runtime',
  }),
  agents: issuing({
    description: 'Consultations of roles and their memory',
    memoryMb: 1769,
    timeoutSeconds: 29,
    serves: ['runtime-agents'],
    settings: ['STAGE'],
    rows: {
      ...PAID_RUN_ROWS,
      DECK: ['get'],
      GRIMOIRE: ['put'],
      INSCRIBED: ['get', 'put'],
      ROLEMEMORY: ['get', 'put'],
      FINDING: ['get', 'put'],
      POSTURE: ['get', 'put'],
      RECEIPT: ['get'],
    },
    bucket: { name: 'readings', objects: { 'readings/': ['get', 'put'] } },
    languageModel: true,
    spends: ['bedrock-tokens'],
    callers: { keyPrefix: 'plat_' },
    platformCalls: 'runtime',
  }),
  loops: issuing({
    description: 'Interviews, step by step',
    memoryMb: 1769,
    timeoutSeconds: 29,
    serves: ['runtime-loop'],
    settings: ['STAGE'],
    rows: { ...SCAFFOLD_ROWS, ...FINAL_STEP_ROWS, GRIMOIRE: ['put', 'query'] },
    bucket: { name: 'readings', objects: { 'readings/': ['put'], 'scaffolds/': ['get', 'put'] } },
    queues: ['loop-ticks'],
    callers: { keyPrefix: 'plat_' },
    platformCalls: 'runtime',
  }),
  // A stream occupies this function for up to 15 minutes and mostly waits.
  stream: {
    description: 'Streams events of interviews',
    memoryMb: 256,
    timeoutSeconds: 900,
    serves: ['runtime-loop-stream'],
    streams: true,
    settings: ['STAGE'],
    rows: { LOOP: ['get', 'put'], LOOPEVENT: ['query', 'put'] },
    callers: { keyPrefix: 'plat_' },
    platformCalls: 'runtime',
  },
  'loop-ticks': issuing({
    description: 'Runs the automatic steps of interviews',
    memoryMb: 1769,
    timeoutSeconds: 10,
    queue: { name: 'loop-ticks', batchSize: 1, maxConcurrency: 5 },
    queues: ['loop-ticks'],
    rows: FINAL_STEP_ROWS,
    bucket: { name: 'readings', objects: { 'readings/': ['put'] } },
  }),
  sim: {
    description: 'Tests nightly that every built-in card can be drawn, in proportion to its weight',
    memoryMb: 1769,
    timeoutSeconds: 300,
    schedule: { every: 'day' },
    rows: { RUNSIM: ['get', 'put'] },
  },
  erasure: erasureAccess('runtime', {
    description: 'Erases and exports readings, memory and decks of accounts',
    timeoutSeconds: 300,
    rows: { LOOP: ['get'] },
    bucket: {
      name: 'readings',
      objects: { 'readings/': ['get', 'list', 'delete'], 'scaffolds/': ['get', 'list', 'delete'] },
    },
  }),
})
