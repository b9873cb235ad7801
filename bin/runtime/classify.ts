import { requireArgument } from '@signet/command-line'
import { printReply } from '../command-line/print-reply.ts'
import { type RuntimeCall, runtimeService } from './client.ts'

interface ClassifyReply {
  readonly classification: {
    readonly pattern: string
    readonly confidence: string
    readonly method: string
    readonly vocab_score: number
    readonly runner_up_vocab_signal?: string | null
    readonly runner_up_vocab_score?: number
    readonly relevance_score: number
  }
  readonly traits: Readonly<Record<string, unknown>>
  readonly tier2_recommended: boolean
}

const classificationText = ({ classification, traits, tier2_recommended }: ClassifyReply): string => {
  const { pattern, confidence, method, vocab_score, relevance_score } = classification
  const { runner_up_vocab_signal: second, runner_up_vocab_score: secondScore } = classification
  return [
    `${pattern}, confidence ${confidence}, by ${method === 'vocab' ? 'words' : 'relevance'}`,
    `  word score ${vocab_score}${second ? `, then ${second} with ${secondScore}` : ''}; relevance ${relevance_score}`,
    ...Object.entries(traits).map(([name, value]) => `  ${name.padEnd(15)} ${value}`),
    ...(tier2_recommended
      ? ['The confidence is low: add detail, or choose with --pattern (docs/runtime/patterns.md)']
      : []),
  ].join('\n')
}

export const classify = async (call: RuntimeCall): Promise<number> => {
  const intention = requireArgument('signet runtime classify', 'an intention in words', call.words)
  const reply = await runtimeService(call).call<ClassifyReply>('POST', '/classify', { intention })
  return printReply(call, reply, () => classificationText(reply))
}
