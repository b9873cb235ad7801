import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { EXIT, Failure, type Terminal } from '@signet/command-line'

export interface ServiceSource {
  readonly api: string
  /** Environment variables; the first that is set is used. */
  readonly urlVariables: readonly [string, ...string[]]
  readonly keyVariables: readonly [string, ...string[]]
  readonly demoKey: 'genKey' | 'platKey'
}

export interface AddressFlags {
  readonly url?: string | undefined
  readonly key?: string | undefined
}

const firstOf = (env: NonNullable<Terminal['env']>, names: readonly string[]): string | undefined =>
  names.map((name) => env[name]).find((value) => value !== undefined)

/** Checks that the address is on this machine, so that a foreign stack.json cannot direct the key to another host. */
const isLocal = (url: string): boolean =>
  URL.canParse(url) && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)

/** The members of `.local/stack.json` that the clients need. lib/local/stack-file.ts writes the file. */
interface LocalStack {
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

/** Returns the local stack of a folder, or of its nearest parent folder that has one. */
const localStack = (folder: string): LocalStack | undefined => {
  const above = dirname(folder)
  return readStack(folder) ?? (above === folder ? undefined : localStack(above))
}

export const nextStep = ({ urlVariables: [variable] }: ServiceSource): string =>
  `Run \`npm start\`, or pass --url or ${variable}.`

/**
 * Finds the address and key of a service: flag, then environment variable, then the local stack of the current folder.
 * The demo key belongs to the local stack, so it is used only with that address.
 * @throws Failure if no address is known
 */
export const addressOf = (source: ServiceSource, flags: AddressFlags, terminal: Terminal) => {
  const env = terminal.env ?? {}
  const key = flags.key ?? firstOf(env, source.keyVariables)
  if (key === '') throw new Failure(EXIT.usage, '--key must not be empty')
  const given = flags.url ?? firstOf(env, source.urlVariables)
  if (given !== undefined) return { url: given, key }
  const stack = localStack(terminal.folder ?? process.cwd())
  const url = stack?.urls[source.api]
  if (url === undefined || !isLocal(url)) throw new Failure(EXIT.unreachable, `No address. ${nextStep(source)}`)
  return { url, key: key ?? stack?.identities.pro?.[source.demoKey] }
}
