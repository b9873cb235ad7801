import { allWordsOf } from '../text/stems.ts'
import { type GradeCheck, multiplyThousandths, thousandths } from './check.ts'
import type { Document, Sentence } from './document.ts'
import { DAY } from './evidence-words.ts'
import type { Kind } from './kinds.ts'

const VERBS = new Set(
  `add adopt alert agree approve archive ask assign audit automate backfill block book build buy call cancel cap change check choose
  clean close collect compare compute confirm contact contract create cut decide define delete deliver deploy deprecate design
  disable document drain drill drop enable encrypt enforce escalate estimate evaluate export extend extract fail fix flag freeze
  generate give grant hash hire implement import increase inform install instrument interview introduce inspect invite isolate
  issue keep launch limit list load log lower make measure merge migrate mitigate mock monitor move negotiate notify open order
  page patch pause pay pilot pin plan prepare prevent probe prove provision publish purge raise rate reconcile record redact
  reduce refuse register reject release remove rename renew replace replay report reproduce request require rerun reset restart
  restore restrict retire return review revoke rewrite roll rollback rotate run sample scale schedule scan schedule seed sell
  send separate set share ship shift shut sign simulate snapshot split stage start stop store strip switch take tag teach test
  throttle time train transfer trigger try tune turn update upgrade use validate verify wait warn watch wire wrap write`.split(
    /\s+/,
  ),
)
const MODAL_VERB =
  /\b(?:must|should|shall|will|needs? to|has to|have to|is to|are to|to be)\s+(?:then |also |not |be )?([a-z]+)/gi

const OWNER =
  /(?:\bowners?\b\s*[:=|(]|\bowned by\b|@[a-z][\w-]+|\((?:[A-Z][a-z]+|[A-Za-z ]{2,30}(?:team|lead|owner|engineer|manager))\)|\b(?:on-?call|sre|cto|ciso|cfo|ceo|coo|cpo|devops|dba|team lead|tech lead|product (?:owner|manager)|project manager|engineering manager|security team|platform team|finance|legal|support team|data team|qa|sales|marketing|hr|procurement|compliance|operations|architect|backend (?:team|engineer)|frontend team|incident commander|payments team|infra team|[a-z]+ (?:team|lead|squad|guild))\b|^\W*(?:\[.\]\s*)?[A-Z][a-z]{2,12}(?: [A-Z][a-z]+)?(?::| to | will |,? (?:owns|does)))/i
const DUE =
  /\b(?:(?:20\d\d)-\d\d(?:-\d\d)?|by (?:the )?(?:end|monday|tuesday|wednesday|thursday|friday|saturday|sunday|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|q[1-4]|next|\d|week|today|tomorrow|noon)[a-z]*|due\b|deadline|before (?:launch|build|release|go-?live|the|we|rollout|merge|each|any|[a-z]+ing)|within \d+ [a-z]+|in \d+ (?:days?|weeks?|hours?|minutes?|sprints?)|(?:week|day|sprint|month|phase|quarter) \d+|q[1-4](?: 20\d\d)?|(?:jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]* \d{1,2}|\d{1,2} (?:january|february|march|april|may|june|july|august|september|october|november|december)|t[+-]\d+|(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?(?:s|,? \d{1,2}:\d\d)?|immediately|daily|weekly|monthly|quarterly|nightly|every (?:day|week|month|quarter|release))\b/i
const CHECK =
  /(?:\bdone[ _]when\b|\bverif(?:y|ied)\b|\bso that\b.*\d|\buntil\b|\bpass(?:es|ed)?\b|\bfails?\b|\bexpect(?:ed)?\b|\bmeasured by\b|\bacceptance\b|\bassert|\bTC-?\d+|\btest(?:ed|s)?\b|\balert (?:fires|on|when)|\bbelow\b.*\d|\babove\b.*\d|\bat (?:least|most)\b.*\d|\bunder\b.*\d|[<>≤≥]=?\s?\d|\bto (?:0|zero)\b|\d+ ?%|\breturns? \d{3}\b|\bproves?\b|\bevidence\b|\bcertificates?\b|\bpublished\b|\bsigned\b|\bwritten\b|\bwithout (?:a|an|any|one)\b|\bmust (?:fail|pass|be)\b|\brecord(?:ed)?\b|\bphotos?\b|\breceipt\b|\breport(?:ed)?\b|\blog(?:ged)?\b|\bcount(?:ed|s)?\b|\brefused\b|\bfewer than\b|\bno pass\b|\bloaded\b|\bcompared?\b|\bchecks?\b|\bsame\b.*\bon\b|\ball\b.*\d|\bpresent on\b|\bdrill\b|\bconfirm(?:ed|s)?\b|\bp9[059]\b|\bzero\b|\bdashboard shows?\b|\bexit code\b|\b(?:accepted|rejected|prints?|agrees?|attached|filed|in hand|minutes|confirmation|attendance|sheet|rota)\b|\bno (?:restart|orphan|timeout|error|loss|gap|login|complaint|offer)s?\b|\bgives \d|\b\d+ (?:ok|ready|passed)\b|\bshows?\b.*\d)/i

/** Matches the name of a person between two separators: "Hall tested: Joyce, 30 October". */
const NAME =
  /(?:^|[:,;(→–—|-])\s*(?:[A-Z]\. ?)?(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|Done|Check|Then|Next|Due)[A-Z][a-zà-ÿ]{1,14}(?: (?:[A-Z]\.|[A-Z][a-zà-ÿ]+))?\s*(?=[,.;:)|–—-]|$| (?:and|\+|by|until|decides|does|calls|counts|brings|has|watches|checks|orders|writes|runs|asks|tests|fills|signs)\b)/

const ACTION_HEADS =
  /\b(?:actions?|next|steps?|measures|tasks|to ?do|remediation|follow[- ]?ups?|mitigations?|procedure|what we (?:do|change)|treatments?|plan|milestones|what isn.?t|open points|recovery|remedy|fix|cases)\b/i

/** Share of common words from which two actions count as the same, in thousandths. */
const SAME_ACTION_MIN = 850

export interface Action {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly words: ReadonlySet<string>
}

/** Minimum words of an action. Shorter texts are labels, such as "Store fee 15 %". */
const ACTION_MIN_WORDS = 3

const startsWithVerb = (text: string): boolean => {
  const plain = text
    .replace(/^\W*(?:\[[ xX]\]\s*)?/, '')
    .replace(/^(?:[A-Z]{1,4}-?\d{1,4}|step \d+|\d+)[:.)]?\s*/i, '')
    .replace(/^\*\*/, '')
  const unlabeled = plain.replace(/^[A-Z][\w @&-]{1,24}:\s*/, '')
  return [plain, unlabeled].some((each) => {
    const words = allWordsOf(each)
    return words.length >= ACTION_MIN_WORDS && VERBS.has(words[0] ?? '')
  })
}

/**
 * Number of words at the start of a sentence that must contain the actor and the verb: "the platform team removes …".
 */
const SUBJECT_WORDS = 6

const saysWhoDoes = (text: string): boolean => {
  const words = allWordsOf(text.replace(/^\W+/, '')).slice(1, SUBJECT_WORDS)
  return (
    OWNER.test(text) && words.some((word) => word.endsWith('s') && VERBS.has(word.replace(/(?<=ch|sh|ss|x)es$|s$/, '')))
  )
}

/** Matches a line below a heading for actions that has an owner, a date or a case number. */
const isListed = ({ text, kind, section }: Sentence): boolean =>
  ACTION_HEADS.test(section) &&
  (kind === 'item' || kind === 'row' || kind === 'prose') &&
  !/^[\s|:-]+$/.test(text) &&
  (isOwned(text) || isDated(text) || /^\W*[A-Z]{1,4}-?\d/.test(text) || isNumberedCase(text))

/** Matches "2. Twenty uploads at once: no restart". */
const isNumberedCase = (text: string): boolean =>
  /^\s*\d{1,2}[.)]\s/.test(text) && (isChecked(text) || /[a-z0-9]:\s/i.test(text))

/** Matches a list item with two of owner, date and check, or another sentence with owner and date. */
const isAgreed = ({ text, kind }: Sentence): boolean =>
  text.split(/\s+/).length >= 4 &&
  (kind === 'item'
    ? [isOwned(text), isDated(text), isChecked(text)].filter(Boolean).length >= 2
    : isDated(text) && isOwned(text))

const LABELLED = /\b(?:fix|action|measure|mitigation|treatment|to ?do|next)\b\s*[:–—]|→/i
const COMMAND = /^\W*`[^`]{3,}`|`[^`\s]+\s[^`]+`/

const doesBy = (text: string): boolean =>
  /^\W*[A-Z][a-zà-ÿ]{1,14} [a-z]+s\b/.test(text) && (isDated(text) || isChecked(text))

/** Matches "Fix: single use", "→ Dejan fills in the number", a command to type, or "Raf orders by 10 March". */
const isLabeledAction = ({ text, kind }: Sentence): boolean =>
  (LABELLED.test(text) && (kind === 'item' || kind === 'prose')) ||
  (kind === 'item' && COMMAND.test(text)) ||
  (kind === 'prose' && doesBy(text) && isDated(text))

const DONE = /^\s*[-*]\s*\[[xX]\]/
const LABEL_ALONE = /^\W*(?:owners?|date|due|checks?|when|who|status|lead|responsible)\s*:/i

const isAction = (sentence: Sentence): boolean => {
  const { text, kind } = sentence
  if (kind === 'heading' || kind === 'quote' || text.endsWith('?')) return false
  if (DONE.test(text) || LABEL_ALONE.test(text)) return false
  if (/^\s*[-*]\s*\[ \]/.test(text) || isListed(sentence) || isLabeledAction(sentence) || isAgreed(sentence))
    return true
  if (kind === 'row') return text.split('|').some((cell) => cell.trim().split(/\s+/).length > 2 && startsWithVerb(cell))
  return (
    startsWithVerb(text) ||
    (kind === 'item' && saysWhoDoes(text)) ||
    [...text.matchAll(MODAL_VERB)].some(([, verb = '']) => VERBS.has(verb.toLowerCase()))
  )
}

const isSame = (one: Action, other: Action): boolean => {
  const shared = [...one.words].filter((word) => other.words.has(word)).length
  return thousandths(shared, Math.max(one.words.size, other.words.size)) >= SAME_ACTION_MIN
}

/** Splits sentences with several actions at semicolons: "Yves decides by 16 March; Dagmar orders by 23 March". */
const clausesOf = (sentence: Sentence): readonly Sentence[] => {
  if (sentence.kind !== 'prose' || !(ACTION_HEADS.test(sentence.section) || DAY.test(sentence.text))) return [sentence]
  let start = sentence.start
  return sentence.text.split(';').map((text) => {
    const clause = { ...sentence, text: text.trim(), start, end: start + text.length }
    start += text.length + 1
    return clause
  })
}

const actionsOfDocument = new WeakMap<Document, readonly Action[]>()

/**
 * Returns the distinct actions of a text. For list items, an action is the whole line, because it often contains owner
 * and date.
 */
export const actionsOf = (document: Document): readonly Action[] => {
  const cached = actionsOfDocument.get(document)
  if (cached) return cached
  const actions = findActions(document)
  actionsOfDocument.set(document, actions)
  return actions
}

const findActions = ({ sentences, lines }: Document): readonly Action[] => {
  const actions: Action[] = []
  for (const sentence of sentences.flatMap(clausesOf)) {
    if (!isAction(sentence)) continue
    const line = lines.find(({ start, end }) => start <= sentence.start && sentence.start < end)
    const text = line && line.kind !== 'prose' ? line.text : sentence.text
    const action = { text, start: sentence.start, end: sentence.end, words: new Set(allWordsOf(sentence.text)) }
    if (!actions.some((other) => isSame(action, other))) actions.push(action)
  }
  return actions
}

export const isOwned = (text: string): boolean => OWNER.test(text) || NAME.test(text)
export const isDated = (text: string): boolean => DUE.test(text) || DAY.test(text)
const isChecked = (text: string): boolean => CHECK.test(text)

/** Matches the person in charge in the head of a text: "Owner: Ada Byron", "(Ada, platform)". */
const IN_CHARGE =
  /\b(?:owner|lead|responsible|in charge|run by|rated by|written by|author|by)\b\W{0,6}(?:team )?[A-Z]|\([A-Z][a-z]+, |[.,—–-]\s*[A-Z][a-z]*\.? ?[A-Z]?[a-z]*, \d{1,2} [A-Z]/
const HEAD_LINES = 6
/**
 * Values in thousandths: of an owner named only at the head of the text, and of an action without owner, date and
 * check.
 */
const IN_CHARGE_WORTH = 500
const VAGUE_WORTH = 400

/** Returns the share of matching actions in thousandths. An action that does not match counts `fallback` thousandths. */
const share = (actions: readonly Action[], matches: (text: string) => boolean, fallback = 0): number => {
  const matching = actions.filter(({ text }) => matches(text)).length
  return thousandths(matching * 1_000 + (actions.length - matching) * fallback, actions.length * 1_000)
}

const isVague = ({ text }: Action): boolean => !isOwned(text) && !isDated(text) && !isChecked(text)

const SHARES = [
  { id: 'owner', weight: 20, holds: isOwned, name: 'an owner' },
  { id: 'due', weight: 15, holds: isDated, name: 'a date or an event' },
  { id: 'measurable', weight: 25, holds: isChecked, name: 'a completion check' },
] as const

/** Checks the actions of a text, their owners, dates and completion checks. Too few actions lower all four values. */
export const actionChecks = (document: Document, { actions: needed }: Kind): readonly GradeCheck[] => {
  const actions = actionsOf(document)
  const vague = actions.filter(isVague).length
  const actionScore = thousandths((actions.length - vague) * 1_000 + vague * VAGUE_WORTH, needed * 1_000)
  const hasPersonInCharge = document.lines
    .filter(({ text }) => text.trim() !== '')
    .slice(0, HEAD_LINES)
    .some(({ text }) => IN_CHARGE.test(text))
  const spans = (holds: (text: string) => boolean) =>
    actions.filter(({ text }) => !holds(text)).map(({ start, end }) => ({ start, end }))
  return [
    {
      id: 'actions',
      dimension: 'Actionability',
      weight: 40,
      value: actionScore,
      spans: [],
      detail: `${actions.length} actions, ${needed} required`,
    },
    ...SHARES.map(({ id, weight, holds, name }) => ({
      id,
      dimension: 'Actionability' as const,
      weight,
      value: multiplyThousandths(
        actionScore,
        share(actions, holds, id === 'owner' && hasPersonInCharge ? IN_CHARGE_WORTH : 0),
      ),
      detail: `${actions.filter(({ text }) => holds(text)).length} of ${actions.length} actions have ${name}`,
      spans: spans(holds),
    })),
  ]
}
