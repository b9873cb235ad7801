/** Maximum number of clauses of an intention. Further ones are joined into the last. */
const MAX_CLAUSES = 24

/** Verbs that begin a clause, in the forms `verify` and `verifies`. */
const VERBS = `accept aggregate alert allow answer approve archive ask assign authenticate authori[sz]e block broadcast
  cache calculate call cancel charge check classify clean collect compare compute confirm convert copy count create decrypt deduplicate
  delete deliver deny detect display download draft drop email emit encrypt enforce enrich escalate expire export extract fetch file
  filter flag forward generate group handle hash ignore import index invite keep label limit list load lock log lookup mail manage mark merge
  migrate monitor move notify open parse pay persist poll post print publish purge push queue read receive reconcile record redirect
  refund register reject remind remove rename render replay report resize respond restore retry return route save scan schedule
  score search send serve share show sign sort split start stop store stream strip subscribe summari[sz]e sync synchroni[sz]e tag
  tell track transform translate triage trigger undo update upload validate verify warn write`
  .split(/\s+/)
  .map((verb) => (verb.endsWith('y') ? `${verb.slice(0, -1)}(?:y|ies)` : `${verb}(?:s|es)?`))
  .join('|')

const VERB = new RegExp(`^(?:${VERBS})$`, 'i')

export const isVerb = (word: string): boolean => VERB.test(word)

/** Ends of sentences, and colons before a space. Times such as 2:30 and numbers such as 1.5 stay whole. */
const SENTENCES = /[.!?;]+(?=\s|$)|:(?=\s)|[\r\n]+|[。！？；]/u

/** Positions within a sentence at which another clause begins: before a verb, or at a condition after a comma. */
const CLAUSE_STARTS = new RegExp(
  `,\\s+(?=(?:for|using|with|without|so that|unless|but|only|at|in|except|within)\\b)|(?:,\\s*(?:and\\s+|then\\s+|and then\\s+)?|\\s+and\\s+(?:then\\s+)?)(?=(?:(?:rate|must|never|only|also|not|it|is|are)\\s+)*(?:${VERBS})\\b)`,
  'iu',
)

const FINITE =
  '(?:is|are|was|were|may|can|must|cannot|will|shall|should|has|have|gets?|sees|approves|authenticates?|decides|receives|sends|wins|pays|signs? in|logs? in)'
const SUBJECT = '(?:an?|the|each|every|all|no|nobody|everybody|nothing|it|they|those|who|whoever|[A-Z][a-z]+)'
/** Words up to a verb that belong to one subject, without a relative clause or a list. */
const WORDS_BEFORE_VERB = `(?:(?!that\\b|which\\b|and\\b|or\\b)[^\\s,]+\\s+){1,5}?`

/** Positions at which a subject with its verb begins: any subject after ", and", elsewhere a known first word. */
const STATEMENTS = new RegExp(
  `,\\s+and\\s+(?=${WORDS_BEFORE_VERB}${FINITE}\\b)|(?:,|\\s+and)\\s+(?=${SUBJECT}\\s+(?:${WORDS_BEFORE_VERB})?${FINITE}\\b)`,
  'u',
)

const HAS_VERB = new RegExp(`\\b(?:${FINITE}|${VERBS})\\b`, 'iu')

/** Splits a part before each statement if the text before it has a verb: "boats and crews are kept" stays whole. */
const statementsOf = (part: string): string[] => {
  const statements: string[] = []
  for (const next of part.split(STATEMENTS)) {
    const previous = statements.at(-1)
    if (previous === undefined || HAS_VERB.test(previous)) statements.push(next)
    else statements[statements.length - 1] = `${previous} and ${next}`
  }
  return statements
}

const CONDITION = /^(?:after|before|if|once|unless|until|when|whenever|while)\b/i

/** Joins parts that are not clauses: a bare verb ("approve and pay the refund") and a leading condition. */
const joinFragments = (parts: readonly string[]): string[] => {
  const joined: string[] = []
  for (const part of parts) {
    const previous = joined.at(-1)
    if (previous !== undefined && !/\s/.test(previous)) joined[joined.length - 1] = `${previous} and ${part}`
    else if (previous !== undefined && CONDITION.test(previous) && joined.length === 1)
      joined[0] = `${previous}, ${part}`
    else joined.push(part)
  }
  return joined
}

/**
 * Returns the clauses of an intention in order and in its own words: sentences, split before each verb of an
 * enumeration. Text in other languages is only split at sentences.
 */
export const clausesOf = (intention: string): readonly string[] => {
  const clauses = intention
    .toWellFormed()
    .split(SENTENCES)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
    .flatMap((sentence) =>
      joinFragments(
        sentence
          .split(CLAUSE_STARTS)
          .flatMap(statementsOf)
          .map((part) => part.trim().replace(/^(?:and|then|but)\s+/i, '')),
      ),
    )
    .filter((clause) => /[\p{L}\p{N}]/u.test(clause))
  const distinct = [...new Set(clauses)]
  if (distinct.length <= MAX_CLAUSES) return distinct
  return [...distinct.slice(0, MAX_CLAUSES - 1), distinct.slice(MAX_CLAUSES - 1).join('; ')]
}
