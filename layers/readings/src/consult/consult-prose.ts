import { DUE_WORDS, type StructuredOutput } from './consult-output.ts'
import { bySeverity } from './findings.ts'
import { CONSULT_LIMITS } from './input-checks.ts'

const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

export const wordCount = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length

/** Joins sentences up to the word limit; drops the first sentence that exceeds it and all that follow. */
const joinWithinLimit = (paragraphs: readonly (readonly string[])[]): string => {
  let remainingWords: number = CONSULT_LIMITS.narrativeWords
  const fittedParagraphs: string[] = []
  for (const sentences of paragraphs) {
    const fitting: string[] = []
    for (const sentence of sentences) {
      remainingWords -= wordCount(sentence)
      if (remainingWords < 0) break
      fitting.push(sentence)
    }
    if (fitting.length > 0) fittedParagraphs.push(fitting.join(' '))
    if (remainingWords < 0) break
  }
  return fittedParagraphs.join('\n\n')
}

const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()

/**
 * Renders a consultation as prose of at most 400 words. The most important text comes first, because text beyond the
 * limit is dropped.
 */
export const consultProse = ({ analysis, guidance }: StructuredOutput): string => {
  const { findings, options, open_questions } = analysis
  const paragraphsOfFindings = bySeverity(findings).map(({ id, title, statement, severity, confidence }) => [
    `${id}, ${severity}: ${asSentence(title)}`,
    asSentence(statement),
    ...(confidence === 'low' ? ['It is not yet known whether this applies.'] : []),
  ])
  const [first, ...otherParagraphs] = paragraphsOfFindings
  const steps = guidance.next_steps
    .slice(0, 3)
    .map(({ action, owner, due }) => `${asSentence(action).replace(/[.!?]$/, '')} (${owner}, ${DUE_WORDS[due]}).`)
  const [question] = open_questions
  const [option] = options
  const paragraphs = [
    [asSentence(analysis.summary)],
    ...(first ? [first] : []),
    ...(steps.length > 0 ? [['Next steps:', ...steps]] : []),
    ...(guidance.decision === undefined && option ? [[`Not decided yet: ${asSentence(option.title)}`]] : []),
    ...(question ? [[`Most decisive open question: ${asSentence(question.question)}`]] : []),
    ...otherParagraphs,
  ]
  return joinWithinLimit(paragraphs.map((sentences) => sentences.map(oneLine)))
}
