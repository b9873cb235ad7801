import { BASE_PACKAGES } from './base-packages.ts'
import type { Module } from './module.ts'

/**
 * Modules of layers whose results are reproducible: digests, receipts, readings, projects, evidence, posture,
 * telemetry.
 */
export const REPRODUCIBLE_LAYER_MODULES: readonly Module[] = [
  {
    name: 'digest layer',
    files: ['layers/receipts/src/digest/**'],
    reaches: ['layers/receipts/src/digest/**'],
    packages: ['canonicalize', '@noble/hashes/*'],
    isPure: true,
  },
  {
    name: 'artifacts layer, PDF stamps',
    files: ['layers/artifacts/src/pdf-stamp/**'],
    reaches: ['layers/artifacts/src/pdf-stamp/**'],
    packages: ['node:buffer', 'node:worker_threads', 'node:zlib', '@cantoo/pdf-lib', 'any-ascii'],
  },
  {
    name: 'artifacts layer',
    files: ['layers/artifacts/src/**'],
    reaches: ['layers/artifacts/src/**'],
    // Decompression is forbidden here: neither node:zlib nor a package is in the list.
    packages: ['node:buffer'],
    isPure: true,
  },
  {
    name: 'evidence layer, schemas',
    files: ['layers/evidence/src/schemas.ts'],
    reaches: ['layers/evidence/src/**'],
    packages: ['zod'],
    isPure: true,
  },
  {
    name: 'evidence layer, command line',
    files: ['layers/evidence/src/command-line/**', 'layers/evidence/bin/**'],
    reaches: ['layers/evidence/**'],
    packages: ['node:*', '@signet/command-line', '@signet/verify-receipt', '@signet/verify-receipt/command-line'],
  },
  {
    name: 'evidence layer',
    files: ['layers/evidence/src/**'],
    // Policies are data of this package.
    reaches: ['layers/evidence/src/**', 'layers/evidence/policies/*.json'],
    packages: ['@signet/receipts/digest', 'fastest-levenshtein'],
    isPure: true,
  },
  {
    name: 'telemetry layer, OTLP',
    files: ['layers/telemetry/src/otlp/**'],
    reaches: ['layers/telemetry/src/**'],
    packages: ['protobufjs', 'protobufjs/light.js', 'zod'],
    isPure: true,
  },
  {
    name: 'telemetry layer, schemas',
    files: ['layers/telemetry/src/schemas.ts'],
    reaches: ['layers/telemetry/src/**'],
    packages: ['zod'],
    isPure: true,
  },
  {
    name: 'telemetry layer',
    files: ['layers/telemetry/src/**'],
    reaches: ['layers/telemetry/src/**'],
    packages: [],
    isPure: true,
  },
  {
    name: 'posture layer, schemas',
    files: ['layers/posture/src/schemas.ts'],
    reaches: ['layers/posture/src/**'],
    packages: ['zod'],
    isPure: true,
  },
  {
    name: 'posture layer',
    files: ['layers/posture/src/**'],
    reaches: ['layers/posture/src/**'],
    packages: ['@signet/receipts/digest', '@signet/ui/dates'],
    isPure: true,
  },
  {
    name: 'scaffolds layer, templates on the disk',
    files: ['layers/scaffolds/template-files.ts'],
    reaches: ['layers/scaffolds/template-files.ts'],
    packages: ['node:fs', 'node:path'],
  },
  {
    name: 'scaffolds layer',
    files: ['layers/scaffolds/src/**'],
    // Templates are data of this package. In bundles they are part of the code (lib/scaffold-templates.ts).
    reaches: ['layers/scaffolds/src/**', 'layers/scaffolds/template-files.ts'],
    packages: [
      '@signet/receipts/digest',
      '@signet/readings',
      '@signet/readings/classify',
      '@signet/readings/markdown',
      'node-diff3',
    ],
    isPure: true,
  },
  {
    name: 'receipts layer, signers',
    files: ['layers/receipts/src/signers/**'],
    reaches: ['layers/receipts/src/*.ts'],
    packages: ['node:crypto', '@aws-sdk/client-kms'],
  },
  {
    name: 'receipts layer, issuing',
    files: ['layers/receipts/src/issuing/**'],
    reaches: ['layers/receipts/src/**'],
    packages: BASE_PACKAGES,
  },
  {
    name: 'receipts layer',
    files: ['layers/receipts/src/**'],
    reaches: ['layers/receipts/src/**'],
    // Only types of zod: the verifier imports this module and has no packages.
    packages: ['zod'],
    isPure: true,
  },
  {
    name: 'verifier of receipts, checks',
    files: ['layers/receipts/verify-receipt/src/index.ts'],
    reaches: ['layers/receipts/verify-receipt/src/**'],
    packages: ['@signet/receipts'],
    isPure: true,
  },
  {
    name: 'verifier of receipts, command line',
    files: ['layers/receipts/verify-receipt/**'],
    reaches: ['layers/receipts/verify-receipt/**'],
    packages: ['node:*', '@signet/command-line'],
  },
  {
    name: 'readings layer, schemas',
    files: ['layers/readings/src/schemas.ts', 'layers/readings/src/**/*-schema.ts'],
    reaches: ['layers/readings/src/**'],
    packages: ['zod', '@signet/receipts/digest'],
    isPure: true,
  },
  {
    name: 'readings layer',
    files: ['layers/readings/src/**'],
    // Decks and lists of standards are data of this package, loaded on use.
    reaches: ['layers/readings/src/**', 'layers/readings/decks/*.json', 'layers/readings/standards/*.json'],
    packages: ['@signet/receipts/digest', '@signet/contracts/nearest-word', '@signet/contracts/nesting'],
    isPure: true,
  },
  {
    name: 'replay of readings, comparison',
    files: ['layers/receipts/replay/src/replay-file.ts', 'layers/receipts/replay/src/index.ts'],
    reaches: ['layers/receipts/replay/src/**'],
    packages: ['@signet/readings', '@signet/receipts'],
    isPure: true,
  },
  {
    name: 'replay of readings, command line',
    files: ['layers/receipts/replay/**'],
    reaches: ['layers/receipts/replay/**'],
    packages: ['node:*', '@signet/command-line'],
  },
]
