import type { PatternId } from '../pattern-ids.ts'

type Meets = Readonly<Record<string, readonly string[]>>

/**
 * Wordings of intentions that a requirement meets, as regular expressions over one clause. Only what the templates do and test
 * stands here: words that no wording accounts for are said not to be built.
 */
const PARTS: Meets = {
  'hmac-verified': [
    '(?:verif(?:y|ies|ied)|checks?|validates?)(?: (?:the|their|its|each|every))? (?:hmac )?signatures?',
    'signed(?: by (?:the|their) senders?)?',
    'hmac(?:[- ]sha-?256)?(?: signatures?)?',
  ],
  'caller-verified': [
    '(?:(?:staff|users?|people|callers?|clients?|they) )?(?:sign|signs|signed|log|logs|logged) in with (?:jwts?|tokens?)(?: from our (?:identity provider|issuer))?',
    '(?:verif(?:y|ies)|checks?|validates?) (?:(?:oauth )?access tokens?|jwts?|api keys?|callers?|who calls)',
    '(?:authenticated|protected|secured) (?:with|by) (?:api keys?|jwts?|tokens?)',
    '(?:with|by|using) (?:jwts?|api keys?|bearer tokens?)',
    'for (?:our )?(?:staff|employees|members) only',
  ],
  'items-paged': ['paginat(?:ed|ion)', 'paged', 'in pages', 'with cursors?'],
  'items-once': ['idempotency keys?', 'idempotent(?:ly)?'],
  'records-conditional': ['optimistic (?:locking|concurrency)', 'if-match', 'etags?'],
  once: [
    'exactly once',
    'idempotent(?:ly)?',
    'deduplicat(?:e|es|ed|ing|ion)',
    '(?:never|not) (?:counts? |handled? )?(?:twice|more than once)',
  ],
  retry: ['retr(?:y|ies|ied)(?: with (?:exponential )?back-?off)?', 'with (?:exponential )?back-?off'],
  'queue-partial': ['dead[- ]letter(?: queue)?s?'],
}

const PATTERNS: Readonly<Partial<Record<PatternId, Meets>>> = {
  'http-api': { assess: ['http api', 'rest api', 'json api', '\\bapi\\b', 'endpoint'] },
  'crud-api': {
    items: [
      '(?:json |http )?crud(?: (?:http |rest )?(?:api|service))?',
      '(?:rest|http|json)(?: api)?',
      '\\bapi\\b',
      '(?:keeps?|stores?|manages?|creat(?:e|es|ing)|reads?|updates?|chang(?:e|es)|deletes?|removes?|lists?|add)',
    ],
  },
  'webhook-receiver': {
    receive: [
      '(?:receives?|takes?|accepts?|handles?|gets?|ingests?)',
      '(?:signed |incoming )?(?:webhooks?|events?)(?: receiver| endpoint)?',
    ],
  },
  'queue-consumer': {
    tasks: ['queue (?:consumer|worker)', '(?:consumes?|reads?|takes?) (?:messages |tasks )?from (?:a|the|our) queue'],
  },
  'scheduled-job': { periods: ['(?:scheduled|cron) jobs?', 'catch(?:es)? up'] },
  'stream-processor': {
    windows: [
      'stream processor',
      'aggregat(?:e|es|ing)',
      'per minute',
      '(?:from|of) (?:a|the) (?:kinesis )?(?:data )?streams?',
    ],
  },
  'file-pipeline': {
    files: [
      '(?:(?:users?|people|customers?|clients?|partners?) )?(?:uploads?|puts?|drops?)',
      '(?:to|into|in) (?:a|the|our|an s3) bucket',
      'file pipeline',
      'csv(?: files?)?',
      'files?',
    ],
    refused: ['(?:rejects?|refuses?)(?: files?)?'],
  },
  'auth-gateway': {
    ruled: [
      '(?:auth|api) gateway',
      '(?:enforces?|checks?) scopes(?: for each route| per route)?',
      'in front of(?: our)?(?: internal| private)? (?:apis?|services?)',
    ],
  },
  'edge-proxy': {
    listed: [
      '(?:edge |reverse )?proxy',
      'in front of(?: our)?(?: internal| private)? (?:apis?|services?)',
      'allow-?lists?',
    ],
    limited: ['rate[- ]limit(?:s|ed|ing)?(?: (?:each|every|per) (?:client|caller))?'],
  },
  'mcp-server': { mcp: ['mcp(?: server| tools?)?', '(?:an )?agents?', 'model context protocol'] },
  'rag-service': {
    grounded: [
      '(?:question[- ]answering|q&a|rag)(?: service| bot)?',
      'answers? questions?',
      'with citations?',
      'citing (?:the )?(?:sources?|passages?)',
      'using retrieval[- ]augmented generation',
    ],
  },
  'agent-worker': { agent: ['agents?(?: worker)?'], allowed: ['(?:a )?(?:person|human) approves?'] },
  'cli-tool': { cli: ['(?:a )?(?:cli|command[- ]line)(?: tool| program)?'] },
  'event-fanout': {
    fanout: ['fan[- ]?out', 'subscribers?', 'publish(?:es)?'],
    redelivered: ['(?:retr(?:y|ies)|redeliver(?:s|ed)?)'],
  },
  'data-sync': { synced: ['sync(?:s|ed|hroniz(?:e|es|ed))?', 'in sync'] },
  'realtime-hub': {
    room: [
      'real[- ]?time',
      '(?:chat )?rooms?',
      'messages?',
      'broadcast(?:s|ed)?(?: to every(?:body|one) in the room)?',
      'over websockets?',
      'websockets?',
    ],
  },
  workflow: {
    flow: ['work-?flow', 'steps', 'history'],
    approval: [
      '(?:(?:asks?|waits? for|needs?|requires?) )?(?:(?:a|the) (?:manager|boss|supervisor|person|human) )?(?:for )?(?:an? )?approvals?',
      'four[- ]eyes',
      '(?:needs? )?a second pair of eyes',
    ],
  },
}

/** Words that ask for nothing by themselves. */
const IDLE = new Set(
  `a an the of for to in on at from by with over via into about and or that which who it its is are be was were has have had we our
  us i my your you they them their this these those as so then there will shall should must may can could would want wants need
  needs please make makes build builds let lets get gets service services app application system tool each every all any some new
  small simple own one someone something also`.split(/\s+/),
)

const NEGATIONS = /^(?:not|never|no|none|nobody|nothing|without|cannot|don['’]t|doesn['’]t|mustn['’]t)$/i

export interface Met {
  /** Keys of requirements. */
  readonly keys: readonly string[]
  /** Words of the clause that none of them speaks of, in their order. */
  readonly left: readonly string[]
}

/** A requirement as clauses are compared with it. */
export interface Meeting {
  readonly key: string
  /** Words of the intention that this very requirement keeps: figures that a pattern has read and built in. */
  readonly keeps?: readonly string[]
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const wordingsOf = (pattern: PatternId, { key, keeps = [] }: Meeting): RegExp[] => {
  const wordingsByKey = { ...PARTS, ...PATTERNS[pattern] }
  const wordings = Object.hasOwn(wordingsByKey, key) ? (wordingsByKey[key] ?? []) : []
  return [...keeps.map(escaped), ...wordings].map(
    (each) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${each})(?![\\p{L}\\p{N}])`, 'giu'),
  )
}

/**
 * What of a clause the requirements of a design meet.
 * @param nouns the entities by their names, singular and plural: the design is about them.
 */
export const metBy = (
  clause: string,
  pattern: PatternId,
  requirements: readonly Meeting[],
  nouns: readonly string[],
): Met => {
  let rest = clause
  const cover = (wording: RegExp): boolean => {
    let isCovered = false
    for (const { 0: words, index } of clause.matchAll(wording)) {
      isCovered = true
      rest = rest.slice(0, index) + ' '.repeat(words.length) + rest.slice(index + words.length)
    }
    return isCovered
  }
  const keys = requirements.filter((each) => wordingsOf(pattern, each).filter(cover).length > 0).map(({ key }) => key)
  for (const noun of nouns) cover(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(noun)}(?![\\p{L}\\p{N}])`, 'giu'))
  const words = rest.match(/[\p{L}\p{N}%€$£][\p{L}\p{N}%'’.:-]*/gu) ?? []
  const left = words.map((word) => word.replace(/[.:'’-]+$/, '')).filter((word) => !IDLE.has(word.toLowerCase()))
  // A prohibition that no wording knows as a whole is nothing that was kept.
  return left.some((word) => NEGATIONS.test(word)) ? { keys: [], left } : { keys, left }
}

/** Keys that wordings stand for, for tests. */
export const KEYS_WITH_WORDINGS: readonly { readonly pattern?: PatternId; readonly key: string }[] = [
  ...Object.keys(PARTS).map((key) => ({ key })),
  ...Object.entries(PATTERNS).flatMap(([pattern, meets]) =>
    Object.keys(meets).map((key) => ({ pattern: pattern as PatternId, key })),
  ),
]
