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
  /** Name and version of the generator. Sections of another generator are generated again. */
  readonly name: string
  claims(material: SectionMaterial, signal: AbortSignal, onUsage?: OnTokenUsage): AsyncIterable<SectionClaim>
}

/** Questions to the language model by method. " :: " separates the label of a statement from its text. */
const QUESTIONS: Readonly<Record<SectionDefinition['method'], (heading: string) => string>> = {
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

const splitLabel = (claim: Claim): SectionClaim => {
  const separatorIndex = claim.text.indexOf(SEPARATOR)
  if (separatorIndex <= 0) return { label: null, claim }
  const text = claim.text.slice(separatorIndex + SEPARATOR.length).trim()
  return text === ''
    ? { label: null, claim }
    : { label: claim.text.slice(0, separatorIndex).trim().slice(0, 300), claim: { ...claim, text } }
}

export const EXTRACTIVE_GENERATOR = 'extractive/1'

export const modelGeneratorName = (model: string): string => `${model}/1`

export const modelSections = (maker: AnswerMaker): SectionMaker => ({
  name: modelGeneratorName(maker.name),
  async *claims({ definition, passages, instructions }, signal, onUsage) {
    const question = QUESTIONS[definition.method](definition.heading)
    const passageTexts = passages.map(({ id, text, passage }) => ({ id, text, createdAt: passage.createdAt }))
    const material = { question, standalone: question, history: [], passages: passageTexts, instructions }
    for await (const claim of maker.claims(material, signal, onUsage)) yield splitLabel(claim)
  },
})
