import { type Change, changed } from './change.ts'

export const textChange = (before: string | undefined, after: string | undefined, at: string): Change[] =>
  before === after ? [] : [changed('patch', 'description-changed', at, 'the text changed', 'it changes no behaviour')]
