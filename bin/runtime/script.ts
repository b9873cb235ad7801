import { readFile } from 'node:fs/promises'
import { EXIT, Failure } from '@signet/command-line'

/** Reads a text file. @throws Failure if it cannot be read */
export const textOf = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new Failure(EXIT.usage, `${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

export type SpreadChoice = { readonly script: string } | { readonly spreadType: string }

/** Returns a spread by name, or the script of a file if the name looks like a path. */
export const spreadChoiceOf = async (name: string): Promise<SpreadChoice> =>
  /[./\\]/.test(name) ? { script: await textOf(name) } : { spreadType: name }
