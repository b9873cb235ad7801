import { readdirSync } from 'node:fs'
import { LAYER_MODULES } from './layer-modules.ts'
import type { Module } from './module.ts'

/** The layers that services import, with their subpaths. Contract tools are for deployment and command lines. */
const LAYERS = readdirSync('layers', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'contract-tools')
  .flatMap(({ name }) => [`@signet/${name}`, `@signet/${name}/*`])

/** The first module whose globs match a file is its module. A file without a module is refused. */
export const MODULES: readonly Module[] = [
  ...LAYER_MODULES,
  {
    name: 'console',
    files: ['console/**'],
    reaches: ['console/**'],
    // Contracts give the types of calls. Their values, and zod, stay out of the browser.
    reachesTypes: ['lambdas/*/contract/service.ts'],
    typePackages: ['@signet/contracts'],
    packages: [
      // Operations of services, from the bundler (lib/console-operations.ts), and the client that calls them.
      ...['service:*', '@signet/http-client'],
      ...['preact', 'preact/*', 'preact-iso', '@signet/ui', '@signet/ui/*', '@tanstack/query-core', '@zag-js/*'],
      // Plans, prices and limits as data.
      ...['@signet/ledger/plans', '@signet/ledger/products', '@signet/ledger/skus'],
      // Receipts and texts are checked in the browser.
      ...[
        '@signet/receipts',
        '@signet/receipts/claim-words',
        '@signet/receipts/kind-labels',
        '@signet/evidence',
        '@signet/posture',
        '@signet/posture/claim-labels',
        '@signet/posture/claim-text',
        '@signet/posture/value-labels',
      ],
    ],
  },
  {
    name: 'domain',
    files: ['lambdas/*/**'],
    reaches: ['lambdas/{1}/**'],
    packages: [
      ...['node:*', 'zod', ...LAYERS, '@aws-sdk/*', 'aws-lambda', 'p-map', 'sharp', 'stripe'],
      'csv-parse/sync',
      'yauzl',
      'yazl',
      'tldts',
      ...['ibantools', 'libphonenumber-js/*', 'wink-nlp', 'wink-eng-lite-web-model'],
    ],
  },
  {
    name: 'local runner',
    files: ['lib/local/**'],
    // Bundles changed functions, synthesizes, and assigns ports to the APIs. Receipts contain the platform's address.
    reaches: [
      'lib/local/**',
      'lib/bundle.ts',
      'lib/function-bundles.ts',
      'lib/watch-folders.ts',
      'lib/console-bundle.ts',
      'lib/esbuild-service.ts',
      'lib/apis.ts',
      'lib/issuer-url.ts',
    ],
    packages: [
      'node:*',
      'zod',
      ...LAYERS,
      '@aws-sdk/*',
      '@noble/curves/*',
      'aws4fetch',
      'aws-local-stepfunctions',
      'croner',
      'dynalite',
      'dynalite/*',
      'esbuild',
      // The stand-in for the payment service: its form encoding, and the SDK's types for it.
      'qs',
      'stripe',
    ],
  },
  {
    name: 'objectives and alarms',
    files: ['lib/operations/**'],
    // Contains only numbers and patterns, from which the constructs create alarms.
    reaches: ['lib/operations/**', 'lib/config.ts', 'lib/services.ts'],
    packages: [...LAYERS],
  },
  {
    name: 'constructs',
    files: ['lib/constructs/**'],
    // A stack passes in the resources that a construct needs, so no construct imports a stack or a domain.
    reaches: ['lib/constructs/**', 'lib/operations/**', 'lib/config.ts', 'lib/edge-config.ts', 'lib/apis.ts'],
    packages: ['node:*', ...LAYERS, 'aws-cdk-lib', 'aws-cdk-lib/*', 'constructs'],
  },
  {
    name: 'parts of domains',
    files: ['lib/domains/**'],
    reaches: ['lib/domains/**', 'lib/constructs/**', 'lib/operations/**', 'lib/config.ts', 'lambdas/*/contract/**'],
    packages: ['node:*', ...LAYERS, 'aws-cdk-lib', 'aws-cdk-lib/*', 'constructs'],
  },
  {
    name: 'stories from logs',
    files: ['lib/why/**'],
    // Defines the format of the log lines that the local runner stores.
    reaches: ['lib/why/**', 'lib/local/log-store.ts'],
    packages: ['node:*', '@aws-sdk/client-cloudwatch-logs'],
  },
  {
    name: 'deployment',
    files: ['lib/**'],
    // Contracts are data that CDK deploys: routes and retention periods.
    reaches: [
      'lib/*.ts',
      'lib/stacks/**',
      'lib/domains/**',
      'lib/constructs/**',
      'lib/operations/**',
      'lambdas/*/contract/**',
    ],
    packages: [
      'node:*',
      'zod',
      ...LAYERS,
      '@signet/contract-tools/*',
      // Queries the stage, and old versions of its functions.
      '@aws-sdk/client-cloudformation',
      '@aws-sdk/client-lambda',
      'aws-cdk-lib',
      'aws-cdk-lib/*',
      'constructs',
      'cdk-nag',
      'esbuild',
      'oxc-parser',
      'p-map',
    ],
  },
  {
    name: 'command line clients, service',
    files: ['bin/command-line/**'],
    reaches: ['bin/command-line/**'],
    packages: ['node:*', '@signet/command-line', '@signet/http-client'],
  },
  ...['images', 'archive', 'runtime'].map((area) => ({
    name: `command line client ${area}`,
    files: [`bin/${area}/**`],
    reaches: [`bin/${area}/**`, 'bin/command-line/**'],
    // The runtime client replays files on the user's machine.
    packages: ['node:*', '@signet/command-line', ...(area === 'runtime' ? ['@signet/replay/command-line'] : [])],
  })),
  {
    name: 'command lines, entry',
    files: ['bin/signet.mjs', 'bin/signet.ts'],
    reaches: ['bin/signet.ts', 'bin/{images,archive,runtime}/program.ts'],
    packages: [
      'node:*',
      '@signet/command-line',
      '@signet/evidence/command-line',
      '@signet/replay/command-line',
      '@signet/verify-receipt/command-line',
    ],
  },
  {
    name: 'programs',
    files: ['bin/*.ts', 'bin/smoke/**', 'bin/why/**'],
    reaches: ['lib/**', 'bin/smoke/**', 'bin/why/**', 'package.json', 'cdk.json'],
    packages: ['*'],
  },
  { name: 'tests', files: ['test/**', '*.config.ts'], reaches: ['**'], packages: ['*'] },
]

/** Packages that only some files of a module may use, by the role in their name. */
export interface Role {
  readonly packages: readonly string[]
  /** The only files below layers/ and lambdas/ that may import it. */
  readonly onlyIn: readonly string[]
  readonly why: string
}

export const ROLES: readonly Role[] = [
  {
    packages: ['@aws-sdk/*'],
    onlyIn: [
      'lambdas/**/handler.ts',
      // The rest of a composition root, loaded after the function is ready.
      'lambdas/**/app.ts',
      'lambdas/**/*-table.ts',
      'lambdas/**/*-queue.ts',
      'lambdas/**/*-machine.ts',
      'lambdas/**/*-function.ts',
      'lambdas/**/alarm-states.ts',
      'lambdas/**/*-store.ts',
      'layers/kernel/src/events/event-bus.ts',
      'layers/kernel/src/events/*-table.ts',
      'layers/flags/src/dynamodb/*-table.ts',
      'layers/kernel/src/table/*.ts',
      'layers/kernel/src/limits/*.ts',
      // The composition root of every API function, and the types of clients that an access calls for.
      'layers/kernel/src/http/api-*.ts',
      'layers/kernel/src/function-runtime.ts',
      'layers/kernel/src/abilities/*.ts',
      'layers/*/src/**/*-table.ts',
      'layers/kernel/src/secret.ts',
      'layers/notifications/src/mail/ses-mail.ts',
      'layers/receipts/src/signers/kms-signer.ts',
      'layers/notifications/src/mail/mail-queue.ts',
      'layers/notifications/src/webhooks/delivery-queue.ts',
    ],
    why: 'use cases call interfaces; AWS is behind handler.ts, *-table.ts, *-queue.ts, *-store.ts, *-machine.ts and *-function.ts',
  },
  {
    packages: ['aws4fetch'],
    onlyIn: ['layers/kernel/src/signed-fetch.ts', 'lib/local/aws/s3/presigned.ts'],
    why: 'signed-fetch.ts bounds the time of every request, and repeats it after a broken connection',
  },
  {
    packages: ['@modelcontextprotocol/server'],
    onlyIn: ['layers/mcp/src/tools/mcp/**'],
    why: 'tools are projected to MCP in one place, which is loaded with the first message',
  },
  {
    packages: ['yauzl'],
    onlyIn: ['lambdas/archive/ingest/zip-reader.ts'],
    why: 'ZIPs are read in one place, which limits their size',
  },
  {
    packages: ['yazl'],
    onlyIn: ['lambdas/accounts/exports/join-parts.ts'],
    why: 'ZIPs are written in one place, as a stream',
  },
  {
    packages: ['ibantools', 'libphonenumber-js/*'],
    onlyIn: ['lambdas/sentiment/personal-data/**'],
    why: 'only personal-data/ handles personal numbers',
  },
  {
    packages: ['wink-nlp', 'wink-eng-lite-web-model'],
    onlyIn: ['lambdas/sentiment/scoring/english-polarity.ts'],
    why: 'importing english-polarity.ts loads the model, which happens with the first text',
  },
  {
    packages: ['stripe'],
    onlyIn: ['lambdas/billing/stripe/**'],
    why: 'the only adapter of the payment processor is in stripe/',
  },
  {
    packages: ['stemmer'],
    onlyIn: ['layers/search/src/index/terms-of.ts'],
    why: 'the index and its queries must split terms the same way',
  },
  {
    packages: ['gpt-tokenizer', 'gpt-tokenizer/*'],
    onlyIn: ['layers/search/src/answers/count-tokens.ts'],
    why: 'it is 2 MB of ranks, loaded with the first question',
  },
  {
    packages: ['canonicalize', '@noble/hashes/*'],
    onlyIn: ['layers/receipts/src/digest/**'],
    why: 'values that are signed or compared by digest go through @signet/receipts/digest, which refuses values without an exact form',
  },
  {
    packages: ['sharp'],
    onlyIn: ['lambdas/*/images/**', 'lambdas/*/providers/**', 'layers/imaging/src/painter/**'],
    why: 'only images/ and providers/ handle pixels',
  },
]

/** Files that may read process.env. All others take arguments. */
export const READS_ENVIRONMENT: readonly string[] = [
  'lambdas/**/handler.ts',
  'bin/*',
  // It starts the CDK app as a separate process and passes the environment on.
  'lib/local/synth.ts',
  'test/**',
  'vitest*.config.ts',
]

/** Names that do not describe the contents. */
export const EMPTY_NAMES = /^(?:utils?|helpers?|types?|common|misc|shared|lib|index-old)\.(?:ts|mjs)$/

/** Tools that only read a default export. */
export const DEFAULT_EXPORTS: readonly string[] = ['*.config.ts', 'test/support/**/*-setup.ts']
