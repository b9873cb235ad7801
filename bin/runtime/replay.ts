import { EXIT, requireArgument } from '@signet/command-line'
import { printReply } from '../command-line/print-reply.ts'
import { type RuntimeCall, runtimeService } from './client.ts'

interface Verdict {
  readonly valid: boolean
  readonly kind: string
  readonly checks: Readonly<Record<string, { readonly status: string; readonly detail: string }>>
}

const verdictText = ({ valid, kind, checks }: Verdict): string =>
  [
    valid ? `valid, a receipt of kind ${kind}` : 'invalid',
    ...Object.entries(checks).map(([name, { status, detail }]) => `  ${name.padEnd(10)} ${status.padEnd(8)} ${detail}`),
  ].join('\n')

const verifyByHash = async (hash: string, call: RuntimeCall): Promise<number> => {
  const verdict = await runtimeService(call).call<Verdict>('GET', `/verify/${hash}`)
  printReply(call, verdict, () => verdictText(verdict))
  return !verdict.valid || verdict.checks.replay?.status === 'fail' ? EXIT.failed : EXIT.ok
}

/** Replays a reading: by the hash of its receipt at the service, or from a file on this machine. */
export const replay = async (call: RuntimeCall): Promise<number> => {
  const name = requireArgument('signet runtime replay', 'a file or the hash of a receipt', call.words)
  if (/^[0-9a-f]{64}$/.test(name)) return verifyByHash(name, call)
  const { commandLine } = await import('@signet/replay/command-line')
  return commandLine([name, ...(call.flags.json ? ['--json'] : [])], call.terminal)
}
