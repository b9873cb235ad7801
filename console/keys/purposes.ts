import type { ListKeyScopesOutput } from '../api/accounts.ts'
import { scopeWords } from './scope-words.ts'

export interface Purpose {
  readonly value: string
  readonly text: string
  readonly hint: string
  /** Undefined: the user selects scopes individually. */
  readonly scopes: readonly string[] | undefined
  readonly kind: 'platform' | 'image'
}

const IMAGES: Purpose = {
  value: 'images',
  text: 'Generate images with credits',
  hint: 'An image API key (gen_…) for images in all quality tiers of your plan, jobs, webhooks and agents',
  scopes: ['generate', 'read'],
  kind: 'image',
}

const CUSTOM: Purpose = {
  value: 'custom',
  text: 'Custom',
  hint: 'Select individual scopes',
  scopes: undefined,
  kind: 'platform',
}

const scopeHint = (scopeTexts: readonly string[]): string =>
  scopeTexts.length > 4
    ? `${scopeTexts.length} scopes`
    : scopeTexts.map((text, index) => (index === 0 ? text : text.toLowerCase())).join(', ')

export const purposesOf = ({ presets }: ListKeyScopesOutput): readonly Purpose[] => [
  IMAGES,
  ...presets.map(({ preset, title, scopes }) => ({
    value: preset,
    text: title,
    hint: scopeHint(scopes.map(scopeWords)),
    scopes,
    kind: 'platform' as const,
  })),
  CUSTOM,
]
