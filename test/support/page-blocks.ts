import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Block {
  readonly language: string
  readonly body: string
}

const pages = join(import.meta.dirname, '../../docs')

/** Returns the code blocks of a page in order; `subject` is its folder in docs. */
export const blocksOf = async (page: string, subject = 'contracts'): Promise<readonly Block[]> => {
  const text = await readFile(join(pages, subject, page), 'utf8')
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', body = '']) => ({ language, body }))
}

/** Returns a pattern for a text in which `…` matches anything. */
export const outputPattern = (expected: string): RegExp => {
  const parts = expected.split('…').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*?')}$`, 's')
}
