/** Most clauses of an intention; what is beyond is one clause more. */
const MAX_CLAUSES = 24

/** Verbs that begin a clause of their own, in the forms `verify` and `verifies`. */
const VERBS =
  `accept aggregate alert allow answer approve archive ask assign authenticate authorize authorize block broadcast
  cache calculate call cancel charge check classify clean collect compare compute confirm convert copy count create decrypt deduplicate
  delete deliver deny detect display download draft drop email emit encrypt enforce enrich escalate expire export extract fetch file
  filter flag forward generate group handle hash ignore import index invite keep label limit list load lock log lookup mail manage mark merge
  migrate monitor move notify open parse pay persist poll post print publish purge push queue read receive reconcile record redirect
  refund register reject remind remove rename render replay report resize respond restore retry return route save scan schedule
  score search send serve share show sign sort split start stop store stream strip subscribe summarize summarize sync synchronize tag
  tell track transform translate triage trigger undo update upload validate verify warn write`
    .split(/\s+/)
    .map((verb) => (verb.endsWith('y') ? `${verb.slice(0, -1)}(?:y|ies)` : `${verb}(?:s|es)?`))
    .join('|')

const VERB = new RegExp(`^(?:${VERBS})$`, 'i')

export const isVerb = (word: string): boolean => VERB.test(word)

/** Ends of sentences, and colons before what is said in full; times such as 2:30 and numbers such as 1.5 go on. */
const SENTENCES = /[.!?;]+(?=\s|$)|:(?=\s)|[\r\n]+|[。！？；]/u

/** Places within a sentence at which another wish begins: before a verb, or before a condition behind a comma. */
const WISHES = new RegExp(
  `,\\s+(?=(?:for|using|with|without|so that|unless|but|only|at|in|except|within)\\b)|(?:,\\s*(?:and\\s+|then\\s+|and then\\s+)?|\\s+and\\s+(?:then\\s+)?)(?=(?:(?:rate|must|never|only|also|not|it|is|are)\\s+)*(?:${VERBS})\\b)`,
  'iu',
)

const FINITE =
  '(?:is|are|was|were|may|can|must|cannot|will|shall|should|has|have|gets?|sees|approves|authenticates?|decides|receives|sends|wins|pays|signs? in|logs? in)'
const SUBJECT = '(?:an?|the|each|every|all|no|nobody|everybody|nothing|it|they|those|who|whoever|[A-Z][a-z]+)'
/** Words up to a verb, which are of one subject: none that begins a relative clause or goes on with a list. */
const UP_TO = `(?:(?!that\\b|which\\b|and\\b|or\\b)[^\\s,]+\\s+){1,5}?`

/** Places at which a subject with its verb begins: behind ", and" any, elsewhere one that is told by its first word. */
const STATEMENTS = new RegExp(
  `,\\s+and\\s+(?=${UP_TO}${FINITE}\\b)|(?:,|\\s+and)\\s+(?=${SUBJECT}\\s+(?:${UP_TO})?${FINITE}\\b)`,
  'u',
)

const HAS_VERB = new RegExp(`\\b(?:${FINITE}|${VERBS})\\b`, 'iu')

/** A part cut before each statement, where what stands before it says something too: "boats and crews are kept" is one. */
const statementsOf = (part: string): string[] => {
  const statements: string[] = []
  for (const next of part.split(STATEMENTS)) {
    const before = statements.at(-1)
    if (before === undefined || HAS_VERB.test(before)) statements.push(next)
    else statements[statements.length - 1] = `${before} and ${next}`
  }
  return statements
}

const CONDITION = /^(?:after|before|if|once|unless|until|when|whenever|while)\b/i

/** What is no wish of its own: a bare verb ("approve and pay the refund"), and a condition before what it is about. */
const joinedUp = (parts: readonly string[]): string[] => {
  const whole: string[] = []
  for (const part of parts) {
    const before = whole.at(-1)
    if (before !== undefined && !/\s/.test(before)) whole[whole.length - 1] = `${before} and ${part}`
    else if (before !== undefined && CONDITION.test(before) && whole.length === 1) whole[0] = `${before}, ${part}`
    else whole.push(part)
  }
  return whole
}

/**
 * The wishes of an intention, each in its own words and in their order: sentences, cut before each verb of an enumeration. What
 * is no English is cut at its sentences alone.
 */
export const clausesOf = (intention: string): readonly string[] => {
  const clauses = intention
    .toWellFormed()
    .split(SENTENCES)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
    .flatMap((sentence) =>
      joinedUp(
        sentence
          .split(WISHES)
          .flatMap(statementsOf)
          .map((part) => part.trim().replace(/^(?:and|then|but)\s+/i, '')),
      ),
    )
    .filter((clause) => /[\p{L}\p{N}]/u.test(clause))
  const distinct = [...new Set(clauses)]
  if (distinct.length <= MAX_CLAUSES) return distinct
  return [...distinct.slice(0, MAX_CLAUSES - 1), distinct.slice(MAX_CLAUSES - 1).join('; ')]
}
