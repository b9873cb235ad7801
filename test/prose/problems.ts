import { ALLOWED_TEXTS, type Allowed } from './allowed.ts'
import { grammarErrors } from './grammar.ts'
import { isNounPhrase, longSentences, SENTENCE_WORDS, WORDINGS, type Wording } from './rules.ts'
import type { Prose } from './texts.ts'

/** A violation of a rule of prose. */
export interface ProseProblem extends Prose {
  readonly rule: string
  readonly say: string
}

const appliesTo = ({ kinds }: Wording, { kind }: Prose): boolean => kinds === undefined || kinds.includes(kind)

/** Removes code spans, links and substitutions, which are not prose, and separates the texts between tags. */
export const withoutCode = (text: string): string =>
  text.replace(/\$\{[^}]*\}|`[^`]*`|\{@link[^}]*\}|https?:\S+/g, ' code ').replace(/<\/?[a-z][^>]*>/g, '\n')

/** Checks for data in the form of a string: alternatives of a pattern, or many words without punctuation. */
const isWordList = (text: string): boolean =>
  text.split('|').length > 4 || (text.split(/[\s,]+/).length > 12 && !/[.:;?!](?:\s|$)/.test(text))

/** Returns the violations of the wordings in a text. */
export const wordingProblems = (prose: Prose): ProseProblem[] => {
  const text = withoutCode(prose.text)
  return WORDINGS.filter((wording) => appliesTo(wording, prose))
    .filter(({ pattern }) => text.split('\n').some((line) => pattern.test(line)))
    .map(({ rule, say }) => ({ ...prose, rule, say }))
}

/** Returns the violations of every rule in a text. */
export const proseProblems = (prose: Prose): ProseProblem[] => {
  const text = withoutCode(prose.text)
  if (prose.kind === 'text' && isWordList(text)) return []
  return [
    ...wordingProblems(prose),
    ...(prose.kind === 'heading' && !isNounPhrase(text)
      ? [{ ...prose, rule: 'heading', say: 'a noun phrase that names the content' }]
      : []),
    ...(longSentences(text).length > 0
      ? [{ ...prose, rule: 'long sentence', say: `sentences of at most ${SENTENCE_WORDS} words` }]
      : []),
    ...grammarErrors(text).map((say) => ({ ...prose, rule: 'grammar', say })),
  ]
}

const isCovered = (allowed: Allowed, { path, rule, text }: ProseProblem): boolean =>
  path.startsWith(allowed.path) && rule === allowed.rule && text.includes(allowed.text)

/** Describes each problem that the allow-list does not cover. */
const describedProblems = (problems: readonly ProseProblem[]): string[] =>
  problems
    .filter((problem) => !ALLOWED_TEXTS.some((allowed) => isCovered(allowed, problem)))
    .map(({ path, line, rule, say, text }) => `${path}:${line}: ${rule}: "${text.slice(0, 160)}"; say ${say}`)

/** Returns the entries of the allow-list for these kinds that cover no problem: they are to be deleted. */
const unusedAllowances = (problems: readonly ProseProblem[], kinds: readonly Prose['kind'][]): Allowed[] =>
  ALLOWED_TEXTS.filter(({ kind }) => kinds.includes(kind)).filter(
    (allowed) => !problems.some((problem) => isCovered(allowed, problem)),
  )

/** Describes the problems of texts, and the entries of the allow-list for their kinds that no text needs. */
export const checkProse = (texts: readonly Prose[], kinds: readonly Prose['kind'][]): string[] => {
  const problems = texts.flatMap(proseProblems)
  return [
    ...describedProblems(problems),
    ...unusedAllowances(problems, kinds).map(({ path, rule, text }) => `allowed.ts: unused: ${path}: ${rule}: ${text}`),
  ]
}
