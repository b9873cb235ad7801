import { sentencesOf } from '@signet/search/answers'
import type { SectionDefinition, SectionMethod } from './artifact-kinds.ts'
import { findContradictions } from './find-contradictions.ts'
import { findDated, findNames, findTerms } from './find-names.ts'
import { findAnsweredQuestions, findOpenQuestions } from './find-questions.ts'
import { findStatements, type PassageSentence } from './find-statements.ts'
import { EXTRACTIVE_GENERATOR, type SectionClaim, type SectionMaker } from './section-maker.ts'

type Find = (definition: SectionDefinition, sentences: readonly PassageSentence[]) => SectionClaim[]

const FINDERS: Readonly<Record<SectionMethod, Find>> = {
  statements: findStatements,
  open_questions: (_, sentences) => findOpenQuestions(sentences),
  answered_questions: (_, sentences) => findAnsweredQuestions(sentences),
  terms: (_, sentences) => findTerms(sentences),
  names: findNames,
  dated: (_, sentences) => findDated(sentences),
  contradictions: (_, sentences) => findContradictions(sentences),
}

/**
 * Generates sections without a model, from quoted sentences of the sources. The same passages always give the same section.
 */
export const extractiveSections: SectionMaker = {
  name: EXTRACTIVE_GENERATOR,
  async *claims({ definition, passages }, signal) {
    signal.throwIfAborted()
    yield* FINDERS[definition.method](definition, passages.flatMap(sentencesOf))
  },
}
