import { defineAccess } from '@signet/kernel/access'
import { leaving } from '@signet/leaving/access'
import { issuing } from '@signet/receipts/access'
import { PAID_RUN_ROWS } from './paid-run.ts'

/** The functions of the runtime and their permissions. */
export const access = defineAccess({
  api: issuing({
    description: 'Readings, classification, decks and grading',
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
      ...PAID_RUN_ROWS,
      ROLEMEMORY: ['get', 'put'],
    },
    bucket: { name: 'readings', objects: { 'readings/': ['get', 'put'] } },
    languageModel: true,
    spends: ['bedrock-tokens'],
    callers: 'plat_',
    platformCalls: 'runtime',
  }),
  agents: issuing({
    description: 'Consultations of roles, and what roles remember',
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
    },
    bucket: { name: 'readings', objects: { 'readings/': ['get', 'put'] } },
    languageModel: true,
    spends: ['bedrock-tokens'],
    callers: 'plat_',
    platformCalls: 'runtime',
  }),
  sim: {
    description: 'Tests each night that every card of our decks can come, as often as its weight says',
    memoryMb: 1769,
    timeoutSeconds: 300,
    schedule: { every: 'day' },
    rows: { RUNSIM: ['get', 'put'] },
  },
  leave: leaving('runtime', {
    description: 'Erases readings, memory and decks of those who leave, and copies them',
    timeoutSeconds: 300,
    rows: {
      DECK: ['get', 'query', 'delete'],
      INSCRIBED: ['query', 'delete'],
      GRIMOIRE: ['query', 'delete'],
      QUERENT: ['get', 'query', 'delete'],
      ROLEMEMORY: ['query', 'delete'],
      RUNHOUR: ['query', 'delete'],
    },
    bucket: { name: 'readings', objects: { 'readings/': ['get', 'list', 'delete'] } },
  }),
})
