import { client } from './client.mjs'
import { argument } from './command-line.mjs'
import { say } from './plain.mjs'

/** @type {import('./command-line.mjs').Command} */
export const classify = async (flags, env, rest) => {
  const intention = argument('classify', 'an intention in words', rest)
  const answer = await client(flags, env).call('POST', '/classify', { intention })
  const { classification, traits, tier2_recommended } = answer
  say(flags, answer, () =>
    [
      `${classification.pattern}, confidence ${classification.confidence}, by ${classification.method === 'vocab' ? 'words' : 'relevance'}`,
      `  words score ${classification.vocab_score}${classification.runner_up_vocab_signal ? `, then ${classification.runner_up_vocab_signal} with ${classification.runner_up_vocab_score}` : ''}; relevance ${classification.relevance_score}`,
      ...Object.entries(traits).map(([name, value]) => `  ${name.padEnd(15)} ${value}`),
      ...(tier2_recommended ? ['That is not sure: say more, or choose with --pattern (docs/runtime/patterns.md)'] : []),
    ].join('\n'),
  )
}
