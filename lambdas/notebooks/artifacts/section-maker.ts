import type { AnswerMaker, Claim, OnTokenUsage, PackedPassage } from '@signet/search/answers'
import type { SectionDefinition } from './artifact-kinds.ts'

export interface SectionClaim {
  readonly label: string | null
  readonly claim: Claim
}

export interface SectionMaterial {
  readonly definition: SectionDefinition
  readonly passages: readonly PackedPassage[]
  readonly instructions: string
}

export interface SectionMaker {
  /** Name and version. Sections of another generator are generated again. */
  readonly name: string
  claims(material: SectionMaterial, signal: AbortSignal, used?: OnTokenUsage): AsyncIterable<SectionClaim>
}

const ASKED: Readonly<Record<SectionDefinition['finds'], (heading: string) => string>> = {
  statements: (heading) =>
    `State what the passages say that belongs under the heading "${heading}", at most eight statements.`,
  open_questions: () => 'State the questions that the passages raise and leave open, at most eight.',
  answered_questions: () =>
    'State the questions that the passages answer, each with its answer, as "question? :: answer", at most twelve.',
  terms: () => 'State the terms that the passages explain, each as "term :: what it means", at most twelve.',
  names: (heading) =>
    `State the names in the passages (${heading}), each as "name :: statement about it", at most fifteen.`,
  dated: () =>
    'State what happened when by the passages, in the order of time, each as "date :: what happened", at most fifteen.',
  contradictions: () => 'State where the passages contradict each other, with a quote of both sides each, at most six.',
}

const SEPARATOR = ' :: '

const labeled = (claim: Claim): SectionClaim => {
  const at = claim.text.indexOf(SEPARATOR)
  if (at <= 0) return { label: null, claim }
  const text = claim.text.slice(at + SEPARATOR.length).trim()
  return text === ''
    ? { label: null, claim }
    : { label: claim.text.slice(0, at).trim().slice(0, 300), claim: { ...claim, text } }
}

export const EXTRACTIVE = 'extractive/1'

export const answeredBy = (model: string): string => `${model}/1`

export const answeredSections = (maker: AnswerMaker): SectionMaker => ({
  name: answeredBy(maker.name),
  async *claims({ definition, passages, instructions }, signal, used) {
    const question = ASKED[definition.finds](definition.heading)
    const shown = passages.map(({ id, text, passage }) => ({ id, text, createdAt: passage.createdAt }))
    const material = { question, standalone: question, history: [], passages: shown, instructions }
    for await (const claim of maker.claims(material, signal, used)) yield labeled(claim)
  },
})
