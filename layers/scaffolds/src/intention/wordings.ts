import type { PatternId } from '../pattern-ids.ts'

type Meets = Readonly<Record<string, readonly string[]>>

/**
 * Wordings of intentions that a requirement meets, as regular expressions over one clause. Only what the templates do and test
 * stands here: words that no wording accounts for are said not to be built.
 */
export const PART_WORDINGS: Meets = {
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

/** The same of requirements that one pattern has. */
export const PATTERN_WORDINGS: Readonly<Partial<Record<PatternId, Meets>>> = {
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
