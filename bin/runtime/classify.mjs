import { client } from './client.mjs'
import { argument } from './command-line.mjs'
import { say } from './plain.mjs'

/** @type {import('./command-line.mjs').Command} */
export const classify = async (flags, env, rest) => {
  const intention = argument('classify', 'an intention in words', rest)
  const answer = await client(flags, env).call('POST', '/classify', { intention })
  const { classification: found, traits, tier2_recommended } = answer
  say(flags, answer, () =>
    [
      `${found.pattern}, confidence ${found.confidence}, by ${found.method === 'vocab' ? 'words' : 'relevance'}`,
      `  words score ${found.vocab_score}${found.runner_up_vocab_signal ? `, then ${found.runner_up_vocab_signal} with ${found.runner_up_vocab_score}` : ''}; relevance ${found.relevance_score}`,
      ...Object.entries(traits).map(([name, value]) => `  ${name.padEnd(15)} ${value}`),
      ...(tier2_recommended ? ['That is not sure: say more, or choose with --pattern (docs/runtime/patterns.md)'] : []),
    ].join('\n'),
  )
}
