import { type FunctionAccess, rowsOf } from '@signet/kernel/access'
import type { RowKeys } from '@signet/kernel/row-kind'
import { bundleOf, type PlatformService, SERVICES } from '../../lib/services.ts'

/** Limits of a bundle's size and contents. A cold start reads every byte. */
export interface BundleBudget {
  /** Thousands of bytes, minified; the measured size rounded up to the next ten and one more. */
  readonly maxKb: number
  /** First words of partition and sort keys that the function has business with; it names no others. */
  readonly keyPrefixes: readonly string[]
  /** Whether it may import sharp, which its layer brings. */
  readonly usesSharp: boolean
  /** Whether it may fetch addresses that a caller names; then it does so guarded. */
  readonly fetchesForCallers?: true
  /** Whether it reads a language model while it answers, and so brings the codec of its frames. */
  readonly readsEventStreams?: true
}

/** The size limit of a bundle that has no line of its own below: so much, and what its abilities bring along. */
const DEFAULT_MAX_KB = 400
const ABILITY_KB: Readonly<Record<string, number>> = {
  // Keys, sessions and the limiter.
  callers: 40,
  // The client of the bus, and the contracts of payloads.
  events: 30,
  mail: 20,
}

const defaultMaxKb = (access: FunctionAccess): number =>
  Object.keys(access).reduce((sum, ability) => sum + (ABILITY_KB[ability] ?? 0), DEFAULT_MAX_KB)

/** Facts about a bundle beside its access. */
interface Exception {
  readonly maxKb?: number
  readonly fetchesForCallers?: true
  readonly readsEventStreams?: true
  /** Keys that it names without a right to them, and why. */
  readonly names?: readonly string[]
}

const EXCEPTIONS: Readonly<Record<string, Exception>> = {
  // Reads every vendor's exports and ZIPs, and builds the index.
  'archive-ingest': { maxKb: 580 },
  // Stripe's SDK, which all but the invitations load with their first use of it, is 250 KB.
  'billing-api': { maxKb: 800 },
  // An API without rates, callers or a limiter's rows; the limiter is in every API.
  'billing-webhook': { maxKb: 645, names: ['RATE#', 'WINDOW#'] },
  'billing-worker': { maxKb: 730 },
  'billing-reconcile': { maxKb: 720 },
  // Contains the pages for people, sends events and calls the issuer of sessions.
  'accounts-api': { maxKb: 545 },
  // It brings the client of the payment processor.
  'billing-erasure': { maxKb: 610 },
  // Templates of every pattern, which it renders to say which files there are.
  'flows-preview': { maxKb: 1_045 },
  // Holds the words and policies by which texts are checked, sends events, and reads CSV, which it loads with the first import of it.
  'evidence-api': { maxKb: 620 },
  // Detectors, and what issues receipts.
  'evidence-revisions': { maxKb: 710 },
  'evidence-gap-fill': { maxKb: 540 },
  // Holds the page and its program, checks receipts, and reads the limiter's rows.
  'trust-page': { maxKb: 520 },
  // It checks every type of artifact, and guards what is stored in a day.
  'trust-api': { maxKb: 500 },
  'trust-notices': { maxKb: 500 },
  'trust-subscriptions': { maxKb: 480 },
  // The list of public suffixes, by which mail domains are checked, is 120 KB.
  'trust-requests': { maxKb: 620 },
  // It loads what reads and writes PDFs with the first of them (780 KB), and signs receipts.
  'trust-visitors': { maxKb: 1_720 },
  // It signs receipts, asks a model and the runtime, and sends events.
  'flows-api': { maxKb: 570 },
  'posture-api': { maxKb: 560 },
  // Holds the page for people.
  'flags-api': { maxKb: 640 },
  // Fetches metadata documents of clients, signs tokens, and loads the SDK of MCP with the first message (430 KB).
  'image-mcp-server': { maxKb: 920, fetchesForCallers: true },
  // Loads the SDK of MCP with the first message, and renders previews: the templates of every pattern.
  'agent-gateway-mcp': { maxKb: 1_965 },
  'images-api': { maxKb: 620 },
  // Counts requests of an address, and so brings the table's client.
  'images-assets': { maxKb: 390 },
  // Looks up whose account it opens, and takes months whose money went back.
  'images-credits': { maxKb: 340 },
  'images-dispatch': { maxKb: 260 },
  // Signs receipts, and so brings the client of the keys beside that of the table.
  // The client of KMS signs cosignatures. An API without rates; the limiter is in every API.
  'witness-api': { maxKb: 415, names: ['RATE#', 'WINDOW#'] },
  'receipts-api': { maxKb: 500 },
  // Verifies receipts, reads the log, and holds the program of its page.
  'receipts-files': { maxKb: 460 },
  // Rotates and revokes keys. A revocation reads the checkpoints of the log.
  'receipts-keys': { maxKb: 420 },
  'receipts-public': { maxKb: 480 },
  // The shared settlement also returns holds of anonymous callers, which a completed job never needs.
  'images-encode': { names: ['USE#', 'ALLOWANCE#'] },
  // The list of an organization's keys is declared beside the keys.
  'images-erasure': { names: ['ORGKEY#'] },
  // Holds the offline painter's vocabulary and brushes.
  'images-paint': { maxKb: 480 },
  // Sends jobs and notifications again.
  'images-sweep': { maxKb: 430 },
  'images-lifecycle': { maxKb: 340 },
  // Signs, reads texts and notes receipts beside objects.
  'images-receipt': { maxKb: 430 },
  // Describes the kinds of its rows, with their schemas, to erase and export them.
  'archive-erasure': { maxKb: 410 },
  // Holds the ranks of the tokenizer (2.8 MB), which are loaded with the first question.
  'archive-chat': { maxKb: 3280, readsEventStreams: true },
  // Uploads and keys: two dozen schemas, and the page, which is loaded when somebody asks for it.
  'archive-api': { maxKb: 540 },
  // Reads packs and builds the index, as archive-ingest does.
  'archive-survey': { maxKb: 420 },
  // As archive-chat.
  'notebooks-chat': { maxKb: 3280, readsEventStreams: true },
  'notebooks-compose': { maxKb: 3180, readsEventStreams: true },
  // Contains the stemmer and the reader of segments beside two dozen schemas.
  'archive-search': { maxKb: 490 },
  'notebooks-search': { maxKb: 490 },
  'notebooks-api': { maxKb: 460 },
  // It calls the runtime, and guards what is spent in a day.
  'consultations-api': { maxKb: 480 },
  // Signs receipts, and holds the words of patterns (60 KB), the grader and spreads; decks are 280 KB of it, each a file of its own
  // that is loaded when it is asked for.
  'runtime-api': { maxKb: 1_035 },
  // The same decks, and templates of every pattern, which are 480 KB.
  'runtime-scaffolds': { maxKb: 1_580 },
  // All that the runtime does.
  'runtime-pipelines': { maxKb: 1_710 },
  'runtime-agents': { maxKb: 1020 },
  // The same, and templates of projects, which are loaded when an interview makes one.
  'runtime-loops': { maxKb: 1_665 },
  'runtime-loop-ticks': { maxKb: 815 },
  // Of its files a third are decks, of which it loads none.
  'runtime-stream': { maxKb: 730 },
  // Every deck, one after the other.
  'runtime-sim': { maxKb: 660 },
  // Reads sketches, and checks what workers send, by the schemas of four records.
  'observe-api': { maxKb: 540 },
  // Reads protobuf.
  'observe-otlp': { maxKb: 590 },
  // Tests endpoints of callers.
  'sentiment-api': { maxKb: 470, fetchesForCallers: true },
  // The model of the English language, loaded with the first text, is 3.7 MB; first names by which others are told, 70 KB.
  'sentiment-collect': { maxKb: 4_490, fetchesForCallers: true },
  'sentiment-deliver': { maxKb: 400, fetchesForCallers: true },
  // As the others that notify.
  'notifications-deliver-webhooks': { maxKb: 410, fetchesForCallers: true },
  'notifications-mail-accounts': { maxKb: 450 },
  // The owner of a slug is declared beside the slug, by which news are found.
  'notifications-mail-visitors': { maxKb: 500, names: ['TRUSTSLUG#'] },
  // Fetches callers' URLs, and nothing else.
  'images-notify': { maxKb: 430, fetchesForCallers: true },
}

/** First words of a row's keys, with their marks: `TENANT#`, `JOB#`. One letter would be found everywhere. */
const wordsOf = (keys: Readonly<Record<string, string | undefined>>): string[] =>
  Object.values(keys).flatMap((key) => /^[A-Z]{2,}#/.exec(key ?? '')?.[0] ?? [])

const kindsOf = ({ service }: PlatformService): readonly RowKeys[] => service.rows as readonly RowKeys[]

const ROWS = SERVICES.flatMap(kindsOf)

/** The kinds that a kind names as those whose rows give parts of its keys, and theirs. */
const ancestorsOf = ({ within }: RowKeys): readonly RowKeys[] => {
  const parents = Array.isArray(within) ? (within as readonly RowKeys[]) : []
  return parents.flatMap((parent) => [parent, ...ancestorsOf(parent)])
}

/** Functions that erase or export rows of every kind of their service. */
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
    const own = kinds.flatMap((kind) => [kind, ...ancestorsOf(kind)]).flatMap(({ shown }) => wordsOf({ ...shown }))
    const keyPrefixes = [...new Set([...partitions, ...own, ...names])]
    return [bundle, { maxKb, keyPrefixes, usesSharp: layers.includes('sharp'), ...exception }]
  })

/** The budget of every function that an access names. */
export const BUNDLE_BUDGETS: Readonly<Record<string, BundleBudget>> = Object.fromEntries(SERVICES.flatMap(budgetsOf))

/** Bundles with a limit of their own, which is kept near their size. */
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
  [/\/node_modules\/(?:sharp|@img)\/|^node_modules\/(?:sharp|@img)\//, 'sharp is external: its layer brings it'],
  [
    /layers\/contracts\/src\/(?:ir|openapi)\//,
    'the contract as data is for CDK and documents; import ../contract/*.ts',
  ],
  [/\/contract\/service\.ts$/, 'it brings every endpoint of the domain; import the endpoints themselves'],
]

/** Only a bundle that fetches callers' URLs may contain it. */
export const GUARDED_FETCH = /\/request-filtering-agent\//

/** First words of all keys of the table. */
export const KEY_PREFIXES: readonly string[] = [...new Set(ROWS.flatMap(({ shown }) => wordsOf({ ...shown })))]
