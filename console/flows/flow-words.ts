import type { Language } from '@signet/ui/language'
import type { Classification } from '../api/runtime.ts'

const CONFIDENCE: Readonly<Record<Classification['confidence'], string>> = {
  high: 'High: the description clearly matches this pattern',
  medium: 'Medium: another pattern matches almost as well',
  low: 'Low: review whether the pattern fits',
}

export const confidenceWords = (confidence: Classification['confidence']): string => CONFIDENCE[confidence]

export const slugWords = (slug: string): string => slug.replaceAll(/[-_]/g, ' ')

export const traitLabel = (name: string): string => `${name.charAt(0).toUpperCase()}${slugWords(name.slice(1))}`

const lineOf = (output: string, step: string, index: number): string | undefined =>
  output.split('\n').find((line) => line.replaceAll('`', '').trim() === `${index + 1}. ${step.replaceAll('`', '')}`)

export const stepList = (output: string, steps: readonly string[]): string =>
  steps.map((step, index) => lineOf(output, step, index) ?? `${index + 1}. ${step}`).join('\n')

export const withoutSteps = (output: string, steps: readonly string[]): string => {
  const stepLines = new Set(steps.map((step, index) => lineOf(output, step, index)))
  return output
    .split('\n')
    .filter((line) => !stepLines.has(line))
    .join('\n')
    .trim()
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  ts: 'typescript',
  mts: 'typescript',
  js: 'typescript',
  mjs: 'typescript',
  json: 'json',
  jsonc: 'json',
  sh: 'bash',
  py: 'python',
}

export const languageOf = (path: string): Language | undefined => {
  const extension = path.slice(path.lastIndexOf('.') + 1)
  return Object.hasOwn(LANGUAGES, extension) ? LANGUAGES[extension] : undefined
}
