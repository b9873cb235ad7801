import type { TextKind } from './texts.ts'

/** A wording that the repository does not use, with the plain words for it. */
export interface Wording {
  readonly rule: string
  readonly pattern: RegExp
  readonly say: string
  /** A violation, as the test plants it. */
  readonly planted: string
  /** Similar text with another sense, which the rule permits. */
  readonly permitted: string
  /** The kinds of text that the rule reads; all without it. */
  readonly kinds?: readonly TextKind[]
}

/** Wordings of the private idiom. The patterns exclude permitted senses of the same words. */
export const WORDINGS: readonly Wording[] = [
  {
    rule: 'question word opens a comment',
    pattern: /^(?:What|Who|Whose|Whom|That|Where|Of)\b(?!.*\?$)/,
    say: 'a verb or a noun phrase that names the thing',
    planted: 'What a request costs.',
    permitted: 'Whether the request costs credits.',
    kinds: ['comment'],
  },
  {
    rule: 'title without a subject',
    pattern: /^(?:of|is|are|and|or|what|who|whose|whom|that|where|whether|also|neither|none)\b/i,
    say: 'a fact with a subject: "returns 409 when …"',
    planted: 'of two at once is one',
    permitted: 'two concurrent declines produce one decision',
    kinds: ['title'],
  },
  {
    rule: 'tell',
    pattern: /\b(?:tell|tells|told)\b/i,
    say: 'notifies, reports, emits, distinguishes or displays',
    planted: 'The owner is told of the change.',
    permitted: 'The owner is notified of the change.',
  },
  {
    rule: 'stand',
    pattern: /\b(?:stands|stood)\b|\bstand (?:beside|for|there|at|on)\b/i,
    say: 'is, is stored, appears, means or refers to',
    planted: 'A request that stands is returned.',
    permitted: 'The stand-in accepts any signature.',
  },
  {
    rule: 'nobody',
    pattern: /\b(?:nobody|somebody|anybody|everybody|whoever|whomever)\b/i,
    say: 'the caller, an anonymous client or a role',
    planted: 'Nobody may read the key.',
    permitted: 'No member can read the key.',
  },
  {
    rule: 'is none',
    pattern: /(?<!\bthere )\b(?:is|are|was|were) none\b|\b(?:as|of|like) none\b|\bas good as\b/i,
    say: 'does not exist, is invalid or returns 404',
    planted: 'A foreign slug is as good as none.',
    permitted: 'Returns undefined if there is none.',
  },
  {
    rule: 'is no X',
    pattern: /(?<!\bthere )\b(?:is|are) no (?!longer\b|more\b|less\b|later\b|earlier\b|different\b|greater\b)[a-z]/i,
    say: 'is not a …, is invalid',
    planted: 'A type is no type.',
    permitted: 'The key is no longer valid, and there is no other.',
  },
  {
    rule: 'is there',
    pattern:
      /\b(?:that|which|who|one|it) (?:is|are) (?:not )?there\b|\b(?:is|are) not there\b|\b(?:has|have) come\b|\b(?:is|are) gone\b/i,
    say: 'exists, does not exist, arrived or was deleted',
    planted: 'Returns the row that is there.',
    permitted: 'There is a row per day.',
  },
  {
    rule: 'ask for',
    pattern: /\basks? for\b(?! (?:confirmation|(?:a|the) name))|\basked for\b|\bwas asked to\b/i,
    say: 'requests, calls, queries or requires',
    planted: 'The worker asks for a lease.',
    permitted: 'The interview asks one question per turn.',
  },
  {
    rule: 'of its own',
    pattern: /\bof (?:ours|theirs|yours|our own|their own|its own|your own|one’s own)\b/i,
    say: 'its own X, the platform’s X or the owner by name',
    planted: 'A key of its own signs the log.',
    permitted: 'A separate key signs the log.',
  },
  {
    rule: 'departure',
    pattern: /\bdepartures?\b/i,
    say: 'account deletion or erasure',
    planted: 'A departure waits for 14 days.',
    permitted: 'An account deletion takes effect after 14 days.',
  },
  {
    rule: 'room',
    pattern: /\b(?:no|enough|little|more|free|there is|finds?|leaves?|makes?) room\b|\broom (?:for|left)\b/i,
    say: 'capacity, quota, seat, bucket or module',
    planted: 'There is room for another slug.',
    permitted: 'The members of a chat room.',
  },
  {
    rule: 'go on',
    pattern: /\b(?:goes|went|going|gone) on\b(?! (?:top|the)\b)|\bgo on (?:as|with|to|without|until)\b/i,
    say: 'continues',
    planted: 'The import goes on after a crash.',
    permitted: 'The import continues after a crash.',
  },
  {
    rule: 'anew',
    pattern: /\banew\b|\bonce more\b/i,
    say: 'again, restarts or retries',
    planted: 'The count begins anew.',
    permitted: 'The count restarts at zero.',
  },
  {
    rule: 'beside',
    pattern: /\bbeside\b/i,
    say: 'in addition to, with or next to',
    planted: 'A preset beside scopes is refused.',
    permitted: 'A preset with scopes is refused.',
  },
  {
    rule: 'along',
    pattern: /\b(?:take|takes|taken|took|send|sends|sent|bring|brings|carry|carries|comes?) (?:\w+ ){0,3}along\b/i,
    say: 'with, includes or copies',
    planted: 'The write takes the event along.',
    permitted: 'The write stores the event in the same transaction.',
  },
  {
    rule: 'in all',
    pattern: /\bin all(?=[.,;:)]|$)/i,
    say: 'total',
    planted: 'A tenant has 50 credits in all.',
    permitted: 'The limit applies in all regions.',
  },
  {
    rule: 'once a key',
    pattern:
      /\b(?:once|twice|one|two|\d+) an? (?!day|week|month|year|hour|minute|second|quarter|time|while|few|lot)[a-z]+\b/i,
    say: 'once per key, one per line',
    planted: 'Charges once a key.',
    permitted: 'Runs once a day.',
  },
  {
    rule: 'nothing with',
    pattern: /\b(?:does|do|did) nothing with\b|\bwaits? for nothing\b|\b(?:has|have|had) not (?:the|a|an|any)\b/i,
    say: 'ignores, is optional or runs out of time',
    planted: 'A member that the server does nothing with.',
    permitted: 'The server ignores the member.',
  },
  {
    rule: 'look at',
    pattern: /\blook(?:s|ed|ing)? (?:at|after)\b/i,
    say: 'evaluates, checks or polls',
    planted: 'Rules are looked at every minute.',
    permitted: 'Rules are evaluated every minute.',
  },
  {
    rule: 'mend',
    pattern: /\bmend(?:s|ed|ing)?\b|\bmeanwhile\b|\bhence\b/i,
    say: 'fix, in the meantime, so',
    planted: 'The sweeper mends the index.',
    permitted: 'The sweeper repairs the index; I recommend it.',
  },
]

/** Maximum number of words in a sentence. */
export const SENTENCE_WORDS = 30

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Returns the sentences of a text that have more than SENTENCE_WORDS words. Lists after a colon count separately. Code may start a sentence. */
export const longSentences = (text: string): string[] =>
  [...sentences.segment(text)]
    .flatMap(({ segment }) => segment.split(/\n|(?<=[;:])\s|\s(?=\|)|(?<=[.?!]) +(?=code )/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.split(/\s+/).filter((word) => /[a-z]{2}/i.test(word)).length > SENTENCE_WORDS)

/** Openings and verbs that make a heading a sentence or a question. */
const HEADING =
  /^(?:What|Who|Whose|Whom|How|Why|When|Where|Which|Whether|That|Of|And|If|Is|Are|Does|Do|Can)\b|\b(?:is|are|was|were|has|have|goes|does|will|must)\b|[.?!:]$|\b(?:of|for|with|by|to|from|at|in|on)$/

/** Checks that a heading is a noun phrase. */
export const isNounPhrase = (heading: string): boolean => !HEADING.test(heading)

const SUBJECT = /^(?:feat|fix|docs|test|refactor|perf|build|ci|chore|style|revert)(?:\([a-z0-9,/-]+\))?!?: \S/

/** Returns the problems of a commit subject. */
export const subjectProblems = (subject: string): string[] => [
  ...(SUBJECT.test(subject) ? [] : ['is not conventional']),
  ...(subject.length > 72 ? [`has ${subject.length} characters; the limit is 72`] : []),
  ...(subject.includes(';') ? ['joins two changes by a semicolon'] : []),
]
