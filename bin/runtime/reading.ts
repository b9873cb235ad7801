import { requireArgument } from '@signet/command-line'
import { printReply } from '../command-line/print-reply.ts'
import { type RuntimeCall, runtimeService, seedOf } from './client.ts'
import { type Question, stateOf } from './facts.ts'
import { spreadChoiceOf } from './script.ts'

export interface Card {
  readonly deck: string
  readonly id: string
  readonly position: string
  readonly title: string
  readonly severity: string
  readonly weight: number
  readonly applies: string
}

export interface Reading {
  readonly spread: { readonly title: string }
  readonly output: string
  readonly seed: number
  readonly engine: string
  readonly cards: readonly Card[]
  readonly positions: readonly { readonly status: string }[]
  readonly trace: readonly {
    readonly position: string
    readonly candidates: readonly { readonly id: string; readonly weight: number }[]
  }[]
  readonly questions: readonly Question[]
  readonly replay: { readonly decks: readonly { readonly name: string; readonly version: string }[] }
  readonly warnings?: readonly { readonly message: string }[]
  readonly receipt?: { readonly hash: string; readonly verifyUrl: string } | null
}

export const receiptText = ({ receipt }: Pick<Reading, 'receipt'>): string =>
  receipt
    ? `\nReceipt ${receipt.hash}\n${receipt.verifyUrl}\nTo replay it: signet runtime replay ${receipt.hash}\n`
    : ''

interface ScriptCheck {
  readonly spread: { readonly name: string }
  readonly asks: readonly unknown[]
  readonly decks: readonly { readonly name: string; readonly version: string }[]
}

const checkText = ({ spread, asks, decks }: ScriptCheck): string => {
  const names = decks.map(({ name, version }) => `${name}@${version}`)
  return `${spread.name} is valid. Questions: ${asks.length}. Decks: ${names.join(', ') || 'none'}`
}

/** Runs a spread, or with `--check` only checks its script. */
export const runSpread = async (call: RuntimeCall): Promise<number> => {
  const { flags, words, terminal } = call
  const choice = await spreadChoiceOf(
    requireArgument('signet runtime run', 'a spread (see signet runtime spreads) or a script', words),
  )
  const body = {
    ...choice,
    querent: { intention: flags.intention, state: stateOf(flags.state) },
    seed: seedOf(flags.seed),
    inscribe: flags.inscribe,
    lenient: flags.lenient,
  }
  const runtime = runtimeService(call)
  if (flags.check) {
    const check = await runtime.call<ScriptCheck>('POST', '/run?dry_run=true', body)
    return printReply(call, check, () => checkText(check))
  }
  const reading = await runtime.call<Reading>('POST', '/run', body)
  for (const { message } of reading.warnings ?? []) terminal.err(`signet runtime: ${message}\n`)
  return printReply(call, reading, () => `${reading.output.trimEnd()}\n${receiptText(reading)}`.trimEnd())
}

export const spreads = async (call: RuntimeCall): Promise<number> => {
  const reply = await runtimeService(call).call<{
    readonly spreads: readonly { readonly name: string; readonly version: string; readonly title: string }[]
  }>('GET', '/spreads')
  return printReply(call, reply, () =>
    reply.spreads.map(({ name, version, title }) => `${name.padEnd(22)} ${version}  ${title}`).join('\n'),
  )
}
