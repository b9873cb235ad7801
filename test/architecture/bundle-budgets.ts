import { type FunctionAccess, rowsOf } from '@signet/kernel/access'
import type { RowKeys } from '@signet/kernel/row-kind'
import { bundleOf, type PlatformService, SERVICES } from '../../lib/services.ts'

/** Limits of a bundle's size and contents. A cold start reads every byte. */
export interface BundleBudget {
  /** Thousands of bytes, minified; the measured size rounded up to the next ten, plus one. */
  readonly maxKb: number
  /** First words of the partition and sort keys that the function uses; it names no others. */
  readonly keyPrefixes: readonly string[]
  /** Permits an import of sharp, which its layer contains. */
  readonly usesSharp: boolean
  /** Permits requests to addresses that a caller names, behind the request filter. */
  readonly fetchesForCallers?: true
  /** Permits the codec of event streams, because it streams from a language model. */
  readonly readsEventStreams?: true
}

/** The default size limit, to which the code of the function's abilities adds. */
const DEFAULT_MAX_KB = 400
const ABILITY_KB: Readonly<Record<string, number>> = {
  // API keys, sessions and the rate limiter.
  callers: 40,
  // The client of the bus, and the contracts of payloads.
  events: 30,
  mail: 20,
}

const defaultMaxKb = (access: FunctionAccess): number =>
  Object.keys(access).reduce((sum, ability) => sum + (ABILITY_KB[ability] ?? 0), DEFAULT_MAX_KB)

/** Facts about a bundle in addition to its access. */
interface BudgetException {
  readonly maxKb?: number
  readonly fetchesForCallers?: true
  readonly readsEventStreams?: true
  /** Keys that it names without a right to them, with the reason. */
  readonly names?: readonly string[]
}

const EXCEPTIONS: Readonly<Record<string, BudgetException>> = {
  // Reads every vendor's exports and ZIPs, and builds the index.
  'archive-ingest': { maxKb: 580 },
  // Stripe's SDK, which all but the invitations load on first use, is 250 KB.
  'billing-api': { maxKb: 800 },
  // An API without rates, callers or a limiter's rows; the limiter is in every API.
  'billing-webhook': { maxKb: 645, names: ['RATE#', 'WINDOW#'] },
  'billing-worker': { maxKb: 730 },
  'billing-reconcile': { maxKb: 720 },
  // Contains pages for people, sends events and calls the issuer of sessions.
  'accounts-api': { maxKb: 545 },
  // Contains the client of the payment processor.
  'billing-erasure': { maxKb: 610 },
  // Renders the templates of every pattern to list its files.
  'flows-preview': { maxKb: 1_070 },
  // Contains the words and policies that check texts, sends events, and reads CSV with code loaded at the first import.
  'evidence-api': { maxKb: 620 },
  // Detectors, and the code that issues receipts.
  'evidence-revisions': { maxKb: 720 },
  'evidence-gap-fill': { maxKb: 540 },
  // Contains the page and its program, checks receipts, and reads the limiter's rows.
  'trust-page': { maxKb: 520 },
  // Checks every type of artifact, and limits the bytes stored per day.
  'trust-api': { maxKb: 500 },
  'trust-notices': { maxKb: 500 },
  'trust-subscriptions': { maxKb: 480 },
  // The list of public suffixes, which checks mail domains, is 120 KB.
  'trust-requests': { maxKb: 620 },
  // Loads the PDF library (780 KB) on first use, and signs receipts.
  'trust-visitors': { maxKb: 1_720 },
  // Signs receipts, calls a model and the runtime, and sends events.
  'flows-api': { maxKb: 570 },
  'posture-api': { maxKb: 560 },
  // Contains the page for people.
  'flags-api': { maxKb: 640 },
  // Fetches metadata documents of clients, signs tokens, and loads the MCP SDK (430 KB) with the first message.
  'image-mcp-server': { maxKb: 920, fetchesForCallers: true },
  // Loads the MCP SDK with the first message, and renders previews with the templates of every pattern.
  'agent-gateway-mcp': { maxKb: 1_990 },
  'images-api': { maxKb: 630 },
  // Counts requests per address, and so bundles the table's client.
  'images-assets': { maxKb: 390 },
  // Finds the account that it opens, and reverses months whose payment was refunded.
  'images-credits': { maxKb: 340 },
  'images-dispatch': { maxKb: 260 },
  // Signs receipts, and so bundles the KMS client in addition to the table's. The client of KMS signs cosignatures. An
  // API without rates; the limiter is in every API.
  'witness-api': { maxKb: 415, names: ['RATE#', 'WINDOW#'] },
  'receipts-api': { maxKb: 500 },
  // Verifies receipts, reads the log, and contains the program of its page.
  'receipts-files': { maxKb: 460 },
  // Rotates and revokes keys. A revocation reads the checkpoints of the log.
  'receipts-keys': { maxKb: 420 },
  'receipts-public': { maxKb: 480 },
  // The shared settlement also returns holds of anonymous callers, which a completed job never needs.
  'images-encode': { names: ['USE#', 'ALLOWANCE#'] },
  // The list of an organization's keys is declared with the keys.
  'images-erasure': { maxKb: 440, names: ['ORGKEY#'] },
  // Contains the offline painter's vocabulary and brushes.
  'images-paint': { maxKb: 480 },
  // Resends jobs and notifications.
  'images-sweep': { maxKb: 430 },
  'images-lifecycle': { maxKb: 340 },
  // Signs, reads texts and stores receipts next to objects.
  'images-receipt': { maxKb: 440 },
  // Describes the kinds of its rows, with their schemas, to erase and export them.
  'archive-erasure': { maxKb: 410 },
  // Contains the ranks of the tokenizer (2.8 MB), which are loaded with the first question.
  'archive-chat': { maxKb: 3280, readsEventStreams: true },
  // Uploads and keys: two dozen schemas, and the page, which is loaded on request.
  'archive-api': { maxKb: 540 },
  // Reads packs and builds the index, like archive-ingest.
  'archive-survey': { maxKb: 420 },
  // Like archive-chat.
  'notebooks-chat': { maxKb: 3_290, readsEventStreams: true },
  'notebooks-compose': { maxKb: 3180, readsEventStreams: true },
  // Contains the stemmer and the reader of segments in addition to two dozen schemas.
  'archive-search': { maxKb: 490 },
  'notebooks-search': { maxKb: 490 },
  'notebooks-api': { maxKb: 470 },
  // Calls the runtime, and limits the spending per day.
  'consultations-api': { maxKb: 480 },
  // Signs receipts, and contains the words of patterns (60 KB), the grader and spreads; decks are 280 KB, each a
  // separate file that is loaded on use.
  'runtime-api': { maxKb: 1_050 },
  // The same decks, and templates of every pattern, which are 480 KB.
  'runtime-scaffolds': { maxKb: 1_610 },
  // Everything in the runtime.
  'runtime-pipelines': { maxKb: 1_740 },
  'runtime-agents': { maxKb: 1020 },
  // The same, and templates of projects, which are loaded when an interview creates one.
  'runtime-loops': { maxKb: 1_690 },
  'runtime-loop-ticks': { maxKb: 815 },
  // A third of its files are decks, of which it loads none.
  'runtime-stream': { maxKb: 730 },
  // Loads every deck, one after the other.
  'runtime-sim': { maxKb: 670 },
  // Reads sketches, and checks the data of workers with the schemas of four records.
  'observe-api': { maxKb: 540 },
  // Reads protobuf.
  'observe-otlp': { maxKb: 590 },
  // Tests endpoints of callers.
  'sentiment-api': { maxKb: 470, fetchesForCallers: true },
  // The English language model, loaded with the first text, is 3.7 MB; the first names that identify people are 70 KB.
  'sentiment-collect': { maxKb: 4_490, fetchesForCallers: true },
  'sentiment-deliver': { maxKb: 400, fetchesForCallers: true },
  // Like the other functions that notify.
  'notifications-deliver-webhooks': { maxKb: 410, fetchesForCallers: true },
  'notifications-mail-accounts': { maxKb: 450 },
  // The owner of a slug is declared with the slug, by which news are found.
  'notifications-mail-visitors': { maxKb: 500, names: ['TRUSTSLUG#'] },
  // Only fetches callers' URLs.
  'images-notify': { maxKb: 430, fetchesForCallers: true },
}

/**
 * Returns the first words of a row's keys, with their marks: `TENANT#`, `JOB#`. A single letter would match everywhere.
 */
const keyPrefixesOf = (keys: Readonly<Record<string, string | undefined>>): string[] =>
  Object.values(keys).flatMap((key) => /^[A-Z]{2,}#/.exec(key ?? '')?.[0] ?? [])

const kindsOf = ({ service }: PlatformService): readonly RowKeys[] => service.rows as readonly RowKeys[]

const ROWS = SERVICES.flatMap(kindsOf)

/** Returns the kinds whose rows give parts of a kind's keys, recursively. */
const ancestorsOf = ({ within }: RowKeys): readonly RowKeys[] => {
  const parents = Array.isArray(within) ? (within as readonly RowKeys[]) : []
  return parents.flatMap((parent) => [parent, ...ancestorsOf(parent)])
}

/** Returns whether a function erases or exports rows of every kind of its service. */
const handlesEveryKind = (service: PlatformService['service'], fn: string): boolean =>
  service.name === 'accounts' ? fn === 'erasure' || fn === 'export' : fn === 'erasure'

const budgetsOf = ({ service, access }: PlatformService): (readonly [string, BundleBudget])[] =>
  Object.entries(access).map(([fn, each]) => {
    const { layers = [] } = each
    const bundle = bundleOf(service, fn)
    const { maxKb = defaultMaxKb(each), names = [], ...exception } = EXCEPTIONS[bundle] ?? {}
    const partitions = Object.keys({ ...rowsOf(each), ...each.collection?.rows }).map((word) => `${word}#`)
    const permitted = ROWS.filter(({ prefix }) => partitions.includes(prefix))
    const kinds = handlesEveryKind(service, fn) ? [...permitted, ...kindsOf({ service, access })] : permitted
    const rowPrefixes = kinds
      .flatMap((kind) => [kind, ...ancestorsOf(kind)])
      .flatMap(({ keyTemplates }) => keyPrefixesOf({ ...keyTemplates }))
    const keyPrefixes = [...new Set([...partitions, ...rowPrefixes, ...names])]
    return [bundle, { maxKb, keyPrefixes, usesSharp: layers.includes('sharp'), ...exception }]
  })

/** The budget of every function that an access names. */
export const BUNDLE_BUDGETS: Readonly<Record<string, BundleBudget>> = Object.fromEntries(SERVICES.flatMap(budgetsOf))

/** Bundles with their own limit, which must stay close to their size. */
export const MEASURED_BUNDLES: readonly string[] = Object.entries(EXCEPTIONS).flatMap(([bundle, { maxKb }]) =>
  maxKb === undefined ? [] : [bundle],
)

/** The codec of event streams, and the advice if it is found. */
export const EVENT_STREAMS: (typeof FORBIDDEN_INPUTS)[number] = [
  /\/submodules\/event-streams\//,
  'see lib/bundle-slimming.ts',
]

/** Files that no bundle may contain, with advice for each. */
export const FORBIDDEN_INPUTS: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [/(?:^|\/)(?:aws-cdk-lib|cdk-nag|constructs)\//, 'CDK is for lib/'],
  [/^(?:lib|bin|test)\//, 'a function imports its domain and the layers'],
  [/\/zod\/v4\/locales\/(?!en\.)/, "write import * as z from 'zod'"],
  [/\/credential-provider-(?:sso|ini|process|web-identity|login|http)\//, 'see lib/bundle-slimming.ts'],
  [/\/nested-clients\//, 'see lib/bundle-slimming.ts'],
  [/\/node_modules\/(?:sharp|@img)\/|^node_modules\/(?:sharp|@img)\//, 'sharp is external: its layer contains it'],
  [
    /layers\/contracts\/src\/(?:ir|openapi)\//,
    'the contract as data is for CDK and documents; import ../contract/*.ts',
  ],
  [/\/contract\/service\.ts$/, 'it contains every endpoint of the domain; import the endpoints themselves'],
]

/** Only a bundle that fetches callers' URLs may contain it. */
export const GUARDED_FETCH = /\/request-filtering-agent\//

/** First words of all keys of the table. */
export const KEY_PREFIXES: readonly string[] = [
  ...new Set(ROWS.flatMap(({ keyTemplates }) => keyPrefixesOf({ ...keyTemplates }))),
]
