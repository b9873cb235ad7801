import type { CharacterTest } from './character-class.ts'

export type Assertion = 'textStart' | 'textEnd' | 'lineStart' | 'lineEnd' | 'word' | 'notWord'

export type PatternNode =
  | { readonly kind: 'character'; readonly test: CharacterTest }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly part: PatternNode; readonly min: number; readonly max: number }
  | { readonly kind: 'assertion'; readonly assertion: Assertion }

export class PatternRefused extends Error {
  override readonly name = 'PatternRefused'
}
