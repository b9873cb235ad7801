import type { PatternId } from '../pattern-ids.ts'
import type { DesignContent } from './design-content.ts'

/** Wordings of features that no pattern has. */
const NEVER_BUILT = [
  '(?:e-?mails?|mails?|mailed|mailing)',
  '(?:sms|text messages?|push notifications?|phone calls?)',
  '(?:alerts?|notif(?:y|ies|ied|ications?)|reminds?|reminders?)',
  '(?:pdf|xlsx?|excel|docx?|zip|parquet|xml)(?: files?)?',
  '(?:thumbnails?|ocr|transcod(?:e|es|ing))',
]

/** Records have a name and a note. Any other field is not built. */
const UNSUPPORTED_FIELDS = String.raw`(?<=\b(?:has|have) )(?!to\b|[^;]*\b(?:names?|notes?)\b)[^;]+`

/** Wordings of features that one pattern does not have. */
const NOT_BUILT_BY_PATTERN: Readonly<Partial<Record<PatternId, readonly string[]>>> = {
  'http-api': ['(?:stores?|keeps?|saves?)'],
  'crud-api': [UNSUPPORTED_FIELDS],
  'static-site-api': [UNSUPPORTED_FIELDS],
  'queue-consumer': ['(?:sends?|prints?|calls?|pays?|books?)'],
  'file-pipeline': ['(?:photos?|images?|videos?|audio)', 'extract(?:s|ing)?'],
  'auth-gateway': [
    '(?:rate[- ])limit(?:s|ed|ing)?(?: (?:each|every|per) (?:client|caller))?',
    '(?:passkeys?|sessions?|single sign[- ]on|sso|mfa|magic links?|log-?ins?|sign-?ups?|passwords?)',
    'revok(?:e|es|ed|ing)',
  ],
  'edge-proxy': ['cach(?:e|es|ed|ing)(?: for)?'],
  'rag-service': ['(?:embeddings?|vectors?|semantic)'],
  'agent-worker': ['approv(?:e|es|ed|al|als)(?: (?:it|them))?'],
  'cli-tool': ['dry[- ]run', 'renam(?:e|es|ing)', 'compar(?:e|es|ing)'],
  'data-sync': ['(?:two-way|bidirectional(?:ly)?|(?:in )?both (?:directions|ways))'],
  'realtime-hub': ['replay(?:s|ed|ing)?', 'last (?:\\d+|\\w+) messages', '(?:presence|who is online)'],
  workflow: ['(?:undo|undone|compensat\\w*|roll(?:s|ed)? back)', '(?:pay|pays|paid|payments?|refunded)', 'escalat\\w*'],
}

const NOT_BUILT_WITHOUT_PORT: Readonly<Record<string, readonly string[]>> = {
  model: ['(?:summari[sz](?:e|es|ing)|llms?|gpt|language models?)'],
}
const NOT_BUILT_WITHOUT_SITE = ['(?:dashboards?|screens?|user interface|buttons?)']

const PATH_OR_VENDOR = String.raw`(?:\/[a-z][\w/-]*|stripe|github|gitlab|shopify|twilio|slack|paypal|adyen|hubspot|salesforce|airtable|mailchimp|notion|jira|zendesk|sap|netsuite|woocommerce|google sheets)`

/**
 * Returns wordings of features that a project certainly lacks. Only these are reported as "not built"; other unknown
 * words are "not recognized". Requirements are matched first.
 */
export const absentWordings = (
  pattern: PatternId,
  { functions, site }: Pick<DesignContent, 'functions' | 'site'>,
): string[] => {
  const ports = new Set(functions.flatMap(({ uses }) => uses))
  const missingPorts = Object.entries(NOT_BUILT_WITHOUT_PORT).flatMap(([port, words]) => (ports.has(port) ? [] : words))
  return [
    ...NEVER_BUILT,
    ...(NOT_BUILT_BY_PATTERN[pattern] ?? []),
    ...missingPorts,
    ...(site === undefined ? NOT_BUILT_WITHOUT_SITE : []),
  ]
}

/** Returns the names in a clause that no file of the project contains. */
export const absentNames = (clause: string, files: DesignContent['files']): string[] =>
  [...clause.matchAll(new RegExp(`(?<![\\p{L}\\p{N}/])${PATH_OR_VENDOR}(?![\\p{L}\\p{N}])`, 'giu'))]
    .map(([name]) => name)
    .filter((name) => !files.some(({ content }) => content.toLowerCase().includes(name.toLowerCase())))

/** Returns capitalized words. The first word does not count if the words start the clause. */
export const capitalizedWords = (words: string, startsClause: boolean): string[] =>
  [...words.matchAll(/(?<![\p{L}\p{N}])\p{Lu}\p{Ll}[\p{L}\p{N}]*/gu)]
    .filter(({ index }) => !startsClause || index > 0)
    .map(([name]) => name)
