/** What a bundle may weigh and must not hold, by the name of its function. A cold start reads every byte. */
export interface BundleBudget {
  /** Thousands of bytes, minified; the measured size rounded up to the next ten and one more. */
  readonly maxKb: number
  /** First words of partition and sort keys that the function has business with; it names no others. */
  readonly keyPrefixes: readonly string[]
  /** Whether it may import sharp, which its layer brings. */
  readonly usesSharp: boolean
  /** Whether it may fetch addresses that a caller names; then it does so guarded. */
  readonly fetchesForCallers?: true
}

const worker = (maxKb: number, usesSharp = false): BundleBudget => ({
  maxKb,
  keyPrefixes: ['TENANT#', 'JOB#', 'OPEN#', 'DUE#'],
  usesSharp,
})

/** A worker that may end a job, and then settles what it holds. */
const endingWorker = (maxKb: number, usesSharp = false): BundleBudget => ({
  ...worker(maxKb, usesSharp),
  keyPrefixes: [...worker(maxKb).keyPrefixes, 'CR#', 'L#', 'USE#'],
})

export const BUNDLE_BUDGETS: Readonly<Record<string, BundleBudget>> = {
  // Holds the page for people.
  'flags-api': { maxKb: 490, keyPrefixes: ['FLAGSET#', 'FLAGAUDIT#', 'FLAGUSE#', 'KEY#', 'ORGKEY#'], usesSharp: false },
  'flags-advance': { maxKb: 310, keyPrefixes: ['FLAGSET#', 'FLAGAUDIT#', 'FLAGUSE#'], usesSharp: false },
  'flags-sweep': { maxKb: 250, keyPrefixes: ['FLAGSET#', 'FLAGAUDIT#', 'FLAGUSE#'], usesSharp: false },
  'imagegen-api': {
    maxKb: 460,
    keyPrefixes: [...endingWorker(0).keyPrefixes, 'IDEM#', 'KEY#', 'MILESTONE#', 'MODEL#', 'ONCE#', 'USER#'],
    usesSharp: false,
  },
  'imagegen-assets': { maxKb: 150, keyPrefixes: [], usesSharp: true },
  'imagegen-credits': { maxKb: 290, keyPrefixes: ['CR#', 'L#', 'ONCE#', 'GRACE#', 'MILESTONE#'], usesSharp: false },
  'imagegen-dispatch': { maxKb: 250, keyPrefixes: [], usesSharp: false },
  'imagegen-encode': endingWorker(350, true),
  // Holds the offline painter's vocabulary and brushes.
  'imagegen-paint': worker(430, true),
  'imagegen-lifecycle': { maxKb: 310, keyPrefixes: ['MODEL#'], usesSharp: true },
  // Fetches what callers name, and nothing else.
  'imagegen-notify': { ...worker(370), fetchesForCallers: true },
  'imagegen-settle': endingWorker(345),
  'imagegen-sweep': endingWorker(350),
}

/** Files that no bundle holds, and what to do about each. */
export const FORBIDDEN_INPUTS: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [/(?:^|\/)(?:aws-cdk-lib|cdk-nag|constructs)\//, 'CDK is for lib/'],
  [/^(?:lib|bin|test)\//, 'a function imports its domain and the layers'],
  [/\/zod\/v4\/locales\/(?!en\.)/, "write import * as z from 'zod'"],
  [/\/credential-provider-(?:sso|ini|process|web-identity|login|http)\//, 'see lib/bundle-slimming.ts'],
  [/\/nested-clients\//, 'see lib/bundle-slimming.ts'],
  [/\/submodules\/event-streams\//, 'see lib/bundle-slimming.ts'],
  [/\/node_modules\/(?:sharp|@img)\/|^node_modules\/(?:sharp|@img)\//, 'sharp is external: its layer brings it'],
  [
    /layers\/contracts\/src\/(?:ir|openapi)\//,
    'the contract as data is for CDK and documents; import ../contract/*.ts',
  ],
  [/\/contract\/service\.ts$/, 'it brings the JSON Schema emitter; import the endpoints themselves'],
]

/** What only a bundle may hold that fetches addresses of callers. */
export const GUARDED_FETCH = /\/request-filtering-agent\//

/** First words of all keys of the table. */
export const KEY_PREFIXES = [
  'TENANT#',
  'JOB#',
  'OPEN#',
  'IDEM#',
  'KEY#',
  'MILESTONE#',
  'MODEL#',
  'CR#',
  'L#',
  'ONCE#',
  'GRACE#',
  'USE#',
  'USER#',
  'FLAGSET#',
  'FLAGAUDIT#',
  'FLAGUSE#',
  'ORGKEY#',
] as const
