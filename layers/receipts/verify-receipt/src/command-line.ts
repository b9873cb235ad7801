import { COMMON_OPTIONS, commandLineOf, EXIT, start as startProgram } from '@signet/command-line'
import { claimedIssuer, type TrustedInputs, UnreadableInput, type Verdict, verifyReceipt } from './index.ts'
import { reportOf } from './report.ts'
import { fetchBytes, fetchText, isUrl, parseJson, readBytes, readText } from './sources.ts'

export interface Terminal {
  out(text: string): void
  err(text: string): void
}

const HELP = `verify-receipt FILE|URL [options]

Verifies a receipt: payload, signature, key, chain, log, claims, and the file that it is about.

  FILE             .json, .dsse.json, .sigstore.json, or the kit as .zip
  URL              URL of the receipt's page or of one of these files
  --key PEM        public key of the issuer: a file, or --key=TEXT. Receipts that other keys signed are not valid
  --log VKEY       keys of the log and its witnesses: a file or a line. With the key of a
                   witness, the receipt is valid only if a witness confirmed it
  --subject FILE   file that the receipt is about
  --claims FILE    public claims, an opening or disclosures, if FILE does not contain them
  --previous FILE  previous receipt, .dsse.json, to check the chain
  --offline        no network access: uses the keys in the options, or those in FILE
  --json           print the verdict as JSON

Without --offline, missing keys are read from the issuer that the receipt names.
Exit status: 0 valid, 1 not valid, 2 wrong usage or a file that cannot be read.
`

const OPTIONS = {
  ...COMMON_OPTIONS,
  key: { type: 'string' },
  log: { type: 'string' },
  subject: { type: 'string' },
  claims: { type: 'string' },
  previous: { type: 'string' },
  offline: { type: 'boolean' },
} as const

export interface VerifyFlags {
  readonly key?: string | undefined
  readonly log?: string | undefined
  readonly subject?: string | undefined
  readonly claims?: string | undefined
  readonly previous?: string | undefined
  readonly offline?: boolean | undefined
}

const fileUrl = (address: string): string => {
  const url = new URL(address)
  url.hash = ''
  if (/\/verify\/[0-9a-f]{64}$/.test(url.pathname)) url.pathname += '.json'
  return url.href
}

const receiptOf = async (source: string, { offline }: VerifyFlags): Promise<Uint8Array> => {
  if (!isUrl(source)) return readBytes(source)
  if (offline) throw new UnreadableInput('A URL cannot be read with --offline')
  return fetchBytes(fileUrl(source))
}

const keyText = (argument: string): Promise<string> | string =>
  argument.startsWith('-----BEGIN') ? argument : readText(argument)
const logText = (argument: string): Promise<string> | string =>
  /^[^\s+]+\+[0-9a-f]{8}\+/.test(argument) ? argument : readText(argument)
const jsonFile = async (path: string): Promise<unknown> => parseJson(await readText(path), path)

/** Reads missing keys from the issuer that the receipt names. The verdict shows the name of the issuer. */
const keysOfIssuer = async (file: Uint8Array, { key, log, offline }: VerifyFlags): Promise<TrustedInputs> => {
  const issuer = offline ? undefined : claimedIssuer(file)
  if (issuer === undefined) return {}
  const jwksAddress = `${issuer}/.well-known/jwks.json`
  return {
    ...(key === undefined && { jwks: parseJson(await fetchText(jwksAddress), jwksAddress) }),
    ...(log === undefined && { log: await fetchText(`${issuer}/.well-known/log-vkey`) }),
  }
}

const trustedInputs = async (file: Uint8Array, flags: VerifyFlags): Promise<TrustedInputs> => {
  const { key, log, subject, claims, previous } = flags
  return {
    ...(await keysOfIssuer(file, flags)),
    ...(key !== undefined && { key: await keyText(key) }),
    ...(log !== undefined && { log: await logText(log), isWitnessRequired: true }),
    ...(subject !== undefined && { subject: await readBytes(subject) }),
    ...(claims !== undefined && { claims: await jsonFile(claims) }),
    ...(previous !== undefined && { previous: await jsonFile(previous) }),
  }
}

/**
 * Verifies the receipt in a file or at a URL, with the given keys or else those of the issuer that the receipt names.
 * @throws UnreadableInput for input that cannot be read.
 */
export const verdictOf = async (source: string, flags: VerifyFlags): Promise<Verdict> => {
  const file = await receiptOf(source, flags)
  return verifyReceipt(file, await trustedInputs(file, flags))
}

/** Runs the program. @returns its exit status: 0 valid, 1 not valid, 2 wrong usage or a file that cannot be read. */
export const commandLine: (argv: readonly string[], terminal: Terminal) => Promise<number> = commandLineOf({
  name: 'verify-receipt',
  help: HELP,
  options: OPTIONS,
  errorStatus: EXIT.usage,
  run: async ({ flags, words: positionals, terminal }) => {
    const [source, ...extraArguments] = positionals
    if (source === undefined || extraArguments.length > 0)
      throw new UnreadableInput('Pass exactly one file or URL. See verify-receipt --help')
    const verdict = await verdictOf(source, flags)
    terminal.out(flags.json ? `${JSON.stringify(verdict, null, 2)}\n` : reportOf(verdict))
    return verdict.valid ? EXIT.ok : EXIT.failed
  },
})

export const start = (): Promise<void> => startProgram(commandLine, process.argv.slice(2))
