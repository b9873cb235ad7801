import { AGENT_LAYER_MODULES } from './agent-layer-modules.ts'
import { BASE_PACKAGES } from './base-packages.ts'
import type { Module } from './module.ts'
import { REPRODUCIBLE_LAYER_MODULES } from './reproducible-layer-modules.ts'

/** The modules of the layers. */
export const LAYER_MODULES: readonly Module[] = [
  ...AGENT_LAYER_MODULES,
  {
    name: 'command line layer',
    files: ['layers/command-line/src/**'],
    reaches: ['layers/command-line/src/**'],
    packages: ['node:*'],
  },
  {
    name: 'contracts command line',
    files: ['layers/contract-tools/src/cli/**', 'layers/contract-tools/bin/*.mjs'],
    reaches: ['layers/contract-tools/src/**'],
    packages: ['node:*', 'zod', '@signet/contracts', '@signet/contracts/*'],
  },
  {
    name: 'contract tools layer, comparison',
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
  ...REPRODUCIBLE_LAYER_MODULES,
  {
    name: 'flags layer, bucketing and patterns',
    files: ['layers/flags/src/bucketing/**', 'layers/flags/src/pattern/**'],
    reaches: ['layers/flags/src/**'],
    packages: [],
    isPure: true,
  },
  {
    name: 'flags layer, importers',
    files: ['layers/flags/src/importers/**'],
    reaches: ['layers/flags/src/**'],
    packages: ['node:crypto'],
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
    name: 'HTTP client layer',
    files: ['layers/http-client/src/**'],
    reaches: ['layers/http-client/src/**'],
    // It runs in browsers, Node and Lambda.
    packages: [],
    typePackages: ['@signet/contracts', 'zod'],
  },
  {
    name: 'siblings layer',
    files: ['layers/http-client/siblings/**'],
    reaches: ['layers/http-client/**'],
    packages: [...BASE_PACKAGES, '@signet/http-client', '@signet/http-client/*'],
  },
  {
    name: 'ledger layer',
    files: ['layers/ledger/src/**'],
    reaches: ['layers/ledger/src/**'],
    packages: [...BASE_PACKAGES, '@aws-sdk/lib-dynamodb'],
  },
  {
    name: 'language model layer',
    files: ['layers/language-model/src/**'],
    reaches: ['layers/language-model/src/**'],
    packages: [...BASE_PACKAGES, '@smithy/core/event-streams', '@smithy/core/serde'],
  },
  {
    name: 'schemas of images',
    files: ['layers/imaging/src/schemas/**'],
    reaches: ['layers/imaging/src/schemas/**'],
    // Quality tiers are those that the ledger has prices for.
    packages: ['zod', '@signet/ledger/tiers'],
    typePackages: ['@signet/contracts'],
  },
  {
    name: 'imaging layer',
    files: ['layers/imaging/src/**'],
    reaches: ['layers/imaging/src/**'],
    packages: ['node:*', 'sharp'],
  },
  {
    name: 'erasure layer',
    files: ['layers/erasure/src/**'],
    reaches: ['layers/erasure/src/**'],
    packages: [...BASE_PACKAGES, 'p-map'],
  },
  {
    name: 'posture layer, stored intakes',
    files: ['layers/posture/intakes/**'],
    reaches: ['layers/posture/**'],
    packages: [...BASE_PACKAGES, '@signet/ledger', '@signet/ledger/*', '@signet/receipts', '@signet/receipts/*'],
  },
  {
    name: 'identity layer, authorization server',
    files: ['layers/identity/src/oauth/**'],
    reaches: ['layers/identity/src/**'],
    // A grant belongs to a person and has a budget in the ledger.
    packages: [...BASE_PACKAGES, '@signet/ledger', 'aws-jwt-verify', 'jose'],
  },
  {
    name: 'identity layer',
    files: ['layers/identity/src/**'],
    reaches: ['layers/identity/src/**'],
    packages: [...BASE_PACKAGES, '@aws-sdk/lib-dynamodb', 'aws-jwt-verify', 'aws-jwt-verify/*'],
  },
  {
    name: 'UI layer, server-rendered pages',
    files: ['layers/ui/pages/**'],
    // Colors are those of the console.
    reaches: ['layers/ui/pages/**', 'layers/ui/src/tokens.ts'],
    packages: ['node:crypto'],
  },
  {
    name: 'UI layer, dates',
    files: ['layers/ui/src/dates.ts'],
    // Services and the rules of the posture layer format dates too.
    reaches: [],
    packages: [],
    isPure: true,
  },
  {
    name: 'UI layer',
    files: ['layers/ui/**'],
    reaches: ['layers/ui/src/**', 'layers/ui/stories/**'],
    packages: ['preact', 'preact/*', 'uplot', 'uplot/*', 'prismjs/*'],
  },
  {
    name: 'notifications layer',
    files: ['layers/notifications/src/**'],
    reaches: ['layers/notifications/src/**'],
    packages: [...BASE_PACKAGES, '@signet/identity', '@aws-sdk/*', 'aws-lambda'],
  },
  {
    name: 'search layer',
    files: ['layers/search/src/**'],
    reaches: ['layers/search/src/**'],
    packages: [
      ...BASE_PACKAGES,
      '@signet/chat-exports',
      '@signet/chat-exports/vendors',
      '@signet/identity',
      '@signet/language-model',
      '@aws-sdk/lib-dynamodb',
      'gpt-tokenizer/*',
      'p-map',
      'stemmer',
    ],
  },
]
