import { AGENT_LAYER_ROOMS } from './agent-layer-rooms.ts'
import { GROUND } from './ground.ts'
import { REPEATABLE_LAYER_ROOMS } from './repeatable-layer-rooms.ts'
import type { Room } from './room.ts'

/** The rooms of the layers. */
export const LAYER_ROOMS: readonly Room[] = [
  ...AGENT_LAYER_ROOMS,
  {
    name: 'contracts command line',
    files: ['layers/contract-tools/src/cli/**', 'layers/contract-tools/bin/*.mjs'],
    reaches: ['layers/contract-tools/src/**'],
    packages: ['node:*', 'zod', '@signet/contracts', '@signet/contracts/*'],
  },
  {
    name: 'contract tools layer, what compares',
    files: ['layers/contract-tools/src/diff/**'],
    reaches: ['layers/contract-tools/src/**'],
    packages: ['@signet/contracts', '@signet/contracts/*'],
    isPure: true,
  },
  {
    name: 'contract tools layer',
    files: ['layers/contract-tools/src/**'],
    reaches: ['layers/contract-tools/src/**'],
    packages: ['@signet/contracts', '@signet/contracts/*', '@eslint-community/regexpp'],
  },
  {
    name: 'published contracts',
    files: ['layers/contracts/published/**'],
    reaches: ['layers/contracts/published/**'],
    packages: [],
  },
  {
    name: 'contracts layer',
    files: ['layers/contracts/src/**'],
    // Published contracts are data of this package, listed by its modules.
    reaches: ['layers/contracts/src/**', 'layers/contracts/published/*.ts'],
    packages: ['zod'],
  },
  ...REPEATABLE_LAYER_ROOMS,
  {
    name: 'flags layer, what draws and matches',
    files: ['layers/flags/src/bucketing/**', 'layers/flags/src/pattern/**'],
    reaches: ['layers/flags/src/**'],
    packages: [],
    isPure: true,
  },
  {
    name: 'flags layer',
    files: ['layers/flags/src/**'],
    reaches: ['layers/flags/src/**'],
    packages: ['node:*', '@aws-sdk/lib-dynamodb', '@openfeature/server-sdk', '@middy/core'],
  },
  {
    name: 'chat exports layer',
    files: ['layers/chat-exports/src/**'],
    reaches: ['layers/chat-exports/src/**'],
    packages: ['node:buffer', 'node:crypto', '@signet/contracts/canonical'],
    isPure: true,
  },
  {
    name: 'flag importers',
    files: ['layers/flags/src/importers/**'],
    reaches: ['layers/flags/src/importers/**'],
    packages: ['node:crypto', '@signet/flags', '@signet/flags/*'],
    isPure: true,
  },
  {
    name: 'kernel layer',
    files: ['layers/kernel/src/**'],
    reaches: ['layers/kernel/src/**'],
    packages: [
      'node:*',
      'zod',
      '@signet/contracts',
      '@signet/contracts/*',
      '@middy/core',
      '@middy/core/*',
      '@aws-sdk/*',
      'aws-lambda',
      'aws4fetch',
      'ipaddr.js',
      'request-filtering-agent',
      'uuid',
    ],
  },
  {
    name: 'bucket layer',
    files: ['layers/kernel/src/bucket/**'],
    reaches: ['layers/kernel/src/bucket/**'],
    packages: GROUND,
  },
  {
    name: 'events layer',
    files: ['layers/kernel/src/events/**'],
    reaches: ['layers/kernel/src/events/**'],
    packages: [...GROUND, '@aws-sdk/*'],
  },
  {
    name: 'siblings layer',
    files: ['layers/siblings/src/**'],
    reaches: ['layers/siblings/src/**'],
    packages: GROUND,
  },
  {
    name: 'image schemas layer',
    files: ['layers/imaging/src/schemas/**'],
    reaches: ['layers/imaging/src/schemas/**'],
    // The tiers of quality are those that the ledger has prices for.
    packages: ['zod', '@signet/ledger/tiers'],
  },
  {
    name: 'leaving layer',
    files: ['layers/erasure/src/**'],
    reaches: ['layers/erasure/src/**'],
    // What people take along is stored in a bucket.
    packages: [...GROUND, '@signet/kernel/bucket'],
  },
  {
    name: 'intakes layer',
    files: ['layers/posture/intakes/**'],
    reaches: ['layers/posture/intakes/**'],
    // Schemas and rows are of contracts, which bring no more along.
    packages: [
      ...GROUND,
      '@signet/receipts/digest',
      '@signet/ledger',
      '@signet/ledger/*',
      '@signet/posture',
      '@signet/receipts',
      '@signet/receipts/*',
    ],
  },
  {
    name: 'identity layer',
    files: ['layers/identity/src/**'],
    reaches: ['layers/identity/src/**'],
    packages: [...GROUND, '@aws-sdk/lib-dynamodb', 'aws-jwt-verify', 'aws-jwt-verify/*'],
  },
  {
    name: 'ledger layer',
    files: ['layers/ledger/src/**'],
    reaches: ['layers/ledger/src/**'],
    packages: [...GROUND, '@aws-sdk/lib-dynamodb'],
  },
  {
    name: 'components of browsers',
    files: ['layers/ui/**'],
    reaches: ['layers/ui/**'],
    packages: ['preact', 'preact/*', 'uplot', 'uplot/*', 'prismjs/*'],
  },
  {
    name: 'pages layer',
    // Colours are those of the console.
    files: ['layers/ui/pages/**'],
    reaches: ['layers/ui/pages/**'],
    packages: ['node:crypto', '@signet/ui/tokens'],
  },
  {
    name: 'PDF stamp layer',
    files: ['layers/artifacts/src/pdf-stamp/**'],
    reaches: ['layers/artifacts/src/pdf-stamp/**'],
    packages: ['node:buffer', 'node:worker_threads', 'node:zlib', '@cantoo/pdf-lib', 'any-ascii'],
  },
  {
    name: 'mail layer',
    files: ['layers/notifications/src/mail/**'],
    reaches: ['layers/notifications/src/mail/**'],
    packages: [...GROUND, '@signet/identity', '@aws-sdk/client-sesv2', '@aws-sdk/client-sqs', 'aws-lambda'],
  },
  {
    name: 'search index layer',
    files: ['layers/search/src/index/**'],
    reaches: ['layers/search/src/index/**'],
    packages: [...GROUND, 'p-map', 'stemmer'],
  },
  {
    name: 'webhooks layer',
    files: ['layers/notifications/src/webhooks/**'],
    reaches: ['layers/notifications/src/webhooks/**'],
    packages: [...GROUND, '@aws-sdk/lib-dynamodb'],
  },
  {
    name: 'language model layer',
    files: ['layers/language-model/src/**'],
    reaches: ['layers/language-model/src/**'],
    packages: [...GROUND, '@smithy/core/event-streams', '@smithy/core/serde'],
  },
  {
    name: 'conversations layer',
    files: ['layers/search/src/conversations/**'],
    reaches: ['layers/search/src/conversations/**'],
    // It cuts the conversations of exports into windows, embeds them, finds them in the index, and says who may read them.
    packages: [
      ...GROUND,
      ...['@signet/chat-exports', '@signet/chat-exports/vendors'],
      ...['@signet/search/embeddings', '@signet/identity', '@signet/search/index'],
      '@aws-sdk/lib-dynamodb',
    ],
  },
  {
    name: 'grounded answers layer',
    files: ['layers/search/src/answers/**'],
    reaches: ['layers/search/src/answers/**'],
    // A model, or the terms of the index, makes an answer from passages of conversations.
    packages: [
      ...GROUND,
      ...['@signet/search/conversations', '@signet/search/conversations/*', '@signet/language-model', '@signet/search/index'],
      'gpt-tokenizer/*',
    ],
  },
  {
    name: 'embeddings layer',
    files: ['layers/search/src/embeddings/**'],
    reaches: ['layers/search/src/embeddings/**'],
    packages: GROUND,
  },
  {
    name: 'painter layer',
    files: ['layers/imaging/src/painter/**'],
    reaches: ['layers/imaging/src/painter/**'],
    packages: ['node:*', 'sharp'],
  },
]
