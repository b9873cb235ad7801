import { type Action, isDated, isOwned } from './actionability.ts'
import type { Document, Sentence } from './document.ts'
import { DAY, EVIDENCE } from './evidence-words.ts'

/** Counts the statements of a part in a text. */
type Signal = (document: Document, actions: readonly Action[]) => number

const sentencesWith =
  (pattern: RegExp): Signal =>
  ({ sentences }) =>
    sentences.filter(({ text, kind }) => kind !== 'heading' && pattern.test(text)).length

/** Counts only sentences with a number, because a mere assertion proves nothing. */
const sentencesWithFigure =
  (pattern: RegExp): Signal =>
  ({ sentences }) =>
    sentences.filter(({ text, kind }) => kind !== 'heading' && /\d/.test(text) && pattern.test(text)).length

const isListItem = ({ kind, text }: Sentence): boolean =>
  (kind === 'item' || kind === 'row') && text.split(/\s+/).length >= 4 && !/^[\s|:-]+$/.test(text)

// Two list items, or two actions, count as one statement.
const listItemPairs: Signal = ({ sentences }) => Math.floor(sentences.filter(isListItem).length / 2)

const actionPairs: Signal = (_document, actions) => Math.floor(actions.length / 2)
const ownedActions: Signal = (_document, actions) => actions.filter(({ text }) => isOwned(text)).length
const datedActions: Signal = (_document, actions) => actions.filter(({ text }) => isDated(text)).length

const minimumOf =
  (...signals: readonly Signal[]): Signal =>
  (document, actions) =>
    Math.min(...signals.map((signal) => signal(document, actions)))

const MONEY = '(?:[$€£]\\s?\\d|\\b\\d[\\d.,]*\\s?(?:k\\b|usd|eur|gbp|chf|euros?|dollars?|pounds?))'

const contingencies = sentencesWith(
  /^\W*(?:if|should|unless|worst|risks?)\b[^.]*[,:;→]|\b(?:otherwise|unless|fall ?back|plan b|(?:may|could|might) (?:fail|be late|break|not)|in case)\b|\brisks?\b[^.]{0,40}:/i,
)
const exclusions = sentencesWith(
  /\b(?:not (?:tested|covered|included|part|in the|touched|judged|affected|assessed|examined|looked at|under test|priced)|out of scope|left out|except|unchanged|accepted|remains?|outside)\b|^\W*(?:not|left|only)\b/i,
)
const decisions = sentencesWith(
  /\b(?:we|i) (?:take|choose|chose|decided|use|go with|went with|pick|keep|adopt|will (?:use|adopt|take))\b|\bdecided\b|\bdecides\b|\b(?:decision|verdict)\b[^.]{0,20}:/i,
)
const stopOrGo = sentencesWith(
  /\b(?:go|stop|leave|pass(?:ed)?|fails?|done|ready|over|ends?|ship)\b[^.]{0,40}\b(?:if|when|only|once|with|unless|after|at most|any)\b|\bonly (?:if|when|with|after)\b|\b(?:leave|stop|exit|done)\b\s*:/i,
)
const evidencedOpening: Signal = ({ sentences }) =>
  sentences
    .slice(0, Math.ceil(sentences.length / 2))
    .filter(({ text }) => /\d/.test(text) && (EVIDENCE.test(text) || DAY.test(text))).length
const commands: Signal = ({ text }) => (text.match(/`[^`\n]{6,}`|^```/gm) ?? []).length
const timelineEntries: Signal = ({ sentences }) =>
  Math.floor(sentences.filter(({ text }) => /^\W*(?:\d{1,2}[:.h]\d\d|T[+-]\d)/.test(text)).length / 2)

const SIGNALS: Readonly<Record<string, Signal>> = {
  context: evidencedOpening,
  problem: evidencedOpening,
  summary: evidencedOpening,
  decision: decisions,
  options: minimumOf(
    listItemPairs,
    sentencesWith(/\b(?:instead|rather than|alternativ|considered|leave|or own|option|compared?|buy|choose|chose)\w*/i),
  ),
  consequences: sentencesWith(
    /\b(?:cost is|means that|now needs?|the price|in return|drawback|revert|from then|must then|has to)\b/i,
  ),
  'trust boundaries': sentencesWith(
    /\b(?:boundar(?:y|ies)|crosses|outside|from the internet|between .* and|provider)\b/i,
  ),
  threats: sentencesWith(
    /\b(?:attacker|guess|replay|spoof|forge|steal|stolen|leak|tamper|flood|poison|inject|impersonat|intercept|brute|phish|prob(?:e|ing)|eavesdrop|exhaust|overwrit|escalat)\w*/i,
  ),
  mitigations: sentencesWith(
    /\b(?:fix|mitigat\w+|control|measure|limit|sign(?:ed)?|encrypt\w*|rate|single use|expires?)\b/i,
  ),
  'residual risk': exclusions,
  scope: exclusions,
  cases: listItemPairs,
  environment: sentencesWithFigure(
    /\b(?:staging|sandbox|cop(?:y|ies)|test data|devices?|seed|fixtures?|pod|phones?|browsers?|desktop|accounts?|machines?|data)\b/i,
  ),
  'exit criteria': stopOrGo,
  risks: contingencies,
  symptoms: sentencesWith(/\b(?:alert|alarm|pages?|fires|when|above|symptom)\b[^.]*(?:\d|`)/i),
  impact: sentencesWithFigure(
    /\b(?:customers?|users?|orders?|guests?|merchants?|minutes|hours|people|patients?|lost|late)\b/i,
  ),
  diagnosis: commands,
  steps: (document, actions) => Math.max(actionPairs(document, actions), commands(document, actions)),
  escalation: sentencesWith(/\b(?:call|page|ring|phone|escalat\w+|on-?call|tell|ask)\b[^.]*(?:\d|@|#|`|[A-Z][a-z]+)/),
  verification: stopOrGo,
  timeline: timelineEntries,
  'root cause': sentencesWith(/\b(?:because|caused?|due to|root|the reason|since the|so that the|led to)\b[^.]{12,}/i),
  lessons: sentencesWith(/\b(?:learned|luck|went well|helped|missing|should have|nobody|no alarm|too late)\b/i),
  actions: actionPairs,
  readiness: sentencesWithFigure(/\b(?:done|tested|passed|ready|green|open|signed|load|drill)\b/i),
  rollout: sentencesWithFigure(/%|\b(?:stage|first|then|flag|from|phase|pilot|back)\b/i),
  monitoring: sentencesWithFigure(/\b(?:watch|alert|dashboard|metric|error rate|p9\d|rate|latency|looks?)\w*/i),
  likelihood: sentencesWith(
    /\b(?:low|medium|high|rare|possible|likely|unlikely|minor|serious|fatal|[1-5] ?[x×/] ?[1-5])\b/i,
  ),
  treatment: actionPairs,
  assumptions: sentencesWithFigure(/[:=|(]/),
  revenue: sentencesWithFigure(
    /\b(?:revenue|sales|income|saving|saves?|subsid\w+|fees?|price|gross|funding|rent paid|invoice|contract)\b/i,
  ),
  costs: sentencesWithFigure(/\b(?:costs?|rent|wages?|staff|goods|machine|service|outlay|expenses?|buy|quote)\b/i),
  results: sentencesWithFigure(
    /\b(?:results?|profit|saving|break-?even|pa(?:id|ys?) back|sum|total|net|after|left)\b/i,
  ),
  sensitivity: sentencesWithFigure(/\b(?:best|worst|unsure|if|below|only|sensitiv\w+|scenario)\b|[±+−-]\s?\d+\s?%/i),
  goal: sentencesWithFigure(/^\W*(?:aim|goal|wanted)\b|\bby\b|\buntil\b|%/i),
  owners: ownedActions,
  proposal: sentencesWith(/\b(?:we (?:propose|suggest|ask|would|want)|trial|pilot|proposed)\b[^.]{12,}/i),
  benefits: sentencesWithFigure(
    /\b(?:save[sd]?|saving|gain|reduce|less|fewer|faster|instead of|freed|benefit|worth)\b/i,
  ),
  cost: sentencesWith(new RegExp(MONEY, 'i')),
  'next steps': datedActions,
  findings: listItemPairs,
  recommendation: decisions,
  'open questions': sentencesWith(/\?\s*$|\b(?:not known|unknown|unclear|unsure|open|assume)\b/i),
}

const SIGNAL_MAX = 2

/** Returns how often a text states a part without a heading for it: 0, 1 or 2 (at least twice). */
export const signalOf = (document: Document, name: string, actions: readonly Action[]): number =>
  Math.min(SIGNAL_MAX, SIGNALS[name]?.(document, actions) ?? 0)
