import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The parts of `.local/stack.json` that the clients need. lib/local/stack-file.ts writes it. */
export interface LocalStack {
  readonly urls: Readonly<Record<string, string>>
  readonly identities: Readonly<Record<string, { readonly platKey?: string; readonly genKey?: string }>>
}

const readStack = (folder: string): LocalStack | undefined => {
  try {
    const { urls = {}, identities = {} } = JSON.parse(
      readFileSync(join(folder, '.local/stack.json'), 'utf8'),
    ) as Partial<LocalStack>
    return { urls, identities }
  } catch {
    return undefined
  }
}

/** Returns the local stack of a folder, or of the nearest folder above that has one. */
export const localStack = (folder: string): LocalStack | undefined => {
  const above = dirname(folder)
  return readStack(folder) ?? (above === folder ? undefined : localStack(above))
}
